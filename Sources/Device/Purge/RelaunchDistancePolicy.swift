import Glibc

/// Calibrated relaunch distance: the app whose next launch is predicted to be farthest goes first.
///
/// [After Lee & Kyung, Electronics 15(11) 2415, 2026.] The distance is counted in launches of the
/// user. Raw predictors are not comparable between apps, so a prediction is looked up instead: what
/// the distance was, on average of its logarithm, for apps of the same mean gap and the same age
/// since their last use. A cell seen rarely leans on all apps of that age, and an age seen rarely
/// on the age itself, which is LRU: so does an app with fewer than three gaps. Predictions are
/// computed anew every 64 uses. Nothing is forgotten at a purge. One pass over the candidates a
/// purge; most are ruled out by their age or by what each cannot exceed until the next update.
/// O(log age) a use.
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
  static var revisesParts: Bool { true }

  /// What is known of one app, times in launches.
  private struct History: BitwiseCopyable {
    var lastUse = -1.0
    var gapMean = 0.0
    var gaps: UInt32 = 0
  }

  private static let classes = AgeBins.count + 1
  private static let newestGap = 0.25
  private static let period = 64.0
  private let trust: Double
  private let history: AppColumn<History>
  private let isHelper: AppColumn<Bool>
  /// Sum of log2(1 + distance) and observations by class and age; class 0 is all apps.
  private var sums = [Double](repeating: 0, count: classes * AgeBins.count)
  private var counts = [Double](repeating: 0, count: classes * AgeBins.count)
  private var predictions = [Double](repeating: 0, count: classes * AgeBins.count)
  /// What no class is predicted to exceed at each age, and in a straight line between them.
  private var peaks = [Double](repeating: 0, count: AgeBins.count)
  private var launches = 0.0
  private var updates = 0.0
  private var allAreNoted = false
  private var sinceUpdate = 0.0
  /// The last uses with which the best score of this pass may be reached.
  private var reaching = (oldest: 0.0, newest: 0.0)

  init(_ setup: PolicySetup) throws(RunFailure) {
    trust = try setup.number("trust", in: Self.description)
    history = AppColumn(History(), count: setup.appCount)
    isHelper = setup.helperColumn()
    update()
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
    sinceUpdate += 1
    if sinceUpdate == Self.period { update() }
  }

  /// The update they hold for, the last use, what is not exceeded until the next update.
  mutating func parts(_ candidate: Candidate) -> ScoreParts {
    var parts = ScoreParts(time: -1)
    _ = revise(candidate.app, &parts)
    return parts
  }

  mutating func revise(_ app: AppID, _ parts: inout ScoreParts) -> Bool {
    guard parts.time != updates else { return false }
    let known = history[app]
    parts.time = updates
    guard known.lastUse >= 0 else {
      parts.weight = .nan
      parts.other = .infinity
      return true
    }
    let age = launches - known.lastUse
    parts.weight = known.lastUse
    parts.other = peak(row(of: known), from: age, to: age + Self.period) * ScoreMargin.one
    return true
  }

  mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double {
    guard parts.weight >= 0 else { return .infinity }
    return prediction(row(of: history[app]), at: launches - parts.weight)
  }

  mutating func raise(_ best: Double) {
    reaching = (launches - lastAge(reaching: best), launches - firstAge(reaching: best))
  }

  func mayReach(_ best: Double, _ app: AppID, _ parts: ScoreParts, now: Double) -> Bool {
    // Bits, all of which are computed: no branch. An app never used passes, as ages are no numbers.
    let isYoung: UInt64 = parts.weight > reaching.newest ? 1 : 0
    let isOld: UInt64 = parts.weight < reaching.oldest ? 1 : 0
    let isNear: UInt64 = parts.other < best ? 1 : 0
    return isYoung | isOld | isNear == 0
  }

  mutating func takeBoundForAll() -> Double? {
    guard !allAreNoted else { return nil }
    allAreNoted = true
    return .infinity
  }

  func prefetchScore(_ app: AppID) { history.prefetch(app) }

  /// The least age at which any class may reach a score, ∞ = none.
  private func firstAge(reaching score: Double) -> Double {
    guard let bin = peaks.firstIndex(where: { $0 >= score }) else { return .infinity }
    guard bin > 0 else { return -.infinity }
    let rise = (score - peaks[bin - 1]) / (peaks[bin] - peaks[bin - 1])
    let start = AgeBins.lowerBound(bin - 1)
    return (start + rise * (AgeBins.lowerBound(bin) - start)) / ScoreMargin.one
  }

  /// The largest age at which any class may reach a score, −∞ = none.
  private func lastAge(reaching score: Double) -> Double {
    guard let bin = peaks.lastIndex(where: { $0 >= score }) else { return -.infinity }
    guard bin < AgeBins.count - 1 else { return .infinity }
    let fall = (peaks[bin] - score) / (peaks[bin] - peaks[bin + 1])
    let start = AgeBins.lowerBound(bin)
    return (start + fall * (AgeBins.lowerBound(bin + 1) - start)) * ScoreMargin.one
  }

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

  /// What is predicted of a class at an age: between the bounds of bins in a straight line.
  @inline(__always)
  private func prediction(_ row: Int, at age: Double) -> Double {
    let bin = min(AgeBins.bin(age), AgeBins.count - 2)
    let start = AgeBins.lowerBound(bin)
    let fraction = min(1, (max(1, age) - start) / (AgeBins.lowerBound(bin + 1) - start))
    let cell = row * AgeBins.count + bin
    return (1 - fraction) * predictions[cell] + fraction * predictions[cell + 1]
  }

  /// The most that is predicted of a class between two ages: at one of them or at a bound between.
  @inline(__always)
  private func peak(_ row: Int, from age: Double, to last: Double) -> Double {
    var peak = max(prediction(row, at: age), prediction(row, at: last))
    var bin = AgeBins.bin(age) + 1
    while bin <= AgeBins.bin(last) {
      peak = max(peak, predictions[row * AgeBins.count + bin])
      bin += 1
    }
    return peak
  }

  /// Computes anew what may be asked for until the next update.
  private mutating func update() {
    sinceUpdate = 0
    updates += 1
    allAreNoted = false
    // No age and no gap is beyond that, and a straight line needs one bound more.
    let bins = min(AgeBins.count, AgeBins.bin(launches + Self.period) + 2)
    for bin in 0..<bins {
      let byAge = (sums[bin] + trust * Double(bin) / 2) / (counts[bin] + trust)
      var peak = byAge
      predictions[bin] = byAge
      for row in 1...min(bins, Self.classes - 1) {
        let cell = row * AgeBins.count + bin
        predictions[cell] = (sums[cell] + trust * byAge) / (counts[cell] + trust)
        peak = max(peak, predictions[cell])
      }
      peaks[bin] = peak * ScoreMargin.one
    }
  }
}
