import Foundation
import RandomStreams
import Workload

@testable import Device

/// Launches on a device of profile `plain`, a second apart, for tests of policies.
struct PlainLaunches {
  /// What is launched when: app and size in MiB.
  var trace: [(app: Int, size: Int)]
  /// The RAM in MiB.
  var budget: Int
  /// The seed of the run.
  var seed: UInt64 = 1
  /// Seconds between launches.
  var gap = 1.0

  /// Launches of given sizes.
  init(_ trace: [(app: Int, size: Int)], budget: Int) {
    self.trace = trace
    self.budget = budget
  }

  /// Launches of apps of 1 MiB.
  init(apps: [Int], slots: Int) {
    self.init(apps.map { ($0, 1) }, budget: slots)
  }

  /// One class an app, so that the member order is the order of the numbers.
  var catalog: AppCatalog {
    let count = (trace.map(\.app).max() ?? 0) + 1
    return AppCatalog(
      classes: (0..<count).map { AppClass(name: String(100_000 + $0)) })
  }

  /// What the user does.
  var plan: UserPlan {
    UserPlan(
      events: trace.enumerated().map { number, launch in
        PlanEvent(
          time: Ticks(rounding: Double(number) * gap), kind: .open, app: AppID(launch.app),
          occurrence: UInt32(number), footprintKiB: UInt32(launch.size * 1024))
      })
  }

  /// What is run.
  var run: DeviceRun {
    DeviceRun(
      configuration: DeviceConfiguration(profile: .plain, ramMiB: Double(budget)),
      catalog: catalog, seed: seed, replication: 0,
      end: Ticks(rounding: Double(trace.count) * gap))
  }

  /// The report under a policy.
  func report(_ policy: PolicySpecification) throws -> RunReport {
    try PolicyRegistry.run(policy, run, plan: plan)
  }

  /// The number of cold launches under a policy.
  func misses(_ policy: PolicySpecification) throws -> Int {
    Int(try report(policy).value("cold_launches") ?? -1)
  }

  /// The number of cold launches under a policy without parameters.
  func misses(_ name: String) throws -> Int { try misses(PolicySpecification(name)) }

  /// For each launch whether the app was still alive.
  func hits(_ policy: PolicySpecification) throws -> [Bool] {
    let (_, transitions) = try PolicyRegistry.replay(policy, run, plan: plan)
    var starts = Set<Ticks>()
    for record in transitions where record.from == .notRunning { starts.insert(record.time) }
    return trace.enumerated().map { number, launch in
      launch.size <= budget && !starts.contains(Ticks(rounding: Double(number) * gap))
    }
  }

  /// The apps in the order in which they are purged.
  func purged(_ policy: PolicySpecification) throws -> [Int] {
    let (_, transitions) = try PolicyRegistry.replay(policy, run, plan: plan)
    return transitions.filter { $0.cause != nil }.map { Int($0.app) }
  }
}

extension PolicySpecification {
  /// A formula.
  static func score(_ formula: String) -> PolicySpecification {
    PolicySpecification("score", arguments: [.init("formula", .word(formula))])
  }
}

/// Launches drawn independently of each other from a Zipf law: app k with weight (k + 1)^−s.
func independentLaunches(apps: Int, exponent: Double, count: Int, seed: UInt64) -> [Int] {
  var cumulative: [Double] = []
  var sum = 0.0
  for app in 0..<apps {
    sum += pow(Double(app + 1), -exponent)
    cumulative.append(sum)
  }
  let total = sum
  var draws = StreamFamily(seed: seed, replication: 0).stream(.test, entity: 1, occurrence: 0)
  return (0..<count).map { _ in
    let target = draws.uniform() * total
    var (low, high) = (0, apps - 1)
    while low < high {
      let middle = (low + high) / 2
      if cumulative[middle] >= target { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
