/// How two systems differ in one metric: other minus baseline.
public struct Comparison: Sendable, Equatable {
  /// The number of pairs, or for independent samples that of the smaller one.
  public let count: Int
  /// Mean of the other minus mean of the baseline.
  public let difference: Double
  /// Half the width of the confidence interval of the difference.
  public let halfWidth: Double
  /// The confidence of the interval, for instance 0.95.
  public let confidence: Double
  /// Degrees of freedom of the t distribution.
  public let degrees: Double
  /// The two-sided p-value of "no difference".
  public let pValue: Double
  /// Pearson's correlation of the pairs; nil for independent samples or where one does not vary.
  public let correlation: Double?
  /// By what factor pairing shrinks the variance of the difference; nil for independent samples
  /// or where the differences do not vary.
  ///
  /// Above 1 common random numbers helped; below 1 they hurt.
  public let varianceRatio: Double?

  /// The lower end of the interval.
  public var lo: Double { difference - halfWidth }

  /// The upper end of the interval.
  public var hi: Double { difference + halfWidth }
}

/// Compares two systems that met the same random numbers, replication by replication.
///
/// The paired t procedure (Law, *Simulation Modeling and Analysis*, ch. 10). Where all differences
/// are equal, the interval has no width and the p-value is 1 for no difference, else 0.
///
/// - Parameters:
///   - baseline: one value a replication.
///   - other: as many, in the same order.
///   - confidence: strictly between 0 and 1.
/// - Returns: the comparison, or nil for fewer than two pairs.
/// - Complexity: O(*n*).
public func pairedComparison(
  baseline: [Double], other: [Double], confidence: Double = 0.95
) -> Comparison? {
  precondition(baseline.count == other.count, "one value of each a replication")
  let differences = zip(other, baseline).map { $0 - $1 }
  guard let interval = studentTInterval(differences, confidence: confidence),
    let spreadOfBaseline = Accumulator(baseline).variance,
    let spreadOfOther = Accumulator(other).variance
  else { return nil }
  let degrees = Double(differences.count - 1)
  let error = interval.sd / Double(differences.count).squareRoot()
  let variance = interval.sd * interval.sd
  return Comparison(
    count: differences.count, difference: interval.mean, halfWidth: interval.halfWidth,
    confidence: confidence, degrees: degrees,
    pValue: pValue(interval.mean, error: error, degrees: degrees),
    correlation: correlation(baseline, other),
    varianceRatio: variance > 0 ? (spreadOfBaseline + spreadOfOther) / variance : nil)
}

/// Compares two systems by independent samples of unequal variance.
///
/// Welch's interval with Satterthwaite's degrees of freedom (Biometrika 34, 1947).
///
/// - Parameters:
///   - baseline: one value a replication.
///   - other: any number of values, independent of the baseline's.
///   - confidence: strictly between 0 and 1.
/// - Returns: the comparison, or nil where either sample has fewer than two values.
/// - Complexity: O(*n*).
public func welchComparison(
  baseline: [Double], other: [Double], confidence: Double = 0.95
) -> Comparison? {
  let first = Accumulator(baseline)
  let second = Accumulator(other)
  guard let firstMean = first.mean, let firstVariance = first.variance,
    let secondMean = second.mean, let secondVariance = second.variance
  else { return nil }
  let u = firstVariance / Double(first.count)
  let v = secondVariance / Double(second.count)
  let spread = u * u / Double(first.count - 1) + v * v / Double(second.count - 1)
  let degrees = spread > 0 ? (u + v) * (u + v) / spread : Double(first.count + second.count - 2)
  let error = (u + v).squareRoot()
  return Comparison(
    count: min(first.count, second.count), difference: secondMean - firstMean,
    halfWidth: studentTQuantile(confidence: confidence, degrees: degrees) * error,
    confidence: confidence, degrees: degrees,
    pValue: pValue(secondMean - firstMean, error: error, degrees: degrees),
    correlation: nil, varianceRatio: nil)
}

/// Returns Pearson's correlation of two samples of equal length.
///
/// - Returns: a number of −1 … 1, or nil where one does not vary or there are fewer than two pairs.
/// - Complexity: O(*n*).
public func correlation(_ x: [Double], _ y: [Double]) -> Double? {
  precondition(x.count == y.count, "samples of equal length")
  guard let meanX = Accumulator(x).mean, let meanY = Accumulator(y).mean else { return nil }
  var (xx, xy, yy) = (0.0, 0.0, 0.0)
  for (a, b) in zip(x, y) {
    xx += (a - meanX) * (a - meanX)
    xy += (a - meanX) * (b - meanY)
    yy += (b - meanY) * (b - meanY)
  }
  let scale = (xx * yy).squareRoot()
  return scale > 0 ? Swift.max(-1, Swift.min(1, xy / scale)) : nil
}

private func pValue(_ difference: Double, error: Double, degrees: Double) -> Double {
  if error > 0 { return studentTProbability(difference / error, degrees: degrees) }
  return difference == 0 ? 1 : 0
}
