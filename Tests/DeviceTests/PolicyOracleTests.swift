import Testing
import Workload

@testable import Device

/// In profile `plain`, policies equal an independently written reference, launch for launch.
@Suite struct PolicyOracleTests {
  private static let pairs: [(ReferencePolicy, PolicySpecification)] = [
    (.fifo, PolicySpecification("fifo")),
    (.lru, PolicySpecification("lru")),
    (.lfu, PolicySpecification("lfu")),
    (.gdsf, PolicySpecification("gdsf", arguments: [.init("cost", .number(1))])),
    (
      .gdsfBypass,
      PolicySpecification(
        "gdsf", arguments: [.init("cost", .number(1)), .init("bypass", .flag(true))])
    ),
    (.largest, PolicySpecification("largest")),
    (.belady, PolicySpecification("belady")),
  ]

  @Test(arguments: pairs.indices) func everyLaunchIsAHitWhereTheReferenceHasOne(pair: Int) throws {
    let (reference, policy) = Self.pairs[pair]
    for seed in UInt64(0)..<210 {
      let apps = 3 + Int(seed % 17)
      let trace = ReferenceTrace.random(seed: seed, apps: apps, requests: 50 + Int(seed % 7) * 20)
      let total = Dictionary(trace.map { ($0.app, $0.size) }) { first, _ in first }.values
        .reduce(0, +)
      let launches = PlainLaunches(trace, budget: max(1, total / (2 + Int(seed / 3 % 4))))
      let expected = ReferenceCache.hits(trace: trace, budget: launches.budget, policy: reference)
      let hits = try launches.hits(policy)
      #expect(hits == expected, "\(reference), seed \(seed), budget \(launches.budget) MiB")
    }
  }

  @Test func anIndependentSimulatorMissesAsOften() throws {
    for (reference, known) in ReferenceTrace.knownMisses {
      guard let policy = Self.pairs.first(where: { $0.0 == reference })?.1 else { continue }
      for (budget, expected) in zip(ReferenceTrace.knownBudgets, known) {
        let misses = try PlainLaunches(ReferenceTrace.small, budget: budget).misses(policy)
        #expect(misses == expected, "\(reference) at \(budget) MiB")
      }
    }
  }

  @Test func withEqualSizesNoPolicyBeatsBelady() throws {
    for seed in UInt64(0)..<25 {
      let trace = ReferenceTrace.random(
        seed: seed, apps: 9, requests: 120, sizes: Array(repeating: 1, count: 9))
      for slots in [2, 4, 6] {
        let launches = PlainLaunches(trace, budget: slots)
        let best = try launches.misses("belady")
        let name = PolicyRegistry.all[Int(seed) % PolicyRegistry.all.count].name
        for policy in [name, "lru", "habit"] where policy != "score" {
          let misses = try launches.misses(policy)
          #expect(misses >= best, "\(policy) with \(slots) slots, seed \(seed)")
        }
      }
    }
  }
}
