import RandomStreams
import Testing
import Workload

@testable import Device

/// The event loop of profile `plain` reports what the one of all profiles does, byte for byte.
@Suite struct PlainSessionTests {
  /// All policies that it serves, some of them with parameters.
  private static let policies: [PolicySpecification] =
    [
      "lru", "jetsam", "fifo", "sieve", "lmkd", "kernel-lmk", "mru", "random", "largest",
      "smallest",
      "lfu", "lru2", "lrfu", "lrfu-size", "age-size", "gdsf", "hyperbolic", "restart-cost", "value",
      "markov", "relaunch-distance", "lhd", "habit", "belady", "belady-size",
    ].map { PolicySpecification($0) } + [
      PolicySpecification("lmkd", arguments: [.init("heaviest", .flag(true))]),
      PolicySpecification("gdsf", arguments: [.init("bypass", .flag(true))]),
      PolicySpecification(
        "gdsf", arguments: [.init("bypass", .flag(true)), .init("cost", .number(1))]),
      .score("idle"), .score("footprint"), .score("1"),
      .score("unused * footprint / (launch_cost + 1)"),
      .score("uses_ever + idle - resident + age * use_rate - gap_mean * p_next + is_helper"),
      // These fail, the first before it is asked for a victim, the others now and then.
      .score("1 / is_helper"), .score("log(idle)"),
      .score("footprint / uses + 1 / gap_mean"),
    ]

  @Test func everyReportIsTheSame() throws {
    for seed in 0..<30 as Range<UInt64> {
      let trace = RandomTrace(seed: seed, events: 120)
      for policy in Self.policies { try expectSame(policy, trace, seed: seed) }
    }
  }

  @Test func everyReportOfTheOrdersThatThePlanKeepsIsTheSame() throws {
    for seed in 30..<240 as Range<UInt64> {
      let trace = RandomTrace(seed: seed, events: 120)
      for policy in Self.policies[..<4] { try expectSame(policy, trace, seed: seed) }
    }
  }

  /// What the orders kept by the plan become when they start again.
  @Test func thePoliciesOfThoseOrdersAreTheSame() throws {
    for seed in 0..<60 as Range<UInt64> {
      let trace = RandomTrace(seed: seed, events: 120)
      for policy in Self.policies[..<4] {
        let request = PolicyRegistry.Request(
          specification: policy, run: trace.run, plan: trace.plan, records: false)
        let own = try PolicyRegistry.session(request)
        try expectSame(own, policy, trace, seed: seed)
      }
    }
  }

  @Test func randomUsersAreTheSame() throws {
    for seed in 0..<8 as Range<UInt64> {
      let scenario = try RandomScenario(seed: seed, isPlain: true)
      for policy in Self.policies {
        let own = try PolicyRegistry.session(policy, scenario.run, plan: scenario.plan)
        let other = try PolicyRegistry.generalSession(policy, scenario.run, plan: scenario.plan)
        #expect(own is any OnPlainLoop)
        let (mine, its) = (outcome(of: own), outcome(of: other))
        #expect(mine == its, "seed \(seed), \(policy)")
      }
    }
  }

  @Test func equalTimesOfManyRequestsStartAgain() throws {
    var draws = StreamFamily(seed: 7, replication: 0).stream(.test, entity: 0, occurrence: 0)
    let plan = UserPlan(
      events: (0..<1500).map {
        PlanEvent(
          time: 5, kind: .open, app: AppID(draws.below(300)), occurrence: UInt32($0),
          footprintKiB: 1024)
      })
    var app = AppClass(name: "app")
    app.count = 300
    let run = DeviceRun(
      configuration: DeviceConfiguration(profile: .plain, ramMiB: 200),
      catalog: AppCatalog(classes: [app]), seed: 1, replication: 0, end: 10)
    for name in ["lru", "jetsam", "fifo"] {
      let policy = PolicySpecification(name)
      let own = try PolicyRegistry.session(policy, run, plan: plan) as? PlainSession<PlainStore>
      let other = try PolicyRegistry.generalSession(policy, run, plan: plan)
      #expect(own?.hasStartedAgain == false, "\(name)")
      try own?.advance(until: 7)
      #expect(own?.hasStartedAgain == true, "\(name)")
      try other.advance(until: 7)
      #expect(own?.fingerprint == other.fingerprint, "\(name)")
      #expect(try own?.finish() == other.finish(), "\(name)")
    }
  }

  @Test func everythingElseIsLeftToTheOtherLoop() throws {
    let trace = RandomTrace(seed: 1, events: 20)
    let (plan, lru) = (trace.plan, PolicySpecification("lru"))
    #expect(try PolicyRegistry.session(lru, trace.run, plan: plan) is PlainSession<PlainStore>)
    let recorded = try PolicyRegistry.session(lru, trace.run, plan: plan, records: true)
    #expect(!(recorded is any OnPlainLoop))
    for name in ["ttl", "count-cap", "oomd"] {
      let session = try PolicyRegistry.session(PolicySpecification(name), trace.run, plan: plan)
      #expect(!(session is any OnPlainLoop), "\(name) has a trigger")
    }
    var run = trace.run
    run.end = .limit
    let long = try PolicyRegistry.session(lru, run, plan: plan)
    #expect(long is PlainSession<PlainPolicyStore<LRUPolicy>>)
    run = trace.run
    run.configuration.profile = .ios
    #expect(try !(PolicyRegistry.session(lru, run, plan: plan) is any OnPlainLoop))
  }

  /// Which policies the loop serves, and that none is forgotten above.
  @Test func everyPolicyWithoutATriggerIsServed() throws {
    let trace = RandomTrace(seed: 1, events: 20)
    let names = Set(Self.policies.map(\.name))
    for description in PolicyRegistry.all {
      let session = try PolicyRegistry.session(
        PolicySpecification(description.name), trace.run, plan: trace.plan)
      #expect((session is any OnPlainLoop) == names.contains(description.name))
    }
  }

  private func expectSame(
    _ policy: PolicySpecification, _ trace: RandomTrace, seed: UInt64
  ) throws {
    let own = try PolicyRegistry.session(policy, trace.run, plan: trace.plan)
    try expectSame(own, policy, trace, seed: seed)
  }

  private func outcome(of session: any DeviceSession) -> Outcome {
    do { return .report(try session.finish()) } catch { return .failure(error) }
  }

  /// Runs a trace on both loops, with the same stops on the way, to the same end or failure.
  private func expectSame(
    _ own: any DeviceSession, _ policy: PolicySpecification, _ trace: RandomTrace, seed: UInt64
  ) throws {
    let what: Comment = "seed \(seed), \(policy)"
    let other = try PolicyRegistry.generalSession(policy, trace.run, plan: trace.plan)
    #expect(own is any OnPlainLoop)
    for stop in trace.stops {
      let failures = (
        failure { () throws(RunFailure) in try own.advance(until: stop) },
        failure { () throws(RunFailure) in try other.advance(until: stop) }
      )
      #expect(failures.0 == failures.1, what)
      #expect(own.events == other.events && own.fingerprint == other.fingerprint, what)
      if failures.0 != nil { return }
    }
    let (mine, its) = (outcome(of: own), outcome(of: other))
    #expect(mine == its, what)
  }

  private func failure(_ body: () throws(RunFailure) -> Void) -> RunFailure? {
    do { try body() } catch { return error }
    return nil
  }
}

/// What a session came to.
private enum Outcome: Equatable {
  case report(RunReport)
  case failure(RunFailure)
}

/// A session on the event loop of profile `plain`, whatever its order.
private protocol OnPlainLoop {}
extension PlainSession: OnPlainLoop where Order: ~Copyable {}

/// Requests at random: any kind of event, sizes stated or not, times that coincide or lie far
/// apart, limits and windows anywhere.
private struct RandomTrace {
  let run: DeviceRun
  let plan: UserPlan
  /// Where the run pauses.
  let stops: [Ticks]

  init(seed: UInt64, events: Int) {
    var draws = StreamFamily(seed: seed, replication: 1).stream(.test, entity: 0, occurrence: 0)
    func maybe(_ probability: Double) -> Bool { draws.uniform() < probability }
    let catalog = Self.catalog(&draws)
    let otherKinds: [PlanEventKind] =
      maybe(0.5) ? [.home, .lock, .forceQuit] : PlanEventKind.allCases
    let (openShare, statedShare) = (maybe(0.3) ? 1 : 0.6 + 0.3 * draws.uniform(), draws.uniform())
    let (stillShare, gap) = (maybe(0.3) ? 0.9 : draws.uniform(), 1 + draws.below(300 * .perSecond))
    let skew = 1 + Int(draws.below(3))
    // Equal sizes make equal keys.
    let hasOneSize = maybe(0.25)
    // Times in whole seconds often fall on the borders of windows.
    let grain = maybe(0.5) ? .perSecond : 1 as Ticks
    func whole(_ time: Ticks) -> Ticks { time / grain * grain }
    var time: Ticks = 0
    var plan: [PlanEvent] = []
    for number in 0..<events {
      if !maybe(stillShare) {
        time += maybe(0.5) ? whole(draws.below(gap)) : grain * draws.below(3)
      }
      let kind = maybe(openShare) ? .open : otherKinds[Int(draws.below(UInt64(otherKinds.count)))]
      // The least of some draws: low numbers are popular.
      let app = (0..<skew).map { _ in draws.below(UInt64(catalog.count)) }.min() ?? 0
      var event = PlanEvent(
        time: time, kind: kind, app: AppID(app), occurrence: UInt32(number))
      if maybe(statedShare) {
        event.footprintKiB =
          hasOneSize
          ? 4096 : UInt32(maybe(0.05) ? draws.below(900_000) : draws.below(50_000))
      }
      plan.append(event)
    }
    self.plan = UserPlan(events: plan)
    var device = DeviceConfiguration(profile: .plain, ramMiB: 20 + 300 * draws.uniform())
    device.regretSeconds =
      maybe(0.3)
      ? Double(grain * draws.below(6)) / 1e6
      : maybe(0.3) ? 600 : Double(whole(draws.below(2 * time + 2))) / 1e6
    var run = DeviceRun(
      configuration: device, catalog: catalog, seed: seed, replication: 0,
      end: maybe(0.3) ? time : whole(maybe(0.5) ? time + draws.below(gap) : draws.below(time + 1)))
    if maybe(0.5) { run.warmUp = maybe(0.1) ? run.end + 1 : whole(draws.below(run.end + 1)) }
    if maybe(0.1) { run.maxEvents = draws.below(300) }
    run.keepsAppCounts = maybe(0.5)
    self.run = run
    stops = (0..<draws.below(4)).map { _ in draws.below(run.end + 2) }.sorted()
  }

  private static func catalog(_ draws: inout RandomStream) -> AppCatalog {
    AppCatalog(
      classes: (0..<1 + draws.below(3)).map { number in
        var app = AppClass(name: "class\(number)")
        app.count = 1 + Int(draws.below(15))
        if draws.uniform() < 0.2 { app.kind = .daemon }
        app.footprintMiB = .uniform(min: 0, max: 60)
        app.coldLaunchSeconds =
          draws.uniform() < 0.5 ? .constant(draws.uniform()) : .exponential(mean: 3)
        return app
      })
  }
}
