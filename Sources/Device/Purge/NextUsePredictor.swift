/// The probability that an app is the next one the user opens, learned from the past alone.
///
/// A mixture of five experts: recency (how often the app at each place of the recency stack was
/// next), the app's share of the launches with a short, a long and an endless memory, and the same
/// chance for all apps. Their weights are learned online by expectation maximisation: after each
/// launch an expert's weight moves towards its part in what was predicted. The recency expert
/// starts from the law of measured users, 1/depth^1.5; the last one is what remains to say about
/// apps of which little is known. Nothing is forgotten at a purge. O(1) a launch and a prediction.
struct NextUsePredictor: ~Copyable {
  private static let shortHalfLife = 40.0
  private static let longHalfLife = 400.0
  private static let endless = 1e12
  /// How far a weight moves at each launch.
  private static let rate = 0.03
  /// No expert's weight falls below it, so that it can come back.
  private static let leastWeight = 0.01
  /// How many launches the prior law of recency is worth.
  private static let priorWeight = 3.0

  private var short: UseShares
  private var long: UseShares
  private var ever: UseShares
  private let evenShare: Double
  private let isHelper: AppColumn<Bool>
  private var depths: RecencyDepths
  private let hits: UnsafeMutablePointer<Double>
  private var hitTotal = 0.0
  private var weights = Experts(recency: 0.2, short: 0.2, long: 0.2, ever: 0.2, even: 0.2)

  /// A number for each expert.
  private struct Experts {
    var recency: Double
    var short: Double
    var long: Double
    var ever: Double
    var even: Double

    var sum: Double { recency + short + long + ever + even }

    func map(_ other: Experts, _ change: (Double, Double) -> Double) -> Experts {
      Experts(
        recency: change(recency, other.recency), short: change(short, other.short),
        long: change(long, other.long), ever: change(ever, other.ever),
        even: change(even, other.even))
    }
  }

  init(_ setup: PolicySetup) {
    short = UseShares(appCount: setup.appCount, halfLife: Self.shortHalfLife)
    long = UseShares(appCount: setup.appCount, halfLife: Self.longHalfLife)
    ever = UseShares(appCount: setup.appCount, halfLife: Self.endless)
    let helpers = setup.helperColumn()
    let users = (0..<setup.appCount).count { !helpers[AppID($0)] }
    isHelper = helpers
    evenShare = 1 / Double(max(1, users - 1))
    depths = RecencyDepths(appCount: setup.appCount)
    hits = .allocate(capacity: RecencyDepths.limit)
    hits[0] = 0
    for depth in 1..<RecencyDepths.limit {
      let root = Double(depth).squareRoot()
      hits[depth] = Self.priorWeight / (Double(depth) * root)
      hitTotal += hits[depth]
    }
  }

  deinit { hits.deallocate() }

  @inline(__always)
  private var current: AppID { depths.first }

  /// Learns from a use.
  mutating func count(_ app: AppID) {
    guard !isHelper[app] else {
      short.count(app, isLaunch: false)
      long.count(app, isLaunch: false)
      ever.count(app, isLaunch: false)
      return
    }
    guard app != current else { return }
    reweigh(app)
    let depth = depths[app]
    if depth >= 0 {
      hits[depth] += 1
      hitTotal += 1
    }
    short.count(app, isLaunch: true)
    long.count(app, isLaunch: true)
    ever.count(app, isLaunch: true)
    depths.touch(app)
  }

  /// What the probability of any user app is at least: what the even chance adds to it.
  @inline(__always)
  var leastChance: Double { weights.even * evenShare }

  /// What each of an app's ``uses(_:)`` adds to its probability at least.
  @inline(__always)
  var leastChancePerUse: Double { weights.ever / ever.whole(besides: current) }

  /// How often an app was used, for the memory that forgets nothing.
  @inline(__always)
  func uses(_ app: AppID) -> Double { ever.count(app) }

  /// The probability that the app is opened next; for a helper, how often it is needed per launch.
  @inline(__always)
  func probability(_ app: AppID) -> Double { parts(app).sum }

  @inline(__always)
  private func parts(_ app: AppID) -> Experts {
    Experts(
      recency: weights.recency * recency(app),
      short: weights.short * short.share(app, besides: current),
      long: weights.long * long.share(app, besides: current),
      ever: weights.ever * ever.share(app, besides: current),
      even: isHelper[app] ? 0 : weights.even * evenShare)
  }

  /// Brings closer what the probability of an app is had from.
  @inline(__always)
  func prefetch(_ app: AppID) {
    depths.prefetch(app)
    short.prefetch(app)
    long.prefetch(app)
    ever.prefetch(app)
  }

  @inline(__always)
  private func recency(_ app: AppID) -> Double {
    let depth = depths[app]
    return depth < 0 ? 0 : hits[depth] / hitTotal
  }

  /// One step of expectation maximisation over the weights.
  private mutating func reweigh(_ app: AppID) {
    let parts = parts(app)
    let sum = parts.sum
    guard sum > 0 else { return }
    let moved = weights.map(parts) { weight, part in
      max(Self.leastWeight, weight + Self.rate * (part / sum - weight))
    }
    let total = moved.sum
    weights = moved.map(moved) { weight, _ in weight / total }
  }
}
