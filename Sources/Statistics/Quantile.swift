/// Returns the rank, from 1, of the smallest of `count` sorted values that has at least the share
/// `p` of them up to it.
///
/// `0.55 * 100` rounds up to more than 55, so the product alone would give one rank too many; the
/// quotient decides.
func quantileRank(_ p: Double, of count: Int) -> Int {
  let rank = Swift.min(count, Swift.max(1, Int((p * Double(count)).rounded(.up))))
  return rank > 1 && Double(rank - 1) / Double(count) >= p ? rank - 1 : rank
}

/// Returns the smallest of the values that has at least the share `p` of them up to it.
///
/// The inverse of the empirical distribution function (type 1 of Hyndman & Fan 1996), the same
/// definition as `LatencyHistogram.quantile(_:)`.
///
/// - Parameters:
///   - p: a probability; 0 gives the least value, 1 the greatest.
///   - values: in any order, without nan.
/// - Returns: one of the values, or nil when there is none.
/// - Complexity: O(*n* log *n*).
public func quantile(_ p: Double, of values: [Double]) -> Double? {
  precondition(p >= 0 && p <= 1, "a probability lies in 0 ... 1")
  if values.isEmpty { return nil }
  return values.sorted()[quantileRank(p, of: values.count) - 1]
}
