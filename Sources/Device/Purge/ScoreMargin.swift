/// Factors of the cheap tests before a score, wider than what rounding can do.
enum ScoreMargin {
  /// A little more than 1.
  static let one = 1 + 1e-9
  /// A little more than a tick in seconds.
  static let perTick = 1e-6 * (1 + 1e-9)
}
