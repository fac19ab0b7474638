import RandomStreams
import Testing

@testable import Workload

/// The drawn plan: ordered, reproducible, with the statistics that the behaviour states, and
/// independent of everything that is none of the user's business.
@Suite struct UserPlanTests {
  /// Sessions of 100 s on average, 300 s apart, with visits of 10 s, at any hour.
  static func steady() -> UserBehaviour {
    var user = UserBehaviour()
    user.sessionGapSeconds = .exponential(mean: 300)
    user.sessionLengthSeconds = .exponential(mean: 100)
    user.visitLengthSeconds = .constant(10)
    user.dayShape = UserBehaviour.flatDayShape
    user.callsPerDay = 0
    return user
  }

  static func classes() -> [AppClass] {
    ["chat", "game", "mail", "maps", "news"].enumerated().map { number, name in
      var app = AppClass(name: name)
      app.count = number + 1
      return app
    }
  }

  static func events(
    _ user: UserBehaviour, _ classes: [AppClass] = classes(), seed: UInt64 = 1,
    replication: UInt64 = 0, days: Double
  ) throws -> [PlanEvent] {
    let plan = try UserPlan(
      behaviour: user, catalog: AppCatalog(classes: classes), seed: seed, replication: replication,
      end: Ticks(rounding: days * 86_400))
    return try #require(plan.storedEvents)
  }

  /// Everything that can happen.
  private static func busy() -> (UserBehaviour, [AppClass]) {
    var user = UserBehaviour()
    user.callsPerDay = 20
    user.alertsPerDay = 20
    user.forceQuitsPerDay = 20
    user.notificationsPerDay = 50
    var classes = classes()
    classes[0].pushesPerDay = 20
    classes[1].refreshesPerDay = 20
    classes[2].locationsPerDay = 10
    classes[3].voipPushesPerDay = 10
    classes[4].processingPerDay = 10
    var widget = AppClass(name: "widget")
    widget.kind = .extension
    widget.demandsPerDay = 50
    return (user, classes + [widget])
  }

  // MARK: Order and identity

  @Test func eventsAreInTimeOrderAndEndWithTheRun() throws {
    let (user, classes) = Self.busy()
    for seed in 0..<20 as Range<UInt64> {
      let events = try Self.events(user, classes, seed: seed, days: 2)
      for (event, next) in zip(events, events.dropFirst()) {
        #expect(event.time <= next.time, "seed \(seed)")
      }
      #expect((events.last?.time ?? 0) <= 2 * Ticks.perDay, "seed \(seed)")
      let kinds = Set(events.map(\.kind))
      #expect(kinds.isSuperset(of: [.open, .lock, .push, .refresh, .demand, .notify, .forceQuit]))
    }
  }

  @Test func theSameKeyGivesTheSamePlanAndAnotherADifferentOne() throws {
    let (user, classes) = Self.busy()
    let plan = try Self.events(user, classes, days: 1)
    #expect(try Self.events(user, classes, days: 1) == plan)
    #expect(try Self.events(user, classes, replication: 1, days: 1) != plan)
    #expect(try Self.events(user, classes, seed: 2, days: 1) != plan)
  }

  @Test func aLongerPlanBeginsLikeAShorterOne() throws {
    let (user, classes) = Self.busy()
    for seed in 0..<10 as Range<UInt64> {
      let short = try Self.events(user, classes, seed: seed, days: 1)
      let long = try Self.events(user, classes, seed: seed, days: 2)
      #expect(long.prefix(short.count).elementsEqual(short), "seed \(seed)")
    }
  }

  /// Occurrences number the events of a kind without a gap; they are the keys of all draws.
  @Test func occurrencesCountFromNothing() throws {
    let (user, classes) = Self.busy()
    let events = try Self.events(user, classes, days: 3)
    for kind in PlanEventKind.allCases
    where ![.callDeclined, .callAccepted, .callEnd].contains(kind) {
      let numbers = events.filter { $0.kind == kind }.map(\.occurrence)
      #expect(numbers == numbers.indices.map { UInt32($0) }, "\(kind)")
    }
  }

  // MARK: What must not matter

  @Test func theOrderOfTheClassesDoesNotMatter() throws {
    let (user, classes) = Self.busy()
    let plan = try Self.events(user, classes, days: 2)
    var stream = StreamFamily(seed: 5, replication: 0).stream(.test, entity: 0, occurrence: 0)
    for _ in 0..<10 {
      var shuffled = classes
      for last in shuffled.indices.reversed() {
        shuffled.swapAt(last, Int(stream.below(UInt64(last + 1))))
      }
      let events = try Self.events(user, shuffled, days: 2)
      #expect(events == plan)
      let (mine, its) = (AppCatalog(classes: classes), AppCatalog(classes: shuffled))
      for member in 0..<mine.count { #expect(mine.name(of: member) == its.name(of: member)) }
    }
  }

  @Test func anotherHelperDoesNotChangeTheUser() throws {
    let user = Self.steady()
    let before = try Self.named(user, Self.classes())
    var helper = AppClass(name: "aardvark")
    helper.kind = .daemon
    helper.demandsPerDay = 100
    let after = try Self.named(user, [helper] + Self.classes()).filter { !$0.hasSuffix("aardvark") }
    #expect(before == after)
  }

  @Test func sessionsDoNotDependOnTheApps() throws {
    let user = Self.steady()
    let few = try Self.events(user, Array(Self.classes().prefix(2)), days: 3)
    let many = try Self.events(user, days: 3)
    #expect(few.map(\.time) == many.map(\.time))
    #expect(few.map(\.kind) == many.map(\.kind))
  }

  /// Nothing that the device decides with enters the plan.
  @Test func sizesAndLatenciesDoNotMatter() throws {
    let (user, classes) = Self.busy()
    let plan = try Self.events(user, classes, days: 2)
    var other = classes
    for index in other.indices {
      other[index].footprintMiB = .uniform(min: 1, max: 900)
      other[index].filePagesMiB = 7
      other[index].purgeableMiB = 8
      other[index].coldLaunchSeconds = .exponential(mean: 30)
      other[index].taskProbability = 0.9
      other[index].audioProbability = 0.5
      other[index].lockProbability = 0.5
      other[index].crashesPerHour = 9
      other[index].softLimitMiB = 1
      other[index].fatalLimitMiB = 1
      other[index].exitsOnSuspend = true
    }
    #expect(try Self.events(user, other, days: 2) == plan)
  }

  /// Other events do not shift the visits: each kind has streams of its own.
  @Test func visitsDoNotDependOnIncidents() throws {
    let (user, classes) = Self.busy()
    var quiet = user
    quiet.callsPerDay = 0
    quiet.alertsPerDay = 0
    quiet.forceQuitsPerDay = 0
    quiet.notificationsPerDay = 0
    func visits(_ user: UserBehaviour) throws -> [PlanEvent] {
      try Self.events(user, classes, days: 2).filter { $0.kind == .open || $0.kind == .lock }
    }
    #expect(try visits(user) == visits(quiet))
  }

  private static func named(_ user: UserBehaviour, _ classes: [AppClass]) throws -> [String] {
    let catalog = AppCatalog(classes: classes)
    return try events(user, classes, days: 2).map { event in
      let name = event.app == PlanEvent.noApp ? "-" : catalog.name(of: Int(event.app))
      return "\(event.time) \(event.kind) \(event.occurrence) \(name)"
    }
  }

  // MARK: Fingerprint and future

  @Test func theFingerprintSeesEveryField() throws {
    let events = try Self.events(Self.steady(), days: 0.1)
    func fingerprint(_ change: (inout PlanEvent) -> Void) -> UInt64 {
      var changed = events
      change(&changed[0])
      return UserPlan(events: changed).makeReader().fingerprint
    }
    let original = fingerprint { _ in }
    #expect(fingerprint { $0.time += 1 } != original)
    #expect(fingerprint { $0.app += 1 } != original)
    #expect(fingerprint { $0.occurrence += 1 } != original)
    #expect(fingerprint { $0.footprintKiB = 5 } != original)
    #expect(fingerprint { $0.detail += 1 } != original)
    #expect(fingerprint { $0.kind = .crash } != original)
    #expect(UserPlan(events: events.reversed()).makeReader().fingerprint != original)
  }

  @Test func futureUsesAreTheNextOpenOrDemand() throws {
    let (user, classes) = Self.busy()
    let count = AppCatalog(classes: classes).count
    for seed in 0..<5 as Range<UInt64> {
      let events = Array(try Self.events(user, classes, seed: seed, days: 2).prefix(600))
      let uses = try #require(UserPlan(events: events).futureUses(memberCount: count))
      for (position, event) in events.enumerated() {
        let next = events[(position + 1)...].firstIndex {
          $0.app == event.app && ($0.kind == .open || $0.kind == .demand)
        }
        let expected = event.app == PlanEvent.noApp ? nil : next
        #expect(uses[position] == expected.map { UInt32($0) } ?? .max, "seed \(seed)")
      }
    }
  }

  @Test func longPlansAreStreamed() throws {
    let plan = try UserPlan(
      behaviour: Self.steady(), catalog: AppCatalog(classes: Self.classes()), seed: 1,
      replication: 0, end: 10_000 * Ticks.perDay)
    #expect(plan.storedEvents == nil)
    #expect(plan.futureUses(memberCount: 15) == nil)
    var reader = plan.makeReader()
    let stored = try Self.events(Self.steady(), days: 1)
    for event in stored { #expect(reader.next() == event) }
  }

  @Test func nobodyToOpenMeansNoVisits() throws {
    var user = Self.steady()
    user.callsPerDay = 10
    var never = AppClass(name: "never")
    never.popularity = 0
    let events = try Self.events(user, [never], days: 5)
    #expect(!events.contains { $0.kind == .open || $0.kind == .lock })
    #expect(events.contains { $0.kind == .callDeclined || $0.kind == .callAccepted })
  }
}
