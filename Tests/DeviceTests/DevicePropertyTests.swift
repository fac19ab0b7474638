import Foundation
import RandomStreams
import Testing
import Workload

@testable import Device

/// What must hold in any scenario under any policy; 500 scenarios in ten batches, forty times as
/// many with `JETSIM_LONG=1`.
@Suite struct DevicePropertyTests {
  private static let batches = 0..<10
  private static let isLong = ProcessInfo.processInfo.environment["JETSIM_LONG"] == "1"
  private static let batchSize: UInt64 = isLong ? 2000 : 50

  private static func seeds(_ batch: Int) -> Range<UInt64> {
    let first = UInt64(batch) * batchSize
    return first..<first + batchSize
  }

  private static func policy(_ number: UInt64) -> PolicySpecification {
    let all = PolicyRegistry.all
    return policy(all[Int(number % UInt64(all.count))].name)
  }

  private static func policy(_ name: String) -> PolicySpecification {
    // Triggers of their own that small scenarios reach.
    let arguments: [PolicySpecification.Argument] =
      switch name {
      case "ttl": [.init("after", .number(20))]
      case "count-cap": [.init("cap", .number(2))]
      case "oomd": [.init("used", .number(0.02)), .init("duration", .number(1))]
      default: []
      }
    return PolicySpecification(name, arguments: arguments)
  }

  /// The scenarios are worth something only if everything happens in them.
  @Test func theScenariosCoverEveryTriggerAndCause() throws {
    var triggers = Set<LifecycleTrigger>()
    var causes = Set<PurgeCause>()
    for seed in 0..<160 as Range<UInt64> {
      let scenario = try RandomScenario(seed: seed)
      let name = ["jetsam", "ttl", "count-cap", "oomd"][Int(seed % 4)]
      let (_, transitions) = try PolicyRegistry.replay(
        Self.policy(name), scenario.run, plan: scenario.plan)
      triggers.formUnion(transitions.map(\.trigger))
      causes.formUnion(transitions.compactMap(\.cause))
    }
    #expect(Set(LifecycleTrigger.allCases).subtracting(triggers).isEmpty)
    let known: Set<PurgeCause> = [
      .idleExit, .vmPageshortage, .highwater, .perProcessLimit, .longIdleExit,
      .sustainedMemoryPressure, .compressorSpaceShortage, .diskSpaceShortage, .budget, .ttl,
      .countCap, .oomd,
    ]
    #expect(known.subtracting(causes).isEmpty)
  }

  /// Each scenario under two policies: nothing fails, the numbers agree with one another and with
  /// the transitions, neither recording nor the kind of the queue changes anything, and both
  /// policies meet the same user.
  @Test(arguments: batches) func anyScenarioRuns(batch: Int) {
    for seed in Self.seeds(batch) {
      let policy = Self.policy(seed)
      let second = Self.policy(seed / UInt64(PolicyRegistry.all.count) + seed + 1)
      let name = "seed \(seed), \(policy.name) and \(second.name)"
      do {
        try Self.run(RandomScenario(seed: seed), policy, second, name)
      } catch {
        Issue.record("\(error): \(name)")
      }
    }
  }

  private static func run(
    _ scenario: RandomScenario, _ policy: PolicySpecification, _ second: PolicySpecification,
    _ name: String
  ) throws {
    let (report, transitions) = try PolicyRegistry.replay(
      policy, scenario.run, plan: scenario.plan)
    var again = scenario.run
    again.queue = .ladder
    let unrecorded = try PolicyRegistry.run(policy, again, plan: scenario.plan)
    #expect(report == unrecorded, "recording or another queue changed the run: \(name)")
    let other = try PolicyRegistry.run(second, scenario.run, plan: scenario.plan)
    #expect(other.planFingerprint == report.planFingerprint, "\(name)")
    check(report, scenario, name)
    check(other, scenario, name)
    check(transitions, report, scenario, name)
  }

  /// What the metrics of one run must satisfy among themselves.
  private static func check(_ report: RunReport, _ scenario: RandomScenario, _ name: String) {
    let values = report.values
    #expect(values.count == Metric.all.count, "\(name)")
    for (metric, value) in zip(Metric.all, values) {
      guard let value else {
        #expect(!metric.isCount, "\(metric.name) is missing: \(name)")
        continue
      }
      #expect(value.isFinite && value >= 0, "\(metric.name) = \(value): \(name)")
      if metric.isCount { #expect(value == value.rounded(), "\(metric.name): \(name)") }
      if metric.name.hasSuffix("_frac") { #expect(value <= 1, "\(metric.name): \(name)") }
    }
    func value(_ name: String) -> Double { report.value(name) ?? 0 }
    let launches = value("launches")
    #expect(
      launches == value("cold_launches") + value("warm_launches") + value("resumes"), "\(name)")
    #expect(value("failed_launches") <= launches - value("resumes"), "\(name)")
    #expect((report.value("resume_frac") == nil) == (launches == 0), "\(name)")
    let causes = PurgeCause.allCases.reduce(0) { $0 + value("purges_\($1.columnName)") }
    #expect(value("purges") == causes, "\(name)")
    let bands = Band.allCases.reduce(0) { $0 + value("\($1.name)_band_purges") }
    #expect(value("purges") == bands, "\(name)")
    #expect(value("app_purges") <= value("purges"), "\(name)")
    #expect(value("regretted_purges") <= value("purges"), "\(name)")
    let quantiles = ["p50", "p90", "p95", "p99"].map { value("launch_latency_\($0)_s") }
    #expect(quantiles == quantiles.sorted(), "\(name)")
    #expect(value("available_mib_min") <= value("available_mib_tavg") + 1e-6, "\(name)")
    #expect(value("available_mib_tavg") <= scenario.run.configuration.ramMiB + 1, "\(name)")
    #expect(report.apps.count == scenario.run.catalog.count, "\(name)")
    #expect(Double(report.apps.reduce(0) { $0 + $1.purges }) == value("purges"), "\(name)")
    #expect(
      Double(report.apps.reduce(0) { $0 + $1.regrets }) == value("regretted_purges"), "\(name)")
    let visits = report.apps.reduce(0) { $0 + $1.starts + $1.resumes }
    let isPlain = scenario.run.configuration.profile == .plain
    #expect(Double(visits) == launches - (isPlain ? value("failed_launches") : 0), "\(name)")
  }

  /// What the transitions of one run must satisfy, and how the metrics follow from them.
  private static func check(
    _ transitions: [TransitionRecord], _ report: RunReport, _ scenario: RandomScenario,
    _ name: String
  ) {
    var states = [LifecycleState](repeating: .notRunning, count: scenario.run.catalog.count)
    var last: Ticks = 0
    for record in transitions {
      #expect(record.time >= last && record.time <= scenario.run.end, "\(name)")
      last = record.time
      #expect(states[Int(record.app)] == record.from, "\(name)")
      #expect(
        Lifecycle.isLegal(from: record.from, to: record.to, trigger: record.trigger), "\(name)")
      #expect(record.to != .notRunning || (record.cause != nil) == isPurge(record.trigger))
      states[Int(record.app)] = record.to
    }
    for cause in PurgeCause.allCases {
      let count = transitions.filter { $0.to == .notRunning && $0.cause == cause }.count
      #expect(report.value("purges_\(cause.columnName)") == Double(count), "\(name)")
    }
    let crashes = transitions.filter { $0.trigger == .crash }.count
    let counted = (report.value("crashes") ?? 0) + (report.value("lock_kills") ?? 0)
    #expect(Double(crashes) == counted, "\(name)")
  }

  private static func isPurge(_ trigger: LifecycleTrigger) -> Bool {
    trigger == .purge || trigger == .limit
  }

  @Test func everyPolicyRunsOnBothProfiles() throws {
    for (number, description) in PolicyRegistry.all.enumerated() {
      for isPlain in [true, false] {
        let scenario = try RandomScenario(seed: UInt64(1000 + number), isPlain: isPlain)
        let report = try PolicyRegistry.run(
          PolicySpecification(description.name), scenario.run, plan: scenario.plan)
        Self.check(report, scenario, description.name)
      }
    }
  }

  @Test func replicationsDiffer() throws {
    for seed in 0..<20 as Range<UInt64> {
      let first = try RandomScenario(seed: seed, replication: 0)
      let second = try RandomScenario(seed: seed, replication: 1)
      let policy = PolicySpecification("jetsam")
      let reports = try [first, second].map {
        try PolicyRegistry.run(policy, $0.run, plan: $0.plan)
      }
      guard (reports[0].value("launches") ?? 0) > 5 else { continue }
      #expect(reports[0].fingerprint != reports[1].fingerprint, "seed \(seed)")
      #expect(reports[0].planFingerprint != reports[1].planFingerprint, "seed \(seed)")
    }
  }

  /// A plan that is drawn while the device runs gives the same run as one that was drawn before.
  @Test func aStreamedPlanGivesTheSameRun() throws {
    var apps = [Scripted.app("a"), Scripted.app("b"), Scripted.app("c")]
    apps[0].pushesPerDay = 300
    var device = Scripted(apps)
    device.end = 7200
    var user = UserBehaviour()
    user.notificationsPerDay = 500
    for seed in 0..<10 as Range<UInt64> {
      device.seed = seed
      func plan(days: Double) throws -> UserPlan {
        try UserPlan(
          behaviour: user, catalog: device.catalog, seed: seed, replication: 0,
          end: Ticks(rounding: days * 86_400))
      }
      let stored = try plan(days: 1)
      // Too long to be held.
      let streamed = try plan(days: 30_000)
      #expect(stored.storedEvents != nil)
      #expect(streamed.storedEvents == nil)
      for policy in ["jetsam", "lru", "gdsf"] {
        device.policy = PolicySpecification(policy)
        var reports = try [stored, streamed].map { try device.play($0).report }
        for index in reports.indices { reports[index].planFingerprint = 0 }
        #expect(reports[0] == reports[1], "seed \(seed), \(policy)")
      }
    }
  }

  /// An experiment may look into a run at any time without changing it.
  @Test func pausingChangesNothing() throws {
    for seed in 0..<20 as Range<UInt64> {
      let scenario = try RandomScenario(seed: seed)
      let policy = Self.policy(seed)
      let session = try PolicyRegistry.session(policy, scenario.run, plan: scenario.plan)
      for part in 1...7 as ClosedRange<UInt64> {
        try session.advance(until: scenario.run.end * part / 7)
      }
      let report = try session.finish()
      #expect(
        try report == PolicyRegistry.run(policy, scenario.run, plan: scenario.plan),
        "seed \(seed)")
    }
  }

  /// The measured time may begin late: the run is the same, only less of it counts.
  @Test func warmUpOnlyHides() throws {
    for seed in 0..<40 as Range<UInt64> {
      let scenario = try RandomScenario(seed: seed)
      let policy = Self.policy(seed)
      let whole = try PolicyRegistry.run(policy, scenario.run, plan: scenario.plan)
      var run = scenario.run
      run.warmUp = run.end / 3
      let late = try PolicyRegistry.run(policy, run, plan: scenario.plan)
      #expect(late.fingerprint == whole.fingerprint, "seed \(seed)")
      #expect(late.events == whole.events, "seed \(seed)")
      Self.check(late, scenario, "seed \(seed), \(policy.name), late")
      for (metric, (hidden, all)) in zip(Metric.all, zip(late.values, whole.values))
      where metric.isCount {
        #expect(hidden ?? 0 <= all ?? 0, "\(metric.name), seed \(seed)")
      }
    }
  }

  @Test func theEventLimitEndsARun() throws {
    var scenario = try RandomScenario(seed: 3, isPlain: false).run
    scenario.maxEvents = 10
    let plan = try RandomScenario(seed: 3, isPlain: false).plan
    #expect(throws: RunFailure.self) {
      try PolicyRegistry.run(PolicySpecification("jetsam"), scenario, plan: plan)
    }
  }
}
