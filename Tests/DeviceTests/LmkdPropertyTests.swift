import Foundation
import RandomStreams
import Testing
import Workload

@testable import Device

/// Random small scenarios in the profile `android`, invariants checked after every event; a hundred
/// in ten batches, twenty times as many with `JETSIM_LONG=1`.
@Suite struct LmkdPropertyTests {
  private static let isLong = ProcessInfo.processInfo.environment["JETSIM_LONG"] == "1"
  private static let batches = 0..<10
  private static let batchSize: UInt64 = isLong ? 200 : 10

  /// Under lmkd and another policy: nothing fails, repeating gives the same, numbers agree.
  @Test(arguments: batches) func anyScenarioRuns(batch: Int) throws {
    let policies = PolicyRegistry.all.filter { $0.name != "score" }
    for seed in UInt64(batch) * Self.batchSize..<UInt64(batch + 1) * Self.batchSize {
      let (run, plan) = try Self.scenario(seed)
      let lmkd = PolicySpecification("lmkd")
      let other = PolicySpecification(policies[Int(seed % UInt64(policies.count))].name)
      let (report, transitions) = try PolicyRegistry.replay(lmkd, run, plan: plan)
      Self.check(report, transitions, "seed \(seed)")
      let again = try PolicyRegistry.run(lmkd, run, plan: plan)
      #expect(report == again, "recording or repeating changed the run: seed \(seed)")
      let (second, more) = try PolicyRegistry.replay(other, run, plan: plan)
      Self.check(second, more, "seed \(seed), \(other.name)")
      #expect(second.planFingerprint == report.planFingerprint, "seed \(seed), \(other.name)")
    }
  }

  private static func check(
    _ report: RunReport, _ transitions: [TransitionRecord], _ name: String
  ) {
    let causes = Set(transitions.compactMap(\.cause))
    #expect(causes.subtracting(reasons).subtracting(others).isEmpty, "\(name): \(causes)")
    #expect(
      report.value("purges") == Double(transitions.filter { $0.cause != nil }.count), "\(name)")
    let stalled = report.value("stall_s_per_day") ?? -1
    #expect(stalled >= 0 && stalled <= 86_400, "\(name): \(stalled) s a day")
  }

  /// The scenarios are worth something only if all reasons and rules occur in them.
  @Test func theScenariosCoverEveryReason() throws {
    var causes = Set<PurgeCause>()
    for seed in 0..<80 as Range<UInt64> {
      let (run, plan) = try Self.scenario(seed)
      let (_, transitions) = try PolicyRegistry.replay(
        PolicySpecification("lmkd"), run, plan: plan)
      causes.formUnion(transitions.compactMap(\.cause))
    }
    #expect(Self.reasons.subtracting(causes).isEmpty, "\(causes)")
  }

  private static let reasons: Set<PurgeCause> = [
    .lmkdPressureAfterKill, .lmkdNotResponding, .lmkdLowSwapAndThrashing, .lmkdLowMemAndSwap,
    .lmkdLowMemAndSwapUtil, .lmkdLowMemAndThrashing, .lmkdDirectReclAndThrashing,
    .lmkdLowFilecacheAfterThrashing, .lmkdLowMem, .tooManyCached, .tooManyEmpty,
  ]

  /// Stated limits of apps, and policies with a trigger of their own, hold in every profile.
  private static let others: Set<PurgeCause> = [.perProcessLimit, .ttl, .countCap, .oomd]

  private static func scenario(_ seed: UInt64) throws -> (DeviceRun, UserPlan) {
    let scenario = try RandomScenario(seed: seed, isPlain: false)
    var run = scenario.run
    var draws = StreamFamily(seed: seed, replication: 1).stream(.test, entity: 0, occurrence: 0)
    run.configuration = device(run.configuration.ramMiB, &draws)
    return (run, scenario.plan)
  }

  private static func device(
    _ ramMiB: Double, _ draws: inout RandomStream
  ) -> DeviceConfiguration {
    func maybe(_ probability: Double) -> Bool { draws.uniform() < probability }
    var device = DeviceConfiguration(profile: .android, ramMiB: ramMiB)
    if maybe(0.3) { device.wiredFraction = 0.8 * draws.uniform() }
    if maybe(0.3) { device.killLatencySeconds = maybe(0.5) ? 0 : 2 * draws.uniform() }
    if maybe(0.3) { device.growthFactor = 1 + 3 * draws.uniform() }
    if maybe(0.2) { device.compressRatio = 1 + draws.uniform() }
    if maybe(0.2) { device.compressFraction = draws.uniform() }
    if maybe(0.3) { device.backgroundTrim = 0.1 + 0.9 * draws.uniform() }
    if maybe(0.3) { device.warningTrim = 0.1 + 0.9 * draws.uniform() }
    change(&device.android, &draws)
    return device
  }

  private static func change(_ a: inout AndroidConfiguration, _ draws: inout RandomStream) {
    func maybe(_ probability: Double) -> Bool { draws.uniform() < probability }
    if maybe(0.3) { a.minWatermark = 0.1 * draws.uniform() }
    if maybe(0.3) { a.lowWatermark = 0.2 * draws.uniform() }
    if maybe(0.3) { a.highWatermark = 0.3 * draws.uniform() }
    if maybe(0.4) { a.swapSize = maybe(0.4) ? 0 : draws.uniform() }
    if maybe(0.3) { a.swapShare = maybe(0.5) ? 1 : draws.uniform() }
    if maybe(0.3) { a.directShare = draws.uniform() }
    if maybe(0.3) { a.fileReadRate = 1 + 200 * draws.uniform() }
    if maybe(0.2) { a.partialStallSeconds = 0.3 * draws.uniform() + 0.001 }
    if maybe(0.2) { a.completeStallSeconds = 0.3 * draws.uniform() + 0.001 }
    if maybe(0.4) { a.swapFreeLow = draws.uniform() }
    if maybe(0.4) { a.thrashingLimit = 0.5 * draws.uniform() }
    if maybe(0.2) { a.swapUtilizationLimit = 0.5 * draws.uniform() }
    if maybe(0.3) { a.fileCacheMinimumMiB = 1000 * draws.uniform() }
    if maybe(0.2) { a.killTimeoutSeconds = draws.uniform() }
    if maybe(0.2) { a.lowMemoryScore = maybe(0.5) ? 1001 : 201 }
    if maybe(0.3) { a.previousSeconds = maybe(0.5) ? 0 : 20 * draws.uniform() }
    if maybe(0.3) { a.cachedProcesses = Int(draws.below(8)) }
    if maybe(0.2) { a.emptyShare = draws.uniform() }
    if maybe(0.3) { a.freezeDebounceSeconds = maybe(0.5) ? 0 : 20 * draws.uniform() }
    if maybe(0.2) { a.compactsFilePages = true }
    if maybe(0.2) { a.compactSwapLine = draws.uniform() }
    if maybe(0.2) { a.compactMinimumMiB = 0 }
    if maybe(0.2) { a.trimsByPressure = false }
    if maybe(0.1) { a.tellsToTrim = false }
    if maybe(0.2) { a.serviceBMiB = 20 * draws.uniform() }
  }
}
