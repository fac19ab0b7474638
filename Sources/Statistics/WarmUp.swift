/// How much of the start of a series MSER-5 says to drop.
public struct WarmUp: Sendable, Equatable {
  /// The number of observations to drop, a multiple of 5.
  public let cut: Int
  /// The mean of the observations that are left.
  public let mean: Double

  /// Makes a result of its parts.
  public init(cut: Int, mean: Double) {
    self.cut = cut
    self.mean = mean
  }
}

/// Finds the end of the initial transient by MSER-5.
///
/// Batches of five observations; the cut *d* minimises Σ(x − mean)² / (*n* − *d*)² over the batch
/// means that are left (White, "An effective truncation heuristic for bias reduction in simulation
/// output", Simulation 69, 1997; White, Cobb & Spratt 2000). The minimum of the whole range is
/// sought but must lie in the first half: near the end few batches may agree by chance, and a cut
/// that late means that the run is too short.
///
/// - Parameter series: the output in order of time, finite.
/// - Returns: the cut, or nil where the minimum lies beyond the first half or there are fewer than
///   10 batches: run longer.
/// - Complexity: O(*n*).
public func mser5(_ series: [Double]) -> WarmUp? {
  let batch = 5
  let count = series.count / batch
  if count < 10 { return nil }
  let means = (0..<count).map { index in
    series[index * batch..<(index + 1) * batch].reduce(0, +) / Double(batch)
  }
  // From the end, so that each step adds one batch to the rest; the last five batches are left out,
  // as is usual, because so few of them agree by chance.
  var rest = Accumulator()
  var best = (cut: count, statistic: Double.infinity, mean: 0.0)
  for cut in stride(from: count - 1, through: 0, by: -1) {
    rest.add(means[cut])
    guard rest.count >= 5, let variance = rest.variance, let mean = rest.mean else { continue }
    let left = Double(rest.count)
    let statistic = variance * (left - 1) / (left * left)
    // At equal statistics the earlier cut keeps more data.
    if statistic <= best.statistic { best = (cut, statistic, mean) }
  }
  if 2 * best.cut > count { return nil }
  return WarmUp(cut: best.cut * batch, mean: best.mean)
}
