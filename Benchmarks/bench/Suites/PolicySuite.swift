import Device
import Experiment
import Glibc
import RandomStreams
import Workload

/// What a purge costs under each kind of policy, with so many suspended apps to choose from.
///
/// Profile `plain`, the apps of which twice as many exist as fit are opened in a fixed random
/// order, over and over: under lru, fifo and the like every request is a miss that makes room. The
/// cases `purge_*` report the whole cost of such a request, per purge. Under jetsam, lru, fifo and
/// sieve the plan keeps the order; what the others cost more is their structure of candidates and
/// what they keep of each app. The cases `pass_*` report the cost per candidate of the pass that
/// policies with a score make at each purge.
var policySuite: BenchmarkSuite {
  BenchmarkSuite(name: "policies", summary: "cost of a purge, and of a pass over the candidates") {
    settings in
    let sizes = settings.quick ? [1000, 100_000] : [1000, 100_000, 1_000_000]
    return sizes.flatMap { size in
      let store = LazyStore(suspended: size)
      return keyed.map { name in
        BenchmarkCase(
          name: "purge_\(name)", size: size, operations: settings.quick ? 50_000 : 500_000,
          ours: { PurgeRun(store, PolicySpecification(name), warm: 2 * size).subject })
      } + passes(store, settings)
    }
  }
}

private let keyed = [
  "jetsam", "lru", "fifo", "lfu", "lru2", "lrfu", "gdsf", "largest", "random", "sieve",
]

private func passes(_ store: LazyStore, _ settings: BenchmarkSettings) -> [BenchmarkCase] {
  // A round looks at so many candidates, at a few nanoseconds each.
  let looks = settings.quick ? 5_000_000 : 50_000_000
  let purges = max(8, looks / store.suspended)
  func pass(_ name: String, _ specification: PolicySpecification, share: Int) -> BenchmarkCase {
    BenchmarkCase(
      name: "pass_\(name)", size: store.suspended, operations: max(4, purges / share),
      ours: { PurgeRun(store, specification, warm: store.suspended, perCandidate: true).subject })
  }
  func formula(_ text: String) -> PolicySpecification {
    PolicySpecification("score", arguments: [.init("formula", .word(text))])
  }
  let columns = ["age-size", "hyperbolic", "value", "belady-size"].map { name in
    pass(name, PolicySpecification(name), share: 1)
  }
  let learned = ["habit", "markov", "lhd", "relaunch-distance"].map { name in
    pass(name, PolicySpecification(name), share: 1)
  }
  return columns + learned + [
    pass("score", formula("idle * footprint / launch_cost"), share: 10),
    pass("score4", formula("idle * footprint / launch_cost * (uses_ever + 1)"), share: 10),
  ]
}

/// Apps of which half fit, and the order in which they are opened.
private final class LazyStore {
  let suspended: Int
  private(set) lazy var sizes = drawSizes()
  private(set) lazy var order = drawOrder()

  init(suspended: Int) { self.suspended = suspended }

  /// How much the apps need that are opened first.
  var capacityKiB: Int { order[..<suspended].reduce(0) { $0 + Int(sizes[Int($1)]) } }

  private func drawSizes() -> [UInt32] {
    var stream = StreamFamily(seed: 4, replication: 0).stream(.bench, entity: 0, occurrence: 0)
    return (0..<2 * suspended).map { _ in UInt32(102_400 * exp(0.5 * stream.normal())) }
  }

  private func drawOrder() -> [UInt32] {
    var stream = StreamFamily(seed: 4, replication: 0).stream(.bench, entity: 1, occurrence: 0)
    return Array(0..<UInt32(2 * suspended)).shuffled(using: &stream)
  }

  /// The plan of so many requests, one a millisecond.
  func plan(requests: Int) -> UserPlan {
    UserPlan(
      events: (0..<requests).map { number in
        let app = order[number % order.count]
        return PlanEvent(
          time: Ticks(number + 1) * 1000, kind: .open, app: app, occurrence: UInt32(number),
          footprintKiB: sizes[Int(app)])
      })
  }
}

/// Fills the store and times what comes then, anew in every round.
private final class PurgeRun {
  private let store: LazyStore
  private let specification: PolicySpecification
  private let warm: Int
  private let perCandidate: Bool
  private var plan: UserPlan?

  init(
    _ store: LazyStore, _ specification: PolicySpecification, warm: Int, perCandidate: Bool = false
  ) {
    self.store = store
    self.specification = specification
    self.warm = warm
    self.perCandidate = perCandidate
  }

  var subject: Subject {
    Subject { operations in
      let plan = self.plan ?? self.store.plan(requests: self.warm + operations)
      self.plan = plan
      let run = self.run(operations)
      let session = try PolicyRegistry.session(self.specification, run, plan: plan)
      try session.advance(until: Ticks(self.warm) * 1000)
      let start = threadNanoseconds()
      try session.advance(until: run.end)
      let spent = Double(threadNanoseconds() - start)
      // Looks at every app once more, which is no part of a purge.
      let report = try session.finish()
      let purges = Metric.index(of: "purges").flatMap { report.values[$0] } ?? 0
      let looks = purges * (self.perCandidate ? Double(self.store.suspended) : 1)
      return Sample(
        nanoseconds: spent / looks, digest: report.fingerprint,
        extras: [("purges_per_request", purges / Double(operations))])
    }
  }

  private func run(_ operations: Int) -> DeviceRun {
    var app = AppClass(name: "app")
    app.count = 2 * store.suspended
    app.coldLaunchSeconds = .constant(2)
    let warmUp = Ticks(warm) * 1000
    // Counted from the tick after the last warm request.
    return DeviceRun(
      configuration: DeviceConfiguration(
        profile: .plain, ramMiB: Double(store.capacityKiB) / 1024),
      catalog: AppCatalog(classes: [app]), seed: 1, replication: 0,
      end: warmUp + Ticks(operations) * 1000, warmUp: warmUp + 1)
  }
}
