import RandomStreams
import Testing
import Workload

@testable import Device

/// The cheap test before a score never passes over a candidate that the score would choose.
@Suite struct ScorePassTests {
  private static let apps: AppID = 150

  @Test func nothingIsPassedOver() throws {
    try check(AgeSizePolicy.self)
    try check(HyperbolicPolicy.self)
    try check(ValuePolicy.self)
    try check(HabitPolicy.self)
    try check(LHDPolicy.self)
    try check(RelaunchDistancePolicy.self)
    try check(MarkovPolicy.self)
    try check(RelaunchDistancePolicy.self, [.init("trust", .number(0.1))])
    // Shares so small that they are no normal numbers, and none at all.
    try check(MarkovPolicy.self, [.init("half_life", .number(0.3))])
    try check(MarkovPolicy.self, [.init("mix", .number(1))])
  }

  /// Random uses, candidates with what they had when they became some, and passes in between.
  private func check<Policy: PurgePolicy & ~Copyable>(
    _ type: Policy.Type, _ arguments: [PolicySpecification.Argument] = []
  ) throws {
    for seed in UInt64(0)..<4 {
      let family = StreamFamily(seed: seed, replication: 0)
      var draws = family.stream(.test, entity: 5, occurrence: 0)
      var app = AppClass(name: "app")
      app.count = Int(Self.apps) - 30
      var helper = AppClass(name: "helper")
      helper.kind = .daemon
      helper.count = 30
      let name = Policy.description.name
      var policy = try Policy(
        PolicySetup(
          appCount: Int(Self.apps), family: family,
          specification: PolicySpecification(name, arguments: arguments),
          catalog: AppCatalog(classes: [app, helper]), profile: .ios))
      var table = CandidateTable(appCount: Int(Self.apps))
      var changes = [Ticks](repeating: 0, count: Int(Self.apps))
      for step in 1...3000 {
        let now = Ticks(step) * 1_000_000
        let weight = draws.uniform()
        let app = AppID(weight * weight * weight * Double(Self.apps))
        if changes[Int(app)] > 0 { table.remove(app) }
        let size = UInt32(1 + draws.below(50)) * 4096
        policy.didUse(
          AppUse(
            app: app, time: now, isStart: draws.uniform() < 0.3, footprintKiB: size,
            launchCostSeconds: 1 + weight, nextUse: 0, position: UInt32(step)))
        func candidate(_ app: AppID) -> Candidate {
          Candidate(
            app: app, band: .idle, bandChange: now, footprintKiB: size, compressedKiB: size / 4,
            returnedKiB: size - size / 8)
        }
        table.insert(app, bandChange: now, policy.parts(candidate(app)))
        changes[Int(app)] = now
        // Another one was compressed, long after its last use.
        let other = AppID(draws.below(UInt64(Self.apps)))
        if changes[Int(other)] > 0 {
          table.remove(other)
          table.insert(other, bandChange: changes[Int(other)], policy.parts(candidate(other)))
        }
        guard step % 20 == 0 else { continue }
        let columns = table.columns
        let found = policy.largestScore(columns, now: Double(now))
        let best = best(&policy, columns, now: Double(now))
        #expect(table.app(found) == table.app(best), "\(name), seed \(seed), step \(step)")
      }
    }
  }

  private func best<Policy: PurgePolicy & ~Copyable>(
    _ policy: inout Policy, _ columns: CandidateColumns, now: Double
  ) -> Int {
    var best = (row: 0, score: -Double.infinity)
    for row in 0..<columns.count {
      var parts = columns.parts(row)
      _ = policy.revise(columns.app(row), &parts)
      let score = policy.score(columns.app(row), parts, now: now)
      if score > best.score || (score == best.score && columns.comesBefore(row, best.row)) {
        best = (row, score)
      }
    }
    return best.row
  }
}
