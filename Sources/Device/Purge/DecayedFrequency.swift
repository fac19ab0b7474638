import Glibc

/// How often each app is used, where a use loses half its weight every so many launches of the
/// user.
///
/// [Lee et al., IEEE Transactions on Computers 2001: the combined recency and frequency of LRFU.]
/// The time is the number of the user's launches; a helper's demand counts as a use but does not
/// advance it. Kept as the base-2 logarithm of the frequency at launch 0, which orders apps the
/// same at any time, so that it is a fixed key. It survives a purge.
struct DecayedFrequency: ~Copyable {
  private let logarithms: AppColumn<Double>
  private let isHelper: AppColumn<Bool>
  private let perLaunch: Double
  /// Launches of the user so far.
  private(set) var launches = 0.0

  /// Starts without uses.
  init(_ setup: PolicySetup, halfLife: Double) {
    logarithms = AppColumn(-.infinity, count: setup.appCount)
    isHelper = setup.helperColumn()
    perLaunch = 1 / halfLife
  }

  /// Brings closer what is known of an app.
  func prefetch(_ app: AppID) {
    logarithms.prefetch(app)
    isHelper.prefetch(app)
  }

  /// Counts a use.
  mutating func count(_ app: AppID) {
    if !isHelper[app] { launches += 1 }
    let now = launches * perLaunch
    logarithms[app] = now + log2(1 + exp2(logarithms[app] - now))
  }

  /// The logarithm of an app's frequency, less what all have lost by now; −∞ = never used.
  func logarithm(_ app: AppID) -> Double { logarithms[app] }
}
