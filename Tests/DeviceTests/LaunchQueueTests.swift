import Device
import RandomStreams
import Testing
import Workload

/// Launches that wait for memory: in order, joined by a second opening, cancelled, failed.
@Suite struct LaunchQueueTests {
  /// 1000 MiB; `old` lies suspended with 800, `new` needs 500 and must wait for 10 s.
  private static func crowded() -> Scripted {
    var device = Scripted([
      Scripted.app("old", mebibytes: 800), Scripted.app("new", mebibytes: 500),
      Scripted.app("next", mebibytes: 300),
    ])
    device.device.killLatencySeconds = 10
    return device
  }

  @Test func theWaitIsPartOfTheLatency() throws {
    let played = try Self.crowded().play("0,old,5,,\n100,new,,,")
    #expect(played.purges == "100,old,vm-pageshortage")
    #expect(
      played.lines("new") == """
        110,new,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        112,new,inactive,active,launch_done,didBecomeActive
        """)
    #expect(played.value("launch_latency_mean_s") == 7)
  }

  @Test func leftWhileItWaitsItStartsInBackground() throws {
    let played = try Self.crowded().play("0,old,5,,\n100,new,5,,")
    #expect(
      played.lines("new") == """
        110,new,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        110,new,inactive,background,leave,didEnterBackground
        112,new,background,suspended,no_task,
        """)
    #expect(played.count("abandoned_launches") == 1)
    #expect(played.value("launch_latency_mean_s") == 7)
  }

  @Test func aSecondOpeningJoinsTheFirst() throws {
    let played = try Self.crowded().play("0,old,5,,\n100,new,2,,\n105,new,,,")
    #expect(
      played.lines("new") == """
        110,new,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        112,new,inactive,active,launch_done,didBecomeActive
        """)
    #expect(played.count("launches") == 3)
    #expect(played.count("cold_launches") == 3)
    #expect(played.count("abandoned_launches") == 1)
    #expect(played.count("purges") == 1)
    #expect(abs(played.value("launch_latency_mean_s") - 7) < 1e-9)
  }

  @Test func openingItAgainWithoutLeavingIsNothingNew() throws {
    let played = try Self.crowded().play("0,old,5,,\n100,new,,,\n105,new,,,")
    #expect(played.count("launches") == 2)
    #expect(played.lines("new").hasSuffix("112,new,inactive,active,launch_done,didBecomeActive"))
  }

  @Test func firstComeFirstServed() throws {
    // `next` would fit into the 200 MiB that are left, but `new` came first.
    var device = Self.crowded()
    device.apps[2].footprintMiB = .constant(150)
    let played = try device.play("0,old,5,,\n100,new,2,,\n105,next,,,")
    #expect(played.lines("next").hasPrefix("110,next,not_running,inactive"))
    #expect(played.count("purges") == 1)
  }

  /// Two apps of no size behind one that waits.
  @Test func appsOfNoSizeWaitTheirTurn() throws {
    var device = Self.crowded()
    device.apps += [Scripted.app("zero1", mebibytes: 0), Scripted.app("zero2", mebibytes: 0)]
    let played = try device.play("0,old,5,,\n100,new,2,,\n103,zero1,2,,\n106,zero2,,,")
    #expect(played.lines("zero1").hasPrefix("110,zero1,not_running,inactive"))
    #expect(
      played.lines("zero2").hasSuffix("112,zero2,inactive,active,launch_done,didBecomeActive"))
  }

  @Test func forceQuitWhileItWaitsItIsNotLaunched() throws {
    let played = try Self.crowded().play("0,old,5,,\n100,new,,,\n105,new,,,force_quit\n200,new,,,")
    #expect(played.lines("new").hasPrefix("200,new,not_running,inactive,open"))
    #expect(played.count("launches") == 3)
    #expect(played.count("abandoned_launches") == 1)
    // It counts with the time waited: (2 + 5 + 2) / 3.
    #expect(played.value("launch_latency_mean_s") == 3)
  }

  @Test func aPushThatTheUserOpensWhileItWaitsIsTheUsersLaunch() throws {
    let played = try Self.crowded().play("0,old,5,,\n100,new,,,push\n105,new,,,")
    #expect(
      played.lines("new") == """
        110,new,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        112,new,inactive,active,launch_done,didBecomeActive
        """)
    #expect(played.count("launches") == 2)
    #expect(abs(played.value("launch_latency_mean_s") - 4.5) < 1e-9)
    // Opened and left again, it starts for the push.
    let left = try Self.crowded().play("0,old,5,,\n100,new,,,push\n103,new,2,,")
    #expect(left.lines("new").hasPrefix("110,new,not_running,background,push"))
    #expect(left.count("abandoned_launches") == 1)
  }

  @Test func offersToAnAppThatWaitsAreNothingNew() throws {
    let played = try Self.crowded().play("0,old,5,,\n100,new,,,\n105,new,,,push\n106,new,,,refresh")
    #expect(played.lines("new").hasSuffix("112,new,inactive,active,launch_done,didBecomeActive"))
    #expect(played.count("background_launches") == 0)
  }

  /// Opened again after a first process of it came and went, an app may have two requests; the
  /// second needs no memory once the first is served.
  @Test func aSecondRequestNeedsNoMemoryOfItsOwn() throws {
    var device = Scripted("a", "b", "c", mebibytes: 600)
    device.device.killLatencySeconds = 10
    // One after the other kills the one before: b waits until 30, c until 40, a until 50, b ...
    let played = try device.play(
      "0,a,5,,\n20,b,1,,\n21,c,1,,\n22,b,1,,\n31,b,1,,\n33,b,,,")
    #expect(played.transitions.last?.to == .active)
    #expect(played.transitions.last?.app == device.id("b"))
    #expect(played.count("failed_launches") == 0)
  }

  /// Memory that comes back by itself serves who waits at once; nobody more is killed.
  @Test func anExitServesWhoWaits() throws {
    var device = Self.crowded()
    device.apps[0].footprintMiB = .constant(400)
    device.apps.append(Scripted.app("exits", mebibytes: 400))
    device.apps[3].taskProbability = 1
    device.apps[3].taskLengthSeconds = .constant(20)
    device.apps[3].exitsOnSuspend = true
    let played = try device.play("0,old,5,,\n85,exits,3,,\n100,new,,,")
    #expect(played.purges == "100,old,vm-pageshortage")
    #expect(played.lines("exits").contains("108,exits,background,not_running,exits_on_suspend"))
    #expect(played.lines("new").hasPrefix("108,new,not_running,inactive,open"))
  }

  @Test func nothingIsPurgedInVainForALaunchIntoBackground() throws {
    var device = Self.crowded()
    device.apps[1].footprintMiB = .constant(150)
    device.apps.append(Scripted.app("huge", mebibytes: 250))
    // 800 in front, 150 idle: the push would need 250, and only 200 can ever be had.
    let played = try device.play("0,new,5,,\n50,old,,,\n100,huge,,,push")
    #expect(played.purges.isEmpty)
    #expect(played.lines("huge").isEmpty)
    // At 200 it fits after one purge.
    device.apps[3].footprintMiB = .constant(200)
    #expect(
      try device.play("0,new,5,,\n50,old,,,\n100,huge,,,push").purges == "100,new,vm-pageshortage")
  }

  @Test func waitingAtTheEndCountsWithTheTimeWaited() throws {
    var device = Self.crowded()
    device.end = 107
    let played = try device.play("0,old,5,,\n100,new,,,")
    #expect(played.count("launches") == 2)
    #expect(played.value("launch_latency_mean_s") == 4.5)
  }

  /// Every number of waiting launches comes out in the order in which it went in.
  @Test func theQueueIsFirstInFirstOut() throws {
    var device = Scripted([Scripted.app("old", mebibytes: 1000)])
    device.apps += (10..<60).map { Scripted.app("app\($0)", mebibytes: 10) }
    device.device.killLatencySeconds = 100
    let rows = (10..<60).map { "\(90 + $0),app\($0),0.5,," }.joined(separator: "\n")
    let played = try device.play("0,old,5,,\n" + rows)
    let starts = played.transitions.filter { $0.from == .notRunning }.dropFirst()
    #expect(starts.count == 50)
    #expect(starts.map(\.app) == starts.map(\.app).sorted())
    #expect(starts.allSatisfy { $0.time == 200 * Ticks.perSecond })
  }
}
