import Foundation
import Testing
import Workload

@testable import Device

/// Policies against their definitions, written down once more over a list that is searched from end
/// to end: launch for launch in profile `plain`.
@Suite struct PolicyModelTests {
  /// What a definition may use of an app in the store.
  private struct Resident {
    var app: Int
    var size: Double
    var started: Double
    var used: Double
    var usedBefore: Double
    var left: Double
    var uses = 1.0
    var next: Double
    /// All uses, also before a purge: the numbers of the launches.
    var history: [Int] = []
  }

  /// The app with the largest value goes; of equals the one that was left first.
  private typealias Value = @Sendable (Resident, _ now: Double, _ launch: Int) -> Double

  private static func misses(
    _ launches: PlainLaunches, _ value: Value
  ) -> Int {
    var residents: [Resident] = []
    var history: [Int: [Int]] = [:]
    var front = -1
    var misses = 0
    for (number, launch) in launches.trace.enumerated() {
      let now = Double(number) * launches.gap
      let later = launches.trace[(number + 1)...].firstIndex { $0.app == launch.app }
      let next = later.map(Double.init) ?? Double(UInt32.max)
      let before = history[launch.app]?.last.map { Double($0) * launches.gap } ?? -1
      history[launch.app, default: []].append(number)
      if front != launch.app, let place = residents.firstIndex(where: { $0.app == front }) {
        residents[place].left = now
      }
      if let place = residents.firstIndex(where: { $0.app == launch.app }) {
        residents[place].usedBefore = residents[place].used
        residents[place].used = now
        residents[place].uses += 1
        residents[place].next = next
        residents[place].history = history[launch.app] ?? []
        front = launch.app
        continue
      }
      misses += 1
      front = launch.size > launches.budget ? -1 : launch.app
      guard launch.size <= launches.budget else { continue }
      var used = residents.reduce(launch.size) { $0 + Int($1.size) }
      while used > launches.budget {
        var victim = 0
        for place in residents.indices.dropFirst() {
          let (a, b) = (residents[place], residents[victim])
          let (x, y) = (value(a, now, number), value(b, now, number))
          if x > y || (x == y && (a.left, a.app) < (b.left, b.app)) { victim = place }
        }
        used -= Int(residents[victim].size)
        residents.remove(at: victim)
      }
      residents.append(
        Resident(
          app: launch.app, size: Double(launch.size), started: now, used: now,
          usedBefore: before, left: now, next: next, history: history[launch.app] ?? []))
    }
    return misses
  }

  private static let definitions: [(String, Value)] = [
    ("jetsam", { app, now, _ in now - app.left }),
    ("lmkd", { app, now, _ in now - app.left }),
    ("oomd", { app, now, _ in now - app.left }),
    ("restart-cost", { app, now, _ in now - app.left }),
    ("mru", { app, _, _ in app.used }),
    ("smallest", { app, _, _ in -app.size }),
    ("kernel-lmk", { app, _, _ in app.size }),
    ("lru2", { app, _, _ in -app.usedBefore }),
    ("age-size", { app, now, _ in (now - app.left) * app.size }),
    ("hyperbolic", { app, now, _ in -app.uses / ((now - app.started) * app.size) }),
    ("belady-size", { app, _, launch in (app.next - Double(launch)) * app.size }),
    ("value", { app, now, _ in -2 / app.size * 3600 / (3600 + max(gap(app), now - app.used)) }),
    ("lrfu", { app, _, launch in -frequency(app, launch, halfLife: 30) }),
    ("lrfu-size", { app, _, launch in -frequency(app, launch, halfLife: 30) / app.size }),
  ]

  /// Uses that count half after so many launches.
  private static func frequency(_ app: Resident, _ launch: Int, halfLife: Double) -> Double {
    app.history.reduce(0) { $0 + exp2(Double($1 - launch) / halfLife) }
  }

  /// The mean gap in seconds, the newest a quarter of it; launches are a second apart.
  private static func gap(_ app: Resident) -> Double {
    let gaps = zip(app.history.dropFirst(), app.history).map { Double($0 - $1) }
    guard let first = gaps.first else { return 0 }
    return gaps.dropFirst().reduce(first) { $0 + 0.25 * ($1 - $0) }
  }

  @Test func policiesFollowTheirDefinitions() throws {
    for seed in UInt64(300)..<330 {
      let trace = ReferenceTrace.random(seed: seed, apps: 5 + Int(seed % 9), requests: 90)
      let total = Dictionary(trace.map { ($0.app, $0.size) }) { first, _ in first }.values
        .reduce(0, +)
      let launches = PlainLaunches(trace, budget: max(1, total / (2 + Int(seed % 3))))
      for (policy, value) in Self.definitions {
        let expected = Self.misses(launches, value)
        #expect(try launches.misses(policy) == expected, "\(policy), seed \(seed)")
      }
    }
  }

  /// SIEVE as its authors print it: a queue, a hand that moves towards the newest, one mark each.
  @Test func sieveFollowsItsDefinition() throws {
    for seed in UInt64(400)..<430 {
      let trace = ReferenceTrace.random(
        seed: seed, apps: 9, requests: 150, sizes: Array(repeating: 1, count: 9))
      let slots = 2 + Int(seed % 5)
      var queue: [(app: Int, isUsed: Bool)] = []
      var hand: Int?
      var misses = 0
      for launch in trace {
        if let place = queue.firstIndex(where: { $0.app == launch.app }) {
          queue[place].isUsed = true
          continue
        }
        misses += 1
        if queue.count == slots {
          var place = hand ?? 0
          while queue[place].isUsed {
            queue[place].isUsed = false
            place = place + 1 == queue.count ? 0 : place + 1
          }
          queue.remove(at: place)
          hand = place < queue.count ? place : nil
        }
        queue.append((launch.app, false))
      }
      #expect(try PlainLaunches(trace, budget: slots).misses("sieve") == misses, "seed \(seed)")
    }
  }

  /// Equal keys and scores: the oldest band change first.
  @Test func equalAppsGoInOrderOfTheirBandChange() throws {
    let launches = PlainLaunches(apps: [3, 1, 2, 0, 4, 5], slots: 4)
    for policy in ["jetsam", "largest", "smallest", "restart-cost", "lfu", "lru2", "kernel-lmk"] {
      #expect(try launches.purged(PolicySpecification(policy)) == [3, 1], "\(policy)")
    }
    for formula in ["footprint", "uses", "0 * idle", "1", "launch_cost"] {
      #expect(try launches.purged(.score(formula)) == [3, 1], "\(formula)")
    }
  }

  /// Equal band changes too: the first in app order.
  @Test func appsOfOneBandChangeGoInAppOrder() throws {
    // Everything happens in one tick, so every band change is the same.
    var launches = PlainLaunches(apps: [3, 1, 2, 0, 4, 5], slots: 4)
    launches.gap = 0
    for policy in ["jetsam", "lru", "largest", "age-size", "lmkd"] {
      #expect(try launches.purged(PolicySpecification(policy)) == [0, 1], "\(policy)")
    }
    #expect(try launches.purged(.score("idle * footprint")) == [0, 1])
  }
}
