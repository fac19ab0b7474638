import RandomStreams
import Testing

@testable import Device

/// The heap of candidates against a list that is searched from end to end.
@Suite struct CandidateHeapTests {
  private typealias Node = CandidateHeap.Node

  /// How the keys of a test come.
  enum Keys: CaseIterable {
    /// Few, so that ties are common.
    case few
    /// In order, as under lru.
    case rising
    /// Some in order, some not.
    case mixed
    /// Any, of both signs.
    case any
    /// Higher at each visit of the app, as under lfu, but sometimes low again.
    case counts
  }

  private func key(
    _ keys: Keys, at now: UInt64, visits: inout Int, _ draws: inout RandomStream
  ) -> Double {
    switch keys {
    case .counts:
      visits = draws.uniform() < 0.05 ? 1 : visits + 1
      return Double(visits)
    case .few: return Double(draws.below(4)) - 1
    case .rising: return Double(now)
    case .mixed: return draws.uniform() < 0.7 ? Double(now) : Double(now) * draws.uniform()
    case .any: return draws.normal()
    }
  }

  /// Random insertions, removals and changes of key; rarely asked, marked entries accumulate.
  @Test(arguments: Keys.allCases) func theFirstIsThatOfAList(_ keys: Keys) {
    for seed in UInt64(0)..<8 {
      let apps = 3 + Int(seed) * 40
      let isAsked = seed % 2 == 0 ? 1.0 : 0.02
      var draws = StreamFamily(seed: seed, replication: 0).stream(.test, entity: 2, occurrence: 0)
      var heap = CandidateHeap(appCount: apps)
      var list: [Node] = []
      var visits = [Int](repeating: 0, count: apps)
      var now: UInt64 = 0
      for step in 0..<2000 {
        // Sometimes several band changes in one tick.
        if draws.uniform() < 0.8 { now += 1 }
        let app = AppID(draws.below(UInt64(apps)))
        let key = key(keys, at: now, visits: &visits[Int(app)], &draws)
        change(app, key, now, isUpdate: draws.uniform() < 0.3, &heap, &list)
        #expect(heap.count == list.count)
        guard draws.uniform() < isAsked, let best = list.min(by: { $0.precedes($1) }) else {
          continue
        }
        let first = heap.first
        #expect(first.app == best.app && first.key == best.key, "seed \(seed), step \(step)")
        #expect(heap.key(of: best.app) == best.key)
        if draws.uniform() < 0.5 { change(best.app, 0, now, isUpdate: false, &heap, &list) }
      }
    }
  }

  /// An app that comes and goes within one tick leaves equal entries behind, all of which count
  /// again when it comes back: more memory is needed than for the candidates.
  @Test func manyVisitsWithinATick() {
    var heap = CandidateHeap(appCount: 4)
    heap.insert(Node(key: 9, bandChange: 5, app: 0))
    heap.insert(Node(key: 1, bandChange: 5, app: 1))
    for visit in 0..<1000 {
      heap.insert(Node(key: 4, bandChange: 5, app: AppID(2 + visit % 2)))
      heap.remove(AppID(2 + visit % 2))
      #expect(heap.count == 2)
    }
    heap.insert(Node(key: 4, bandChange: 5, app: 2))
    #expect(heap.first.app == 1)
    heap.remove(1)
    #expect(heap.first.app == 2)
    heap.remove(2)
    #expect(heap.first.app == 0)
    heap.remove(0)
    #expect(heap.count == 0)
  }

  private func change(
    _ app: AppID, _ key: Double, _ now: UInt64, isUpdate: Bool, _ heap: inout CandidateHeap,
    _ list: inout [Node]
  ) {
    guard let place = list.firstIndex(where: { $0.app == app }) else {
      list.append(Node(key: key, bandChange: now, app: app))
      heap.insert(Node(key: key, bandChange: now, app: app))
      return
    }
    if isUpdate {
      list[place].key = key
      heap.update(app, key: key)
    } else {
      list.remove(at: place)
      heap.remove(app)
    }
  }

  /// Large enough to look ahead; keys are all different.
  @Test func aLargeHeapIsEmptiedInOrder() {
    let count = 40_000
    var draws = StreamFamily(seed: 3, replication: 0).stream(.test, entity: 3, occurrence: 0)
    var heap = CandidateHeap(appCount: count)
    for app in 0..<AppID(count) {
      heap.insert(Node(key: draws.uniform(), bandChange: UInt64(app), app: app))
    }
    var last = -1.0
    for _ in 0..<6000 {
      let first = heap.first
      #expect(first.key > last)
      last = first.key
      heap.remove(first.app)
    }
    #expect(heap.count == count - 6000)
  }

  /// Of those that come to the front of a large heap nearly all were named before.
  @Test func theNextOnesAreNamed() {
    let count = 20_000
    var draws = StreamFamily(seed: 5, replication: 0).stream(.test, entity: 5, occurrence: 0)
    var heap = CandidateHeap(appCount: count)
    for app in 0..<AppID(count) {
      heap.insert(Node(key: draws.uniform(), bandChange: UInt64(app), app: app))
    }
    var wasNamed = [Bool](repeating: false, count: count)
    var named = 0
    for step in 0..<3000 {
      let first = heap.first
      if wasNamed[Int(first.app)] { named += 1 }
      heap.remove(first.app)
      heap.insert(
        Node(key: 1 + draws.uniform(), bandChange: UInt64(count + step), app: first.app))
      heap.prefetchNext { wasNamed[Int($0)] = true }
    }
    #expect(named > 2900)
  }

  /// Zeros of both signs are one key; infinities are keys.
  @Test func unusualKeysKeepTheirPlaces() {
    var heap = CandidateHeap(appCount: 8)
    let keys = [0.0, -.infinity, 1e-300, -0.0, .infinity, -1e-300, -1e308]
    for (app, key) in keys.enumerated() {
      heap.insert(Node(key: key, bandChange: UInt64(app), app: AppID(app)))
    }
    var order: [AppID] = []
    for _ in keys {
      let first = heap.first
      #expect(first.key == keys[Int(first.app)])
      order.append(first.app)
      heap.remove(first.app)
    }
    #expect(order == [1, 6, 5, 0, 3, 2, 4])
  }
}
