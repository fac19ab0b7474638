import Testing

/// The reference itself is held to published answers and to an independent simulator.
@Suite struct ReferenceCacheTests {
  private func misses(_ apps: [Int], slots: Int, _ policy: ReferencePolicy) -> Int {
    ReferenceCache.misses(trace: apps.map { ($0, 1) }, budget: slots, policy: policy)
  }

  /// The request string of Belady, Nelson & Shedler (1969), on which FIFO misses more with more
  /// room.
  @Test func beladysAnomaly() {
    let apps = [1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5]
    #expect([3, 4].map { misses(apps, slots: $0, .fifo) } == [9, 10])
    #expect([3, 4].map { misses(apps, slots: $0, .lru) } == [10, 8])
    #expect([3, 4].map { misses(apps, slots: $0, .belady) } == [7, 6])
  }

  @Test func anIndependentSimulatorMissesAsOften() {
    for (policy, known) in ReferenceTrace.knownMisses {
      for (budget, expected) in zip(ReferenceTrace.knownBudgets, known) {
        let misses = ReferenceCache.misses(
          trace: ReferenceTrace.small, budget: budget, policy: policy)
        #expect(misses == expected, "\(policy) at \(budget) MiB")
      }
    }
  }

  @Test func theSmallTraceUsesAllApps() {
    #expect(ReferenceTrace.small.count == 300)
    for app in 0..<12 {
      #expect(ReferenceTrace.small.contains { $0 == (app, ReferenceTrace.smallSizes[app]) })
    }
  }

  @Test func leastUsedGoesFirstAndCountsRestart() {
    // App 1 has two uses, 2 and 3 one each: 2 reached that first. Back again, 2 counts from 1.
    let hits = ReferenceCache.hits(
      trace: [1, 1, 2, 3, 4, 2, 3, 1].map { ($0, 1) }, budget: 3, policy: .lfu)
    #expect(hits == [false, true, false, false, false, false, false, true])
  }

  @Test func aNewcomerMayBypass() {
    // 9 MiB asks for the room of both; its value 1/9 is the lowest, so it goes itself.
    let trace = [(1, 1), (2, 1), (3, 9), (1, 1), (2, 1)]
    let bypass = ReferenceCache.hits(trace: trace, budget: 10, policy: .gdsfBypass)
    let kept = ReferenceCache.hits(trace: trace, budget: 10, policy: .gdsf)
    #expect(bypass == [false, false, false, true, true])
    // Kept, it stands above 2 by the value of the purged 1: each launch purges the next one.
    #expect(kept == [false, false, false, false, false])
  }

  @Test func anAppLargerThanTheBudgetPurgesNothing() {
    for policy in ReferencePolicy.allCases {
      let hits = ReferenceCache.hits(
        trace: [(1, 4), (2, 0), (3, 10_000), (1, 4)], budget: 9, policy: policy)
      #expect(hits == [false, false, false, true], "\(policy)")
    }
  }

  /// With equal sizes, Belady is a bound and LRU never misses more with more room.
  @Test func boundsHold() {
    for seed in UInt64(0)..<20 {
      let trace = ReferenceTrace.random(
        seed: seed, apps: 8, requests: 120, sizes: Array(repeating: 1, count: 8))
      var lastLRU = Int.max
      for slots in 1...8 {
        let best = ReferenceCache.misses(trace: trace, budget: slots, policy: .belady)
        for policy in ReferencePolicy.allCases where policy != .gdsfBypass {
          let misses = ReferenceCache.misses(trace: trace, budget: slots, policy: policy)
          #expect(misses >= best, "\(policy) with \(slots) slots, seed \(seed)")
        }
        let lru = ReferenceCache.misses(trace: trace, budget: slots, policy: .lru)
        #expect(lru <= lastLRU)
        lastLRU = lru
      }
    }
  }
}
