/// Markov: the least chance of being opened next, given the app in front, goes first.
///
/// The chance mixes how often the app followed the one in front (first order, the successors that
/// were seen last, old counts fading) with its share of the launches, where a launch counts half
/// after `half_life` more. Nothing is forgotten at a purge. One pass over the candidates a purge,
/// below a nanosecond each.
struct MarkovPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "markov", summary: "least chance of being opened next, given the app in front",
    source: "first-order next-app prediction (Zou et al. 2013, APPM 2013); O(n) a purge",
    parameters: [
      PolicyParameter(
        "mix", .number(0...1), default: .number(0.2),
        "weight of the successor counts, the rest is the share of the launches"),
      PolicyParameter(
        "half_life", .number(0.1...100_000), default: .number(40),
        "launches after which a launch counts half in the share"),
    ])
  static var order: CandidateOrder { .score }
  static var ceiling: Double { 0 }

  /// The apps that followed one app, with fading counts.
  private struct Successors: BitwiseCopyable {
    static let limit = 8
    static let fading: Float = 0.95
    var apps = SIMD8<UInt32>(repeating: noApp)
    var counts = SIMD8<Float>(repeating: 0)
    var total: Float = 0

    mutating func count(_ app: AppID) {
      counts *= Self.fading
      total = total * Self.fading + 1
      var place = 0
      for index in 0..<Self.limit {
        if apps[index] == app {
          counts[index] += 1
          return
        }
        if counts[index] < counts[place] { place = index }
      }
      apps[place] = app
      counts[place] = 1
    }
  }

  private static let unseen: Float = 2
  private let mix: Double
  private var shares: UseShares
  private let successors: AppColumn<Successors>
  private let isHelper: AppColumn<Bool>
  /// The part of the successors of the app in front; 0 for all others.
  private let chances: AppColumn<Double>
  private var front = noApp
  /// The largest count with which the best score of this pass may be reached.
  private var mostToReach = Double.infinity

  init(_ setup: PolicySetup) throws(RunFailure) {
    let mix = try setup.number("mix", in: Self.description)
    let halfLife = try setup.number("half_life", in: Self.description)
    self.mix = mix
    shares = UseShares(appCount: setup.appCount, halfLife: halfLife)
    successors = AppColumn(Successors(), count: setup.appCount)
    isHelper = setup.helperColumn()
    chances = AppColumn(0, count: setup.appCount)
  }

  mutating func didUse(_ use: AppUse) {
    let isLaunch = !isHelper[use.app]
    guard use.app != front else { return }
    shares.count(use.app, isLaunch: isLaunch)
    guard isLaunch else { return }
    if front != noApp {
      setChances(0)
      var row = successors[front]
      row.count(use.app)
      successors[front] = row
    }
    front = use.app
    setChances(mix)
  }

  /// Its count, which only its uses could raise; it holds until counts are rescaled.
  mutating func parts(_ candidate: Candidate) -> ScoreParts {
    ScoreParts(time: shares.epoch, weight: shares.count(candidate.app))
  }

  mutating func raise(_ best: Double) {
    // Near the smallest numbers, where shares with a short memory lie, a margin is none.
    mostToReach =
      -best < 1e-200 || mix == 1
      ? .infinity : -best * ScoreMargin.one * shares.whole / (1 - mix)
  }

  func mayReach(_ best: Double, _ app: AppID, _ parts: ScoreParts, now: Double) -> Bool {
    // Bits, all of which are computed: no branch.
    let isMore: UInt64 = parts.weight > mostToReach ? 1 : 0
    let isComparable: UInt64 = parts.time == shares.epoch ? 1 : 0
    return isMore & isComparable == 0
  }

  mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double {
    -((1 - mix) * shares.share(app) + chances[app])
  }

  func prefetchScore(_ app: AppID) {
    shares.prefetch(app)
    chances.prefetch(app)
  }

  /// Sets the chances of the successors of the app in front to their share of `weight`.
  private func setChances(_ weight: Double) {
    let row = successors[front]
    for index in 0..<Successors.limit where row.apps[index] != noApp {
      let share = row.counts[index] / (row.total + Self.unseen)
      chances[row.apps[index]] = weight * Double(share)
    }
  }
}
