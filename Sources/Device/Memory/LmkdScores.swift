/// Android's ladder of oom_score_adj, higher = killed earlier [AOSP psc/Constants.java].
///
/// The bands stand for ranges of scores, so that each keeps the order of its list: the process
/// whose score was set longest ago first. Processes that run in background are services; those
/// beyond the A list go to the band of score 800.
enum LmkdScores {
  /// The app in front.
  static let foreground = 0
  /// Foreground services: media, location, an accessory.
  static let perceptible = 200
  /// Work in background.
  static let service = 500
  /// The app that was left last.
  static let previous = 700
  /// Work in background beyond the A list.
  static let serviceB = 800
  /// The first cached process.
  static let cachedMin = 900
  /// The last one.
  static let cachedMax = 999
  /// Steps of the cached range: with activities 900, 910 …, without 905, 915 ….
  static let cachedSteps = 10

  /// The lowest score of a band.
  static func score(of band: Band) -> Int {
    switch band {
    case .idle: cachedMin
    case .helperAgeing: serviceB
    case .appAgeing: previous
    case .freezer: cachedMin
    case .background: service
    case .media: perceptible
    case .foreground: foreground
    }
  }

  /// How many cached processes of a kind share one step: so many that ten steps hold all
  /// [AOSP OomAdjuster.applyLruAdjust].
  @inline(__always)
  static func sharing(count: Int) -> Int { max(1, (count + cachedSteps - 1) / cachedSteps) }

  /// The score of a cached process.
  ///
  /// - Parameters:
  ///   - rank: How many of its kind became cached later; 0 = the last one.
  ///   - count: How many there are of its kind.
  ///   - isEmpty: Whether it has no activities.
  /// - Returns: 900 to 999.
  static func cached(rank: Int, count: Int, isEmpty: Bool) -> Int {
    let step = rank / sharing(count: count)
    return min(cachedMax, cachedMin + 10 * step + (isEmpty ? 5 : 0))
  }
}
