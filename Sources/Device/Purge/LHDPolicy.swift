/// Least hit density: the fewest expected uses per byte and time to be kept goes first.
///
/// [Beckmann, Chen & Cidon, NSDI 2018.] Ages are launches since the last use in bins of half an
/// octave; apps fall into classes by the gap before their last use. For each class the uses and the
/// purges at every age give the density: expected uses ÷ expected time until use or purge. Counts
/// fade and densities are computed anew every 64 uses. One pass over the candidates a purge; most
/// are ruled out by the least density that each may have until the next update.
struct LHDPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "lhd", summary: "least expected uses per byte and time kept, by age",
    source: "Beckmann, Chen & Cidon 2018 (LHD); O(n) a purge")
  static var order: CandidateOrder { .score }
  static var revisesParts: Bool { true }

  /// What is known of one app, times in launches.
  private struct History: BitwiseCopyable {
    var lastUse = 0.0
    var row: UInt32 = 0
  }

  private static let rows = 9
  private static let period = 64.0
  private static let fading = 0.9
  private let history: AppColumn<History>
  private let isHelper: AppColumn<Bool>
  private var uses = [Double](repeating: 0, count: rows * AgeBins.count)
  private var purges = [Double](repeating: 0, count: rows * AgeBins.count)
  private var densities = [Double](repeating: 0, count: rows * AgeBins.count)
  /// By class and present age, the least density until the next update.
  private var leastDensities = [Double](repeating: 0, count: rows * AgeBins.count)
  /// The least of them.
  private var leastDensity = 0.0
  private var leastIsNoted = false
  private var launches = 0.0
  private var updates = 0.0
  private var sinceUpdate = 0.0

  init(_ setup: PolicySetup) {
    history = AppColumn(History(), count: setup.appCount)
    isHelper = setup.helperColumn()
    // As if each age had its own inverse as density, which is LRU.
    for cell in densities.indices {
      densities[cell] = 1 / (1 + AgeBins.lowerBound(cell % AgeBins.count))
    }
    noteLeastDensities()
  }

  mutating func didUse(_ use: AppUse) {
    if !isHelper[use.app] { launches += 1 }
    var known = history[use.app]
    if use.isStart {
      known.row = 0
    } else {
      let bin = AgeBins.bin(launches - known.lastUse)
      uses[Int(known.row) * AgeBins.count + bin] += 1
      known.row = UInt32(1 + min(bin / 2, Self.rows - 2))
    }
    known.lastUse = launches
    history[use.app] = known
    sinceUpdate += 1
    if sinceUpdate == Self.period { update() }
  }

  /// The update they hold for, the inverse of the size, the least density until the next one.
  mutating func parts(_ candidate: Candidate) -> ScoreParts {
    var parts = ScoreParts(time: -1, weight: 1024 / Double(max(1, candidate.footprintKiB)))
    _ = revise(candidate.app, &parts)
    return parts
  }

  mutating func revise(_ app: AppID, _ parts: inout ScoreParts) -> Bool {
    guard parts.time != updates else { return false }
    let known = history[app]
    let bin = AgeBins.bin(launches - known.lastUse)
    parts.time = updates
    parts.other = leastDensities[Int(known.row) * AgeBins.count + bin]
    return true
  }

  mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double {
    let known = history[app]
    let bin = AgeBins.bin(launches - known.lastUse)
    return -densities[Int(known.row) * AgeBins.count + bin] * parts.weight
  }

  /// No margin: products of numbers ≥ 0 that are rounded keep their order.
  func mayReach(_ best: Double, _ app: AppID, _ parts: ScoreParts, now: Double) -> Bool {
    parts.other * parts.weight <= -best
  }

  mutating func takeBoundForAll() -> Double? {
    guard !leastIsNoted else { return nil }
    leastIsNoted = true
    return leastDensity
  }

  func prefetchScore(_ app: AppID) { history.prefetch(app) }

  mutating func didPurge(_ app: AppID, key: Double) {
    let known = history[app]
    purges[Int(known.row) * AgeBins.count + AgeBins.bin(launches - known.lastUse)] += 1
  }

  /// From the oldest age down: uses to come ÷ time to come, for an app of that age.
  private mutating func update() {
    sinceUpdate = 0
    // No age has been beyond that.
    let oldest = AgeBins.bin(launches)
    for row in 0..<Self.rows {
      var usesToCome = 0.0
      var eventsToCome = 0.0
      var timeToCome = 0.0
      for bin in (0...oldest).reversed() {
        let cell = row * AgeBins.count + bin
        usesToCome += uses[cell]
        eventsToCome += uses[cell] + purges[cell]
        let width = max(1, AgeBins.lowerBound(bin + 1) - AgeBins.lowerBound(bin))
        timeToCome += eventsToCome * width
        if eventsToCome > 0.5 { densities[cell] = (usesToCome + 0.01) / timeToCome }
        uses[cell] *= Self.fading
        purges[cell] *= Self.fading
      }
    }
    noteLeastDensities()
    updates += 1
  }

  /// What the densities do not fall below until the next update, for all ages that are possible.
  private mutating func noteLeastDensities() {
    leastDensity = .infinity
    leastIsNoted = false
    for row in 0..<Self.rows {
      for bin in 0...AgeBins.bin(launches + Self.period) {
        let last = AgeBins.bin(AgeBins.lowerBound(bin + 1) + Self.period)
        var least = Double.infinity
        for later in bin...last { least = min(least, densities[row * AgeBins.count + later]) }
        leastDensities[row * AgeBins.count + bin] = least
        leastDensity = min(leastDensity, least)
      }
    }
  }
}
