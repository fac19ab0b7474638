/// The interval of one long run by non-overlapping batch means, and whether to trust it.
public struct BatchMeans: Sendable, Equatable {
  /// Student's interval over the batch means.
  public let interval: Interval
  /// How many observations a batch holds; the remainder at the start is left out.
  public let batchSize: Int
  /// Autocorrelation of successive batch means.
  public let lag1: Double
  /// Whether the lag-1 correlation is within what independent batches would show.
  ///
  /// If not, the batches are too short and the interval is too narrow: run longer.
  public let looksIndependent: Bool
}

/// Cuts one stationary series into batches and treats their means as independent.
///
/// Independence is checked by von Neumann's ratio in the form of Alexopoulos & Seila (Handbook of
/// Simulation, ch. 7): with *k* batches, r₁ plus an end correction is compared with the normal
/// quantile times √((*k* − 2)/(*k*² − 1)), one-sided at 5 %.
///
/// - Parameters:
///   - series: the output in order of time, warm-up removed.
///   - batches: how many batches, at least 10.
///   - confidence: strictly between 0 and 1.
/// - Returns: the interval, or nil for fewer than two observations a batch.
/// - Complexity: O(*n*).
public func batchMeans(
  _ series: [Double], batches: Int = 20, confidence: Double = 0.95
) -> BatchMeans? {
  precondition(batches >= 10, "ten batches or more")
  let size = series.count / batches
  if size < 2 { return nil }
  let skip = series.count - size * batches
  let means = (0..<batches).map { index in
    let from = skip + index * size
    return series[from..<from + size].reduce(0, +) / Double(size)
  }
  guard let interval = studentTInterval(means, confidence: confidence) else { return nil }
  var (squares, products) = (0.0, 0.0)
  for index in means.indices {
    let gap = means[index] - interval.mean
    squares += gap * gap
    if index > 0 { products += gap * (means[index - 1] - interval.mean) }
  }
  let k = Double(batches)
  let first = means[0] - interval.mean
  let last = means[batches - 1] - interval.mean
  let lag1 = squares > 0 ? products / squares : 0
  let ratio = squares > 0 ? lag1 + (first * first + last * last) / (2 * squares) : 0
  let limit = 1.6448536269514722 * ((k - 2) / (k * k - 1)).squareRoot()
  return BatchMeans(
    interval: interval, batchSize: size, lag1: lag1, looksIndependent: ratio <= limit)
}
