import Glibc

/// Each app's share of the recent launches, where a launch counts half after every `halfLife` more.
///
/// Counts are kept relative to launch 0, so that nothing has to decay: a new use weighs more
/// instead. A helper's demand counts as a use but is no launch, so a helper's share may exceed 1:
/// it is how often it is needed per launch. Survives a purge. O(1) a use.
struct UseShares: ~Copyable {
  private static let largestScale = 0x1p200
  private let counts: AppColumn<Double>
  private let appCount: Int
  private let growth: Double
  private var scale = 1.0
  private var total = 0.0
  /// How often all counts were made smaller.
  private(set) var epoch = 0.0

  init(appCount: Int, halfLife: Double) {
    counts = AppColumn(0, count: appCount)
    self.appCount = appCount
    growth = exp2(1 / halfLife)
  }

  /// Counts a use.
  mutating func count(_ app: AppID, isLaunch: Bool) {
    if isLaunch {
      scale *= growth
      if scale > Self.largestScale { rescale() }
      total += scale
    }
    counts[app] += scale
  }

  /// Brings closer what the share of an app is had from.
  @inline(__always)
  func prefetch(_ app: AppID) { counts.prefetch(app) }

  /// An app's share of the launches.
  @inline(__always)
  func share(_ app: AppID) -> Double { counts[app] / whole }

  /// What an app's count is a share of.
  @inline(__always)
  var whole: Double { max(total, scale) }

  /// An app's count, comparable with others of the same ``epoch``.
  @inline(__always)
  func count(_ app: AppID) -> Double { counts[app] }

  /// An app's share of the launches of others than `current`, which cannot be next.
  @inline(__always)
  func share(_ app: AppID, besides current: AppID) -> Double {
    counts[app] / whole(besides: current)
  }

  /// What a count is a share of when `current` cannot be next.
  @inline(__always)
  func whole(besides current: AppID) -> Double {
    let others = total - (current == noApp ? 0 : counts[current])
    return max(others, Self.leastWeight * scale)
  }

  private static let leastWeight = 1e-3

  // By a power of two, so that no share changes.
  private mutating func rescale() {
    let factor = 1 / Self.largestScale
    scale *= factor
    epoch += 1
    total *= factor
    for app in 0..<AppID(appCount) { counts[app] *= factor }
  }
}
