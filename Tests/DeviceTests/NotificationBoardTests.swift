import RandomStreams
import Testing
import Workload

@testable import Device

/// Device notifications for suspended apps: queued, coalesced by kind, dropped by a purge.
@Suite struct NotificationBoardTests {
  @Test func oneOfAKindBeforeTheAppComesToTheFront() throws {
    let kinds = [
      "locale", "battery_level", "time", "battery_level", "accessory", "battery_level",
    ]
    let rows = kinds.enumerated().map { "\n\(20 + $0),-,,,notify:\($1)" }.joined()
    let played = try Scripted("a").play("0,a,10,," + rows + "\n40,a,,,")
    #expect(
      played.lines().hasSuffix(
        """
        40,a,suspended,background,open,notify:accessory;notify:time;\
        notify:battery_level;notify:locale
        40,a,background,inactive,open,willEnterForeground
        40.1,a,inactive,active,launch_done,didBecomeActive
        """))
    #expect(played.count("notifications_delivered") == 4)
    #expect(played.count("notifications_coalesced") == 2)
    #expect(played.count("notifications_dropped") == 0)
  }

  @Test func aWakeUpInBackgroundDeliversToo() throws {
    var app = Scripted.app("a")
    app.taskLengthSeconds = .constant(5)
    let played = try Scripted([app]).play(
      "0,a,10,,\n20,-,,,notify:time\n30,a,,,push\n33,-,,,notify:time\n50,-,,,notify:locale\n60,a,,,"
    )
    #expect(played.lines().contains("30,a,suspended,background,push,notify:time\n"))
    // What came while it ran was delivered then.
    #expect(played.lines().contains("60,a,suspended,background,open,notify:locale\n"))
  }

  @Test func aPurgeDropsTheQueue() throws {
    let device = Scripted([Scripted.app("a"), Scripted.app("b", mebibytes: 950)])
    let played = try device.play(
      "0,a,10,,\n20,-,,,notify:time\n21,-,,,notify:time\n22,-,,,notify:locale\n30,b,10,,\n50,a,10,,"
        + "\n70,a,,,")
    #expect(played.count("notifications_dropped") == 2)
    #expect(played.count("notifications_delivered") == 0)
    #expect(!played.lines("a").contains("notify:"))
  }

  @Test func onlySuspendedAppsQueue() throws {
    let played = try Scripted("a").play("0,-,,,notify:time\n1,a,20,,\n10,-,,,notify:time\n50,a,,,")
    #expect(played.count("notifications_delivered") == 0)
    #expect(!played.lines().contains("notify:"))
  }

  @Test func everyKindHasItsBit() {
    for kind in NotificationKind.allCases {
      var board = NotificationBoard(appCount: 3)
      board.suspend(1)
      let wasUsed = board.isUsed
      board.broadcast(kind.rawValue)
      #expect((wasUsed, board.isUsed) == (false, true))
      #expect(board.queued(1).kinds == 1 << UInt16(kind.rawValue))
      #expect(board.queued(1).broadcasts == 1)
      board.suspend(2)
      #expect(board.queued(2).kinds == 0)
    }
  }

  @Test func theBoardMatchesAQueueForEachApp() {
    for seed in 0..<20 as Range<UInt64> {
      var stream = StreamFamily(seed: seed, replication: 0)
        .stream(.test, entity: 0, occurrence: 0)
      var board = NotificationBoard(appCount: 8)
      var queues = [[UInt8]?](repeating: nil, count: 8)
      for _ in 0..<500 {
        let app = AppID(stream.below(8))
        switch stream.below(3) {
        case 0:
          let kind = UInt8(stream.below(12))
          board.broadcast(kind)
          for index in queues.indices { queues[index]?.append(kind) }
        case 1:
          board.suspend(app)
          queues[Int(app)] = []
        default:
          guard let queue = queues[Int(app)] else { continue }
          let queued = board.queued(app)
          #expect(queued.broadcasts == queue.count, "seed \(seed)")
          #expect(queued.kinds == queue.reduce(0) { $0 | 1 << UInt16($1) }, "seed \(seed)")
        }
      }
    }
  }

  /// 100,000 broadcasts to 100,000 apps: a cost per app would never come to an end here.
  @Test func aBroadcastCostsNothingPerApp() {
    let count = 100_000
    var board = NotificationBoard(appCount: count)
    for app in 0..<count { board.suspend(AppID(app)) }
    for number in 0..<count { board.broadcast(UInt8(number % 12)) }
    for app in [0, count / 2, count - 1] {
      #expect(board.queued(AppID(app)).broadcasts == UInt32(count))
      #expect(board.queued(AppID(app)).kinds.nonzeroBitCount == 12)
    }
  }
}
