import CGSL
import Glibc

/// An order-statistic confidence interval of a quantile.
public struct QuantileInterval: Sendable, Equatable {
  /// How many independent observations it rests on.
  public let count: Int
  /// The probability of the quantile, for instance 0.95.
  public let probability: Double
  /// The empirical quantile.
  public let estimate: Double
  /// The lower end, one of the observations.
  public let lo: Double
  /// The upper end, one of the observations.
  public let hi: Double
  /// The confidence that was asked for; the true coverage is at least that.
  public let confidence: Double
}

/// Returns a distribution-free interval of a quantile, with equal tails.
///
/// The number of observations below the true quantile is binomial, so two order statistics enclose
/// it with at least the wanted probability, whatever the distribution (David & Nagaraja, *Order
/// Statistics*, §7.1). Where even the extremes do not reach far enough, there is no honest interval
/// and the answer is nil rather than something narrower.
///
/// - Parameters:
///   - p: the probability, strictly between 0 and 1.
///   - values: independent observations, in any order.
///   - confidence: strictly between 0 and 1.
/// - Returns: the interval, or nil for fewer than `quantileIntervalMinimum(_:confidence:)` values.
/// - Complexity: O(*n* log *n*).
public func quantileInterval(
  _ p: Double, of values: [Double], confidence: Double = 0.95
) -> QuantileInterval? {
  let count = values.count
  if count < quantileIntervalMinimum(p, confidence: confidence) { return nil }
  let tail = (1 - confidence) / 2
  // Largest lower rank l with P(B < l) <= tail, smallest upper rank u with P(B >= u) <= tail.
  var low = 0
  while low < count && gsl_cdf_binomial_P(UInt32(low), p, UInt32(count)) <= tail { low += 1 }
  var high = count
  while high > 1 && gsl_cdf_binomial_Q(UInt32(high - 2), p, UInt32(count)) <= tail { high -= 1 }
  guard low >= 1 else { return nil }
  let sorted = values.sorted()
  return QuantileInterval(
    count: count, probability: p, estimate: sorted[quantileRank(p, of: count) - 1],
    lo: sorted[low - 1], hi: sorted[high - 1], confidence: confidence)
}

/// Returns the least number of observations that allow an equal-tailed interval of a quantile.
///
/// At 95 % confidence: 36 for p90, 72 for p95, 368 for p99.
///
/// - Parameters:
///   - p: the probability, strictly between 0 and 1.
///   - confidence: strictly between 0 and 1.
/// - Returns: the smallest *n* with max(p, 1 − p)ⁿ ≤ (1 − confidence) / 2.
public func quantileIntervalMinimum(_ p: Double, confidence: Double = 0.95) -> Int {
  precondition(p > 0 && p < 1, "a quantile strictly between 0 and 1")
  precondition(confidence > 0 && confidence < 1, "a confidence lies between 0 and 1")
  return Int((log((1 - confidence) / 2) / log(max(p, 1 - p))).rounded(.up))
}
