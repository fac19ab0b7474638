import RandomStreams
import Testing
import Workload

@testable import Device

/// Offline bounds: below every policy, exact where theory says so.
@Suite struct OfflineBoundTests {
  private func bound(_ launches: PlainLaunches) -> OfflineBound {
    OfflineBound(
      launches.trace.map { .init(app: AppID($0.app), sizeKiB: UInt32($0.size * 1024)) },
      budgetKiB: Int64(launches.budget) * 1024)
  }

  @Test func theFlowEqualsBeladyForEqualSizes() throws {
    for seed in UInt64(0)..<40 {
      let apps = 4 + Int(seed % 9)
      let trace = ReferenceTrace.random(
        seed: seed, apps: apps, requests: 40 + Int(seed) * 4,
        sizes: Array(repeating: 3, count: apps))
      for slots in [1, 2, 3, 5] {
        let launches = PlainLaunches(trace, budget: slots * 3)
        let best = try launches.misses("belady")
        let bound = bound(launches)
        #expect(bound.coldLaunchesByFlow() == best, "\(slots) slots, seed \(seed)")
        #expect(bound.coldLaunchesByTotal() <= best, "\(slots) slots, seed \(seed)")
      }
    }
  }

  @Test func noPolicyIsBelowTheBounds() throws {
    let policies = ["lru", "habit", "gdsf", "lrfu-size", "value", "belady", "belady-size"]
    for seed in UInt64(100)..<130 {
      let trace = ReferenceTrace.random(seed: seed, apps: 11, requests: 150)
      let total = Dictionary(trace.map { ($0.app, $0.size) }) { first, _ in first }.values
        .reduce(0, +)
      let launches = PlainLaunches(trace, budget: max(1, total / (2 + Int(seed % 4))))
      let flow = bound(launches).coldLaunchesByFlow()
      let byTotal = bound(launches).coldLaunchesByTotal()
      #expect(byTotal <= flow, "seed \(seed)")
      for policy in policies {
        #expect(try launches.misses(policy) >= flow, "\(policy), seed \(seed)")
      }
    }
  }

  /// The best of all ways to purge, by trying them all.
  private func optimum(_ launches: PlainLaunches) -> Int {
    var best: [Set<Int>: Int] = [[]: 0]
    let sizes = Dictionary(launches.trace.map { ($0.app, $0.size) }) { first, _ in first }
    for launch in launches.trace {
      var next: [Set<Int>: Int] = [:]
      for (store, misses) in best {
        let isHit = store.contains(launch.app)
        let cost = misses + (isHit ? 0 : 1)
        guard isHit || launch.size <= launches.budget else {
          next[store] = min(next[store] ?? .max, cost)
          continue
        }
        let others = Array(store.subtracting([launch.app]))
        for mask in 0..<(1 << others.count) {
          let kept = others.indices.filter { mask >> $0 & 1 == 1 }.map { others[$0] }
          let used = kept.reduce(launch.size) { $0 + (sizes[$1] ?? 0) }
          guard used <= launches.budget else { continue }
          let after = Set(kept + [launch.app])
          next[after] = min(next[after] ?? .max, cost)
        }
      }
      best = next
    }
    return best.values.min() ?? 0
  }

  @Test func theFlowLiesBetweenTheTotalAndTheOptimum() throws {
    var sums = (total: 0, flow: 0, optimum: 0)
    for seed in UInt64(200)..<220 {
      let trace = ReferenceTrace.random(seed: seed, apps: 6, requests: 40)
      let total = Dictionary(trace.map { ($0.app, $0.size) }) { first, _ in first }.values
        .reduce(0, +)
      let launches = PlainLaunches(trace, budget: max(1, total / 2))
      let optimum = optimum(launches)
      let flow = bound(launches).coldLaunchesByFlow()
      #expect(flow <= optimum, "seed \(seed)")
      #expect(try launches.misses("belady-size") >= optimum, "seed \(seed)")
      sums.total += bound(launches).coldLaunchesByTotal()
      sums.flow += flow
      sums.optimum += optimum
    }
    #expect(sums.total < sums.flow && sums.flow < sums.optimum)
    // Parts of apps help most where few apps fit: here it is a fifth of the launches.
    #expect(Double(sums.flow) > 0.75 * Double(sums.optimum))
  }

  @Test func knownTraces() throws {
    let apps = [1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5]
    #expect(bound(PlainLaunches(apps: apps, slots: 3)).coldLaunchesByFlow() == 7)
    #expect(bound(PlainLaunches(apps: apps, slots: 4)).coldLaunchesByFlow() == 6)
    #expect(bound(PlainLaunches(apps: [], slots: 4)).coldLaunchesByFlow() == 0)
    #expect(bound(PlainLaunches(apps: [1, 1, 1], slots: 1)).coldLaunchesByFlow() == 1)
    // Larger than the store: always a failed launch.
    let launches = PlainLaunches([(0, 9), (1, 1), (0, 9), (1, 1)], budget: 5)
    #expect(bound(launches).coldLaunchesByFlow() == 3)
  }

  @Test func aPlanGivesTheSizesOfTheRun() throws {
    let scenario = try RandomScenario(seed: 31, isPlain: true)
    let bound = try OfflineBound(plan: scenario.plan, run: scenario.run)
    let report = try PolicyRegistry.run(
      PolicySpecification("belady-size"), scenario.run, plan: scenario.plan)
    #expect(Double(bound.coldLaunchesByFlow()) <= report.value("cold_launches") ?? -1)
    #expect(Double(bound.requestCount) == report.value("launches"))
  }

  /// Entries of `policies`, warm-up included: below every policy on the same plan.
  @Test func asEntriesTheyBoundEveryPolicy() throws {
    for seed in UInt64(0)..<24 {
      let scenario = try RandomScenario(seed: seed, isPlain: true)
      var run = scenario.run
      run.warmUp = seed % 2 == 0 ? 0 : run.end / 3
      func report(_ name: String) throws -> RunReport {
        try PolicyRegistry.run(PolicySpecification(name), run, plan: scenario.plan)
      }
      let (flow, total) = (try report("flow"), try report("pfoo-l"))
      func cold(_ report: RunReport) -> Double { report.value("cold_launches") ?? .nan }
      #expect(cold(total) <= cold(flow), "seed \(seed)")
      for name in ["lru", "gdsf", "habit", "belady", "belady-size"] {
        let policy = try report(name)
        #expect(cold(flow) <= cold(policy), "\(name), seed \(seed)")
        for metric in ["launches", "warm_launches"] {
          #expect(flow.value(metric) == policy.value(metric), "\(name), \(metric), seed \(seed)")
        }
        #expect(flow.planFingerprint == policy.planFingerprint, "\(name), seed \(seed)")
      }
      #expect(flow.value("wait_s_per_day") == nil)
    }
  }

  /// A trace may state another size at each opening, too large ones among them: those fail, unless
  /// the app is alive with a smaller size, and drive nobody out.
  @Test func sizesThatChangeAndDoNotFit() throws {
    func cold(_ trace: [(app: Int, size: Int)], _ budget: Int, _ name: String) throws -> Int {
      try PlainLaunches(trace, budget: budget).misses(name)
    }
    let small = [(app: 0, size: 1), (app: 1, size: 1), (app: 0, size: 50), (app: 1, size: 1)]
    #expect(try cold(small, 1, "lru") == 3)
    #expect(try cold(small, 1, "flow") == 3)
    for seed in UInt64(0)..<120 {
      var draws = StreamFamily(seed: seed, replication: 0).stream(.test, entity: 4, occurrence: 0)
      let trace = (0..<90).map { _ in
        (app: Int(draws.below(7)), size: 1 + Int(draws.below(draws.uniform() < 0.2 ? 90 : 20)))
      }
      let least = try cold(trace, 40, "flow")
      #expect(try cold(trace, 40, "pfoo-l") <= least, "seed \(seed)")
      for name in ["lru", "fifo", "gdsf", "habit", "belady", "belady-size"] {
        #expect(try cold(trace, 40, name) >= least, "\(name), seed \(seed)")
      }
    }
  }

  /// With a warm-up the bound is that of the openings after it, in a store already filled at will.
  @Test func aWarmUpFillsTheStore() {
    let requests = [0, 1, 0, 1, 2, 0, 1].map { OfflineBound.Request(app: $0, sizeKiB: 1) }
    func cold(_ budget: Int64, from first: Int) -> [Int] {
      let bound = OfflineBound(requests, budgetKiB: budget, countedFrom: first)
      return [bound.coldLaunchesByFlow(), bound.coldLaunchesByTotal()]
    }
    #expect(cold(3, from: 0) == [3, 3])
    #expect(cold(3, from: 2) == [1, 1])
    // Two fit: 2 drives one of the others out; in total there is room for both.
    #expect(cold(2, from: 2) == [2, 1])
    #expect(cold(1, from: 6) == [0, 0])
    #expect(cold(1, from: 7) == [0, 0])
  }

  @Test func theyExistInProfilePlainOnly() throws {
    let scenario = try RandomScenario(seed: 5, isPlain: false)
    for name in ["flow", "pfoo-l"] {
      #expect(throws: RunFailure.setup("\(name) bounds profile plain only")) {
        try PolicyRegistry.run(PolicySpecification(name), scenario.run, plan: scenario.plan)
      }
      #expect(throws: RunFailure.setup("\(name) is a number found in the plan, it has no events")) {
        try PolicyRegistry.session(PolicySpecification(name), scenario.run, plan: scenario.plan)
      }
      #expect(PolicyRegistry.description(of: name)?.isClairvoyant == true)
    }
  }
}
