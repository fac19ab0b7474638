/// Traces made by a fixed rule, the same on every machine, for comparisons with ``ReferenceCache``.
enum ReferenceTrace {
  /// A trace of 300 launches of 12 apps, whose sizes (in MiB) are all different.
  static let small = random(seed: 20_262, apps: 12, requests: 300, sizes: smallSizes)

  /// The size of each app of ``small``.
  static let smallSizes = [82, 105, 237, 61, 318, 144, 503, 96, 179, 268, 120, 410]

  /// Misses of ``small`` at budgets of 500, 900 and 1500 MiB.
  ///
  /// Computed with libCacheSim 0.3.5 (FIFO, LRU, LFU, GDSF, Size, Belady; LFU counts that restart
  /// on a purge, GDSF with bypass), an independent simulator.
  static let knownMisses: [(policy: ReferencePolicy, misses: [Int])] = [
    (.fifo, [177, 111, 61]),
    (.lru, [171, 93, 52]),
    (.lfu, [163, 102, 58]),
    (.gdsfBypass, [131, 88, 40]),
    (.largest, [160, 88, 41]),
    (.belady, [148, 77, 34]),
  ]

  /// The budgets of ``knownMisses`` in MiB.
  static let knownBudgets = [500, 900, 1500]

  /// Draws launches: half of them one of the last few apps, else any app, the first more often.
  ///
  /// Sizes that are not given are drawn, from 1 to 481 MiB in steps of 20: often they are equal.
  static func random(
    seed: UInt64, apps: Int, requests: Int, sizes: [Int]? = nil
  ) -> [(app: Int, size: Int)] {
    var generator = ReferenceRandom(state: seed)
    let sizeOf = sizes ?? (0..<apps).map { _ in 1 + 20 * generator.below(25) }
    var recent = Array(0..<apps)
    return (0..<requests).map { _ in
      let depth = generator.below(2) == 0 ? 1 + generator.below(min(3, apps - 1)) : nil
      let rank = min(generator.below(apps), generator.below(apps))
      let app = depth.map { recent[$0] } ?? rank
      recent.removeAll { $0 == app }
      recent.insert(app, at: 0)
      return (app, sizeOf[app])
    }
  }
}

/// SplitMix64 (Steele, Lea & Flood 2014).
private struct ReferenceRandom {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ mixed >> 31) % UInt64(bound))
  }
}
