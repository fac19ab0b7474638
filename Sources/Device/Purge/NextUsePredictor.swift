/// The probability that an app is the next one the user opens, learned from the past alone.
///
/// A mixture of three experts: recency (how often the app at each place of the recency stack was
/// next), and the app's share of the launches with a short and with a long memory. Their weights
/// are learned online by expectation maximisation: after each launch an expert's weight moves
/// towards its part in what was predicted. The recency expert starts from the law of measured
/// users, 1/depth^1.5. Nothing is forgotten at a purge. O(stack depth) a launch, O(1) a prediction.
struct NextUsePredictor: ~Copyable {
  /// The deepest place of the recency stack that is remembered.
  private static let depthLimit = 512
  private static let absent = UInt32.max
  private static let shortHalfLife = 40.0
  private static let longHalfLife = 400.0
  /// How far a weight moves at each launch.
  private static let rate = 0.03
  /// No expert's weight falls below it, so that it can come back.
  private static let leastWeight = 0.01
  /// How many launches the prior law of recency is worth.
  private static let priorWeight = 3.0

  private var short: UseShares
  private var long: UseShares
  private let isHelper: AppColumn<Bool>
  private let depths: AppColumn<UInt32>
  private let stack: UnsafeMutablePointer<AppID>
  private let hits: UnsafeMutablePointer<Double>
  private var hitTotal = 0.0
  private var stackCount = 0
  private var weights = (recency: 1.0 / 3, short: 1.0 / 3, long: 1.0 / 3)

  init(_ setup: PolicySetup) {
    short = UseShares(appCount: setup.appCount, halfLife: Self.shortHalfLife)
    long = UseShares(appCount: setup.appCount, halfLife: Self.longHalfLife)
    isHelper = setup.helperColumn()
    depths = AppColumn(Self.absent, count: setup.appCount)
    stack = .allocate(capacity: Self.depthLimit)
    hits = .allocate(capacity: Self.depthLimit)
    hits[0] = 0
    for depth in 1..<Self.depthLimit {
      let root = Double(depth).squareRoot()
      hits[depth] = Self.priorWeight / (Double(depth) * root)
      hitTotal += hits[depth]
    }
  }

  deinit {
    stack.deallocate()
    hits.deallocate()
  }

  private var current: AppID { stackCount > 0 ? stack[0] : noApp }

  /// Learns from a use.
  mutating func count(_ app: AppID) {
    guard !isHelper[app] else {
      short.count(app, isLaunch: false)
      long.count(app, isLaunch: false)
      return
    }
    guard app != current else { return }
    let depth = depths[app]
    if depth != Self.absent {
      reweigh(app)
      hits[Int(depth)] += 1
      hitTotal += 1
    }
    short.count(app, isLaunch: true)
    long.count(app, isLaunch: true)
    touch(app)
  }

  /// The probability that the app is opened next; for a helper, how often it is needed per launch.
  @inline(__always)
  func probability(_ app: AppID) -> Double {
    weights.recency * recency(app) + weights.short * short.share(app, besides: current)
      + weights.long * long.share(app, besides: current)
  }

  @inline(__always)
  private func recency(_ app: AppID) -> Double {
    let depth = depths[app]
    return depth == Self.absent ? 0 : hits[Int(depth)] / hitTotal
  }

  /// One step of expectation maximisation over the weights.
  private mutating func reweigh(_ app: AppID) {
    let parts = (
      weights.recency * recency(app), weights.short * short.share(app, besides: current),
      weights.long * long.share(app, besides: current)
    )
    let sum = parts.0 + parts.1 + parts.2
    guard sum > 0 else { return }
    func moved(_ weight: Double, _ part: Double) -> Double {
      max(Self.leastWeight, weight + Self.rate * (part / sum - weight))
    }
    weights.recency = moved(weights.recency, parts.0)
    weights.short = moved(weights.short, parts.1)
    weights.long = moved(weights.long, parts.2)
    let total = weights.recency + weights.short + weights.long
    weights = (weights.recency / total, weights.short / total, weights.long / total)
  }

  private mutating func touch(_ app: AppID) {
    var depth = Int(depths[app])
    if depths[app] == Self.absent {
      if stackCount == Self.depthLimit {
        depths[stack[stackCount - 1]] = Self.absent
      } else {
        stackCount += 1
      }
      depth = stackCount - 1
    }
    while depth > 0 {
      stack[depth] = stack[depth - 1]
      depths[stack[depth]] = UInt32(depth)
      depth -= 1
    }
    stack[0] = app
    depths[app] = 0
  }
}
