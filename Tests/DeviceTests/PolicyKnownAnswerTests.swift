import Foundation
import RandomStreams
import Testing
import Workload

@testable import Device

/// Exact answers of cache theory, met within the sampling error.
@Suite struct PolicyKnownAnswerTests {
  /// The hit ratio of independent Zipf launches of apps of one size.
  private func hitRatio(
    _ policy: String, apps: Int, slots: Int, exponent: Double, count: Int
  ) throws -> Double {
    let trace = independentLaunches(apps: apps, exponent: exponent, count: count, seed: 11)
    let misses = try PlainLaunches(apps: trace, slots: slots).misses(policy)
    return 1 - Double(misses) / Double(count)
  }

  /// King (1971) for LRU, Gelenbe (1973) for FIFO and RANDOM, evaluated by enumerating the states.
  @Test(arguments: [
    ("lru", 4, 2, 1.0, 0.603845418), ("lru", 6, 3, 0.8, 0.591638795), ("lru", 8, 3, 1, 0.535615336),
    ("fifo", 4, 2, 1, 0.588571429), ("fifo", 6, 3, 0.8, 0.573289386),
    ("fifo", 8, 3, 1, 0.508958086), ("random", 4, 2, 1, 0.588571429),
    ("random", 6, 3, 0.8, 0.573289386), ("random", 8, 3, 1, 0.508958086),
  ])
  func independentLaunchesHitAsOftenAsTheChainSays(
    policy: String, apps: Int, slots: Int, exponent: Double, expected: Double
  ) throws {
    let count = 20_000
    let ratio = try hitRatio(policy, apps: apps, slots: slots, exponent: exponent, count: count)
    // Hits are correlated: four standard errors of independent ones, doubled.
    let tolerance = 8 * (expected * (1 - expected) / Double(count)).squareRoot()
    #expect(abs(ratio - expected) < tolerance, "\(policy): \(ratio) instead of \(expected)")
  }

  /// Che's approximation for 1000 apps; it is one, so the tolerance is two points.
  @Test(arguments: [(50, 0.261619), (100, 0.377790), (200, 0.522371)])
  func lruIsNearChesApproximation(slots: Int, expected: Double) throws {
    let ratio = try hitRatio("lru", apps: 1000, slots: slots, exponent: 0.8, count: 6000)
    // The first launches of all apps are misses; a cold start costs about slots / count.
    let coldStart = Double(slots) / 6000
    #expect(abs(ratio + coldStart * (1 - expected) - expected) < 0.02, "\(ratio)")
  }

  /// Mattson and others, 1970: one pass over the stack distances gives LRU's misses for every size.
  @Test func lruMissesEqualTheStackDistances() throws {
    for seed in UInt64(0)..<8 {
      let trace = ReferenceTrace.random(
        seed: seed, apps: 10, requests: 200, sizes: Array(repeating: 1, count: 10))
      var stack: [Int] = []
      var distances = [Int](repeating: 0, count: 11)
      for launch in trace {
        if let place = stack.firstIndex(of: launch.app) {
          distances[place + 1] += 1
          stack.remove(at: place)
        }
        stack.insert(launch.app, at: 0)
      }
      for slots in 1...10 {
        let misses = trace.count - distances[1...slots].reduce(0, +)
        #expect(try PlainLaunches(trace, budget: slots).misses("lru") == misses)
      }
    }
  }

  /// Belady, Nelson & Shedler (1969): FIFO misses more with more room.
  @Test func beladysAnomaly() throws {
    let apps = [1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5]
    for (policy, expected) in [("fifo", [9, 10]), ("lru", [10, 8]), ("belady", [7, 6])] {
      let misses = try [3, 4].map { try PlainLaunches(apps: apps, slots: $0).misses(policy) }
      #expect(misses == expected, "\(policy)")
    }
  }

  @Test func moreRoomNeverHurtsLRU() throws {
    for seed in UInt64(50)..<60 {
      let trace = ReferenceTrace.random(
        seed: seed, apps: 12, requests: 150, sizes: Array(repeating: 1, count: 12))
      var last = Int.max
      for slots in 1...12 {
        let misses = try PlainLaunches(trace, budget: slots).misses("lru")
        #expect(misses <= last, "\(slots) slots, seed \(seed)")
        last = misses
      }
    }
  }

  /// An app used at the times of a Poisson process of rate λ hits with probability 1 − e^(−λT) when
  /// uses renew its time to live T, and λT / (1 + λT) when they do not.
  @Test(arguments: [
    (0.1, true, 0.095162582), (1, true, 0.632120559), (3, true, 0.950212932),
    (0.1, false, 0.090909091), (1, false, 0.5), (3, false, 0.75),
  ])
  func aTimeToLiveHitsAsOftenAsTheFormulaSays(
    load: Double, isRenewed: Bool, expected: Double
  ) throws {
    let count = 12_000
    let policy = PolicySpecification(
      "ttl",
      arguments: [.init("after", .number(load * 1000)), .init("renewed", .flag(isRenewed))])
    var draws = StreamFamily(seed: 5, replication: 0).stream(.test, entity: 0, occurrence: 0)
    var seconds = 0.0
    var events: [PlanEvent] = []
    for number in 0..<count {
      seconds -= 1000 * log(1 - draws.uniform())
      let time = Ticks(rounding: seconds)
      let occurrence = UInt32(number)
      events.append(PlanEvent(time: time, kind: .open, app: 0, occurrence: occurrence))
      // Left at once: only idle apps are purged.
      events.append(PlanEvent(time: time + 1, kind: .home, occurrence: occurrence))
    }
    let run = DeviceRun(
      configuration: DeviceConfiguration(profile: .plain, ramMiB: 1000),
      catalog: AppCatalog(classes: [AppClass(name: "app")]), seed: 1, replication: 0,
      end: Ticks(rounding: seconds + 1))
    let report = try PolicyRegistry.run(policy, run, plan: UserPlan(events: events))
    let ratio = report.value("resume_frac") ?? -1
    let tolerance = 5 * (expected * (1 - expected) / Double(count)).squareRoot()
    #expect(abs(ratio - expected) < tolerance, "\(ratio) instead of \(expected)")
    #expect(report.value("purges_ttl") == report.value("purges"))
  }
}
