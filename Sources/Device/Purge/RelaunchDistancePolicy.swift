import Glibc

/// Calibrated relaunch distance: the app whose next launch is predicted to be farthest goes first.
///
/// [After Lee & Kyung, Electronics 15(11) 2415, 2026.] The distance is counted in launches of the
/// user. Raw predictors are not comparable between apps, so a prediction is looked up instead: what
/// the distance was, on average of its logarithm, for apps of the same mean gap and the same age
/// since their last use. A cell seen rarely leans on all apps of that age, and an age seen rarely
/// on the age itself, which is LRU: so does an app with fewer than three gaps. Nothing is forgotten
/// at a purge. One pass over the candidates a purge, some ten nanoseconds each; O(log age) a use.
struct RelaunchDistancePolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "relaunch-distance", summary: "most launches until its predicted next use",
    source: "Lee & Kyung 2026 (calibrated relaunch distance); O(n) a purge",
    parameters: [
      PolicyParameter(
        "trust", .number(0.1...10_000), default: .number(10),
        "observations after which a cell counts as much as the fallback")
    ])
  static var order: CandidateOrder { .score }

  /// What is known of one app, times in launches.
  private struct History: BitwiseCopyable {
    var lastUse = -1.0
    var gapMean = 0.0
    var gaps: UInt32 = 0
  }

  private static let classes = AgeBins.count + 1
  private static let newestGap = 0.25
  private let trust: Double
  private let history: AppColumn<History>
  private let isHelper: AppColumn<Bool>
  /// Sum of log2(1 + distance) and observations by class and age; class 0 is all apps.
  private var sums = [Double](repeating: 0, count: classes * AgeBins.count)
  private var counts = [Double](repeating: 0, count: classes * AgeBins.count)
  private var launches = 0.0

  init(_ setup: PolicySetup) throws(RunFailure) {
    trust = try setup.number("trust", in: Self.description)
    history = AppColumn(History(), count: setup.appCount)
    isHelper = setup.helperColumn()
  }

  mutating func didUse(_ use: AppUse) {
    if !isHelper[use.app] { launches += 1 }
    var known = history[use.app]
    if known.lastUse >= 0 {
      let gap = launches - known.lastUse
      learn(gap, of: known)
      known.gapMean =
        known.gaps == 0 ? gap : known.gapMean + Self.newestGap * (gap - known.gapMean)
      known.gaps &+= 1
    }
    known.lastUse = launches
    history[use.app] = known
  }

  mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double {
    let known = history[app]
    guard known.lastUse >= 0 else { return .infinity }
    let place = AgeBins.place(launches - known.lastUse)
    let bin = min(Int(place), AgeBins.count - 2)
    let fraction = place - Double(bin)
    let row = row(of: known)
    return (1 - fraction) * prediction(row, bin) + fraction * prediction(row, bin + 1)
  }

  func prefetchScore(_ app: AppID) { history.prefetch(app) }

  private func row(of known: History) -> Int {
    known.gaps < 3 ? 0 : 1 + AgeBins.bin(known.gapMean)
  }

  /// An app came back after `gap` launches: what its distance was at each age that it passed.
  private mutating func learn(_ gap: Double, of known: History) {
    let own = row(of: known) * AgeBins.count
    for bin in 0..<AgeBins.count {
      let age = AgeBins.lowerBound(bin)
      guard age <= gap else { return }
      let distance = log2(1 + gap - age)
      sums[bin] += distance
      counts[bin] += 1
      if own > 0 {
        sums[own + bin] += distance
        counts[own + bin] += 1
      }
    }
  }

  @inline(__always)
  private func prediction(_ row: Int, _ bin: Int) -> Double {
    let byAge = (sums[bin] + trust * Double(bin) / 2) / (counts[bin] + trust)
    guard row > 0 else { return byAge }
    let cell = row * AgeBins.count + bin
    return (sums[cell] + trust * byAge) / (counts[cell] + trust)
  }
}
