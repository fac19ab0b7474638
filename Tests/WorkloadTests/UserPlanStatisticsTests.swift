import RandomStreams
import Testing

@testable import Workload

/// The statistics of the drawn plan, within five standard errors at fixed seeds.
@Suite struct UserPlanStatisticsTests {
  /// Sessions as (start, end, opened apps).
  private typealias Session = (start: Double, end: Double, apps: [UInt32])

  private static func sessions(_ events: [PlanEvent]) -> [Session] {
    var sessions: [Session] = []
    var apps: [UInt32] = []
    var start = 0.0
    for event in events {
      if event.kind == .open {
        if apps.isEmpty { start = event.time.inSeconds }
        apps.append(event.app)
      } else if event.kind == .lock {
        sessions.append((start, event.time.inSeconds, apps))
        apps = []
      }
    }
    return sessions
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }

  @Test func sessionsAndVisits() throws {
    let sessions = Self.sessions(try UserPlanTests.events(UserPlanTests.steady(), days: 30))
    // A cycle of 400 s on average.
    #expect(abs(Double(sessions.count) - 6480) < 5 * 65)
    #expect(abs(Self.mean(sessions.map { $0.end - $0.start }) - 100) < 5 * 100 / 80)
    let gaps = zip(sessions, sessions.dropFirst()).map { $1.start - $0.end }
    #expect(abs(Self.mean(gaps) - 300) < 5 * 300 / 80)
    // As many visits of 10 s as begin within a session: 1 / (1 − exp(−0.1)) on average.
    let visits = Self.mean(sessions.map { Double($0.apps.count) })
    #expect(abs(visits - 10.508) < 5 * 10.5 / 80)
    for session in sessions { #expect(!session.apps.isEmpty) }
  }

  @Test func theSameAppIsNotOpenedTwiceInARow() throws {
    for mix in [0.0, 0.5, 1] {
      var user = UserPlanTests.steady()
      user.nextApp.recencyMix = mix
      let opens = try UserPlanTests.events(user, days: 1).filter { $0.kind == .open }
      for (first, second) in zip(opens, opens.dropFirst()) { #expect(first.app != second.app) }
    }
    // With one app there is no other.
    let only = try UserPlanTests.events(UserPlanTests.steady(), [AppClass(name: "a")], days: 1)
    #expect(only.filter { $0.kind == .open }.count > 1000)
  }

  @Test func byRecencyAloneTheUserGoesBackAndForth() throws {
    var user = UserPlanTests.steady()
    user.nextApp.recencyMix = 1
    let opens = try UserPlanTests.events(user, days: 1).filter { $0.kind == .open }.map(\.app)
    #expect(Set(opens).count == 2)
  }

  /// Without recency and with the current app excluded, a share p of popularity becomes
  /// p(1 − p) / Σ p(1 − p).
  @Test func popularityFollowsZipf() throws {
    var user = UserPlanTests.steady()
    user.nextApp.recencyMix = 0
    let opens = try UserPlanTests.events(user, days: 30).filter { $0.kind == .open }
    var counts = [Double](repeating: 0, count: 15)
    for open in opens { counts[Int(open.app)] += 1 }
    let weights = (1...15).map { power(Double($0), -1.4) }
    let total = weights.reduce(0, +)
    let excluded = weights.map { $0 / total * (1 - $0 / total) }
    let expected = excluded.map { $0 / excluded.reduce(0, +) }
    // Near enough in the middle of the ranks, where the order of counts is certain.
    for (rank, count) in counts.sorted(by: >).enumerated() {
      let error = 0.1 * expected[rank] + 5 * (expected[rank] / Double(opens.count)).squareRoot()
      #expect(abs(count / Double(opens.count) - expected[rank]) < error, "rank \(rank)")
    }
  }

  @Test func aClassThatIsPopularIsOpenedMore() throws {
    var user = UserPlanTests.steady()
    user.nextApp.recencyMix = 0
    user.nextApp.zipfExponent = 0
    var classes = ["a", "b", "c", "d"].map { AppClass(name: $0) }
    classes[0].popularity = 3
    classes[3].popularity = 0
    let opens = try UserPlanTests.events(user, classes, days: 10).filter { $0.kind == .open }
    let counts = (0..<4).map { app in Double(opens.filter { $0.app == UInt32(app) }.count) }
    #expect(counts[3] == 0)
    // Shares 0.6, 0.2, 0.2 with the current one excluded: 0.24 to 0.16 to 0.16.
    #expect(abs(counts[0] / Double(opens.count) - 0.24 / 0.56) < 0.02)
    #expect(abs(counts[1] / counts[2] - 1) < 0.06)
  }

  @Test func startsFollowTheDayShape() throws {
    var user = UserPlanTests.steady()
    user.dayShape = UserBehaviour.measuredDayShape
    user.sessionGapSeconds = .exponential(mean: 600)
    user.sessionLengthSeconds = .constant(1)
    let starts = Self.sessions(try UserPlanTests.events(user, days: 60)).map(\.start)
    var counts = [Double](repeating: 0, count: 24)
    for start in starts { counts[Int(start / 3600) % 24] += 1 }
    let total = user.dayShape.reduce(0, +)
    for hour in 0..<24 {
      // Sessions of one second hardly shift the clock of activity.
      let expected = 60 * 144 * user.dayShape[hour] / total
      #expect(abs(counts[hour] - expected) < 5 * expected.squareRoot() + 4, "hour \(hour)")
    }
  }

  @Test func nothingStartsInHoursWithoutActivity() throws {
    var user = UserPlanTests.steady()
    user.dayShape = (0..<24).map { (8..<20).contains($0) ? 1 : 0 }
    user.callsPerDay = 20
    user.forceQuitsPerDay = 20
    user.notificationsPerDay = 20
    let events = try UserPlanTests.events(user, days: 20)
    let starts = Self.sessions(events).map(\.start)
    let others = events.filter {
      [.callAccepted, .callDeclined, .forceQuit, .notify].contains($0.kind)
    }
    #expect(others.count > 500)
    for time in starts + others.map(\.time.inSeconds) {
      #expect((8..<20).contains(Int(time / 3600) % 24))
    }
  }

  @Test func forceQuitsHitAppsAtTheirRate() throws {
    var user = UserPlanTests.steady()
    user.forceQuitsPerDay = 30
    var helper = AppClass(name: "zebra")
    helper.kind = .extension
    let quits = try UserPlanTests.events(user, UserPlanTests.classes() + [helper], days: 100)
      .filter { $0.kind == .forceQuit }
    #expect(abs(Double(quits.count) - 3000) < 5 * 55)
    var counts = [Double](repeating: 0, count: 16)
    for quit in quits { counts[Int(quit.app)] += 1 }
    #expect(counts[15] == 0)
    for count in counts.dropLast() { #expect(abs(count - 200) < 5 * 14) }
  }

  @Test func everyCallHasItsEnd() throws {
    var user = UserPlanTests.steady()
    user.callsPerDay = 100
    let calls = try UserPlanTests.events(user, days: 30).filter {
      [.callAccepted, .callDeclined, .callEnd].contains($0.kind)
    }
    var accepted = 0.0
    var lengths: [Double] = []
    for (begin, end) in zip(calls, calls.dropFirst()) where begin.kind != .callEnd {
      #expect(end.kind == .callEnd)
      #expect(end.time > begin.time)
      #expect(end.occurrence == begin.occurrence)
      let seconds = (end.time - begin.time).inSeconds
      if begin.kind == .callAccepted {
        accepted += 1
        lengths.append(seconds)
      } else {
        #expect(seconds == 15)
      }
    }
    for (end, begin) in zip(calls, calls.dropFirst()) where end.kind == .callEnd {
      #expect(begin.kind != .callEnd)
    }
    let count = Double(calls.filter { $0.kind != .callEnd }.count)
    // A call and its length pass before the next is waited for.
    #expect(abs(accepted / count - 0.6) < 5 * 0.49 / count.squareRoot())
    // Lognormal(4.1, 1.1): mean 110.5, sd 169.
    #expect(abs(Self.mean(lengths) - 110.5) < 5 * 169 / Double(lengths.count).squareRoot())
  }

  @Test func alertsAreShortAndNeverAccepted() throws {
    var user = UserPlanTests.steady()
    user.alertsPerDay = 50
    let events = try UserPlanTests.events(user, days: 10)
    #expect(!events.contains { $0.kind == .callAccepted })
    let begins = events.filter { $0.kind == .callDeclined }
    let ends = events.filter { $0.kind == .callEnd }
    #expect(abs(Double(begins.count) - 500) < 5 * 23)
    for (begin, end) in zip(begins, ends) { #expect(end.time - begin.time == 3 * Ticks.perSecond) }
  }

  @Test func offersComeAtTheirRates() throws {
    var classes = UserPlanTests.classes()
    classes[0].pushesPerDay = 40
    classes[3].pushesPerDay = 10
    classes[1].refreshesPerDay = 20
    let events = try UserPlanTests.events(UserPlanTests.steady(), classes, days: 50)
    let pushes = events.filter { $0.kind == .push }
    // chat is member 0; maps are members 6 to 9.
    let chat = Double(pushes.filter { $0.app == 0 }.count)
    #expect(abs(chat - 2000) < 5 * 45)
    for member in 6..<10 as Range<UInt32> {
      #expect(abs(Double(pushes.filter { $0.app == member }.count) - 500) < 5 * 23)
    }
    #expect(pushes.allSatisfy { $0.app == 0 || (6..<10).contains($0.app) })
    let refreshes = events.filter { $0.kind == .refresh }
    #expect(abs(Double(refreshes.count) - 2 * 1000) < 5 * 45)
    // Offers do not follow the day of the user; gaps are exponential: their mean is their sd.
    let gaps = zip(pushes, pushes.dropFirst()).map { ($1.time - $0.time).inSeconds }
    let mean = Self.mean(gaps)
    let deviation = Self.mean(gaps.map { ($0 - mean) * ($0 - mean) }).squareRoot()
    #expect(abs(deviation / mean - 1) < 0.1)
  }

  @Test func notificationsAreOfEveryKind() throws {
    var user = UserPlanTests.steady()
    user.notificationsPerDay = 240
    let events = try UserPlanTests.events(user, days: 50).filter { $0.kind == .notify }
    var counts = [Double](repeating: 0, count: NotificationKind.allCases.count)
    for event in events { counts[Int(event.detail)] += 1 }
    for count in counts { #expect(abs(count - 1000) < 5 * 32) }
  }

  /// A visit has no length of nothing: the plan would never get on.
  @Test func visitsOfNoLengthComeToAnEnd() throws {
    var user = UserPlanTests.steady()
    user.visitLengthSeconds = .constant(0)
    user.sessionLengthSeconds = .constant(0.01)
    let events = try UserPlanTests.events(user, days: 0.1)
    let sessions = Self.sessions(events)
    #expect(sessions.count > 10)
    for session in sessions { #expect((9...11).contains(session.apps.count)) }
  }
}
