import Glibc

/// Calibrated relaunch distance: the app whose next launch is predicted to be farthest goes first.
///
/// [After Lee & Kyung, Electronics 15(11) 2415, 2026.] The distance is counted in launches of the
/// user. Raw predictors are not comparable between apps, so a prediction is looked up instead: what
/// the distance was, on average of its logarithm, for apps of the same mean gap and the same age
/// since their last use. A cell seen rarely leans on all apps of that age, and an age seen rarely
/// on the age itself, which is LRU: so does an app with fewer than three gaps. Predictions are
/// computed anew every 64 uses. Nothing is forgotten at a purge. One pass over the candidates a
/// purge, with what each cannot exceed noted until its age falls into the next bin; O(log age) a
/// use.
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
  /// Advances with the launches, and at each update beyond all that was noted.
  private var clock = 0.0
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
    if !isHelper[use.app] {
      launches += 1
      clock += 1
    }
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

  /// Until when the next part holds, the last use, what the prediction cannot exceed.
  mutating func parts(_ candidate: Candidate) -> ScoreParts {
    var parts = ScoreParts()
    revise(candidate.app, &parts)
    return parts
  }

  mutating func revise(_ app: AppID, _ parts: inout ScoreParts) {
    let known = history[app]
    guard known.lastUse >= 0 else {
      parts = ScoreParts(time: .infinity, weight: -.infinity, other: .infinity)
      return
    }
    let age = launches - known.lastUse
    let bin = AgeBins.bin(age)
    let cell = row(of: known) * AgeBins.count + min(bin, AgeBins.count - 2)
    parts = ScoreParts(
      time: clock + min(Self.period, AgeBins.lowerBound(bin + 1) - age), weight: known.lastUse,
      other: max(predictions[cell], predictions[cell + 1]) * ScoreMargin.one)
  }

  mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double {
    guard parts.weight >= 0 else { return .infinity }
    let age = max(1, launches - parts.weight)
    let bin = min(AgeBins.bin(age), AgeBins.count - 2)
    let start = AgeBins.lowerBound(bin)
    let fraction = min(1, (age - start) / (AgeBins.lowerBound(bin + 1) - start))
    let cell = row(of: history[app]) * AgeBins.count + bin
    return (1 - fraction) * predictions[cell] + fraction * predictions[cell + 1]
  }

  mutating func raise(_ best: Double) {
    reaching = (launches - lastAge(reaching: best), launches - firstAge(reaching: best))
  }

  func mayReach(_ best: Double, _ app: AppID, _ parts: ScoreParts, now: Double) -> Bool {
    // All is computed, so that there is no branch.
    let isWithin = parts.weight <= reaching.newest && parts.weight >= reaching.oldest
    let isNever = parts.weight < 0
    let isFar = parts.other >= best
    let isOver = parts.time <= clock
    return (isWithin || isNever) && (isFar || isOver)
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

  private mutating func update() {
    sinceUpdate = 0
    clock += Self.period
    for bin in 0..<AgeBins.count {
      let byAge = (sums[bin] + trust * Double(bin) / 2) / (counts[bin] + trust)
      predictions[bin] = byAge
      for row in 1..<Self.classes {
        let cell = row * AgeBins.count + bin
        predictions[cell] = (sums[cell] + trust * byAge) / (counts[cell] + trust)
      }
    }
    for bin in 0..<AgeBins.count {
      peaks[bin] = 0
      for row in 0..<Self.classes {
        peaks[bin] = max(peaks[bin], predictions[row * AgeBins.count + bin] * ScoreMargin.one)
      }
    }
  }
}
