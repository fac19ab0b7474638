import CGSL

/// An estimate with its confidence interval.
public struct Interval: Sendable, Equatable {
  /// How many independent observations it rests on.
  public let count: Int
  /// The estimate: the mean of the observations, or what the method's documentation says.
  public let mean: Double
  /// The sample standard deviation of one observation (divisor *n* − 1).
  public let sd: Double
  /// Half the width of the interval.
  public let halfWidth: Double
  /// The probability with which such an interval covers the true value, for instance 0.95.
  public let confidence: Double

  /// Makes an interval of its parts.
  public init(count: Int, mean: Double, sd: Double, halfWidth: Double, confidence: Double) {
    self.count = count
    self.mean = mean
    self.sd = sd
    self.halfWidth = halfWidth
    self.confidence = confidence
  }

  /// The lower end.
  public var lo: Double { mean - halfWidth }

  /// The upper end.
  public var hi: Double { mean + halfWidth }

  /// Whether a value lies within the interval, ends included.
  public func contains(_ value: Double) -> Bool { value >= lo && value <= hi }

  /// The half width relative to the estimate, or nil where the estimate is 0.
  public var relativeHalfWidth: Double? { mean == 0 ? nil : halfWidth / abs(mean) }
}

/// Returns Student's interval for the mean of independent observations, usually one a replication.
///
/// - Parameters:
///   - values: finite, independent, about normal (means over a replication are).
///   - confidence: strictly between 0 and 1.
/// - Returns: the interval, or nil for fewer than two values.
/// - Complexity: O(*n*).
public func studentTInterval(_ values: [Double], confidence: Double = 0.95) -> Interval? {
  let summary = Accumulator(values)
  guard let mean = summary.mean, let sd = summary.standardDeviation else { return nil }
  let halfWidth =
    studentTQuantile(confidence: confidence, degrees: Double(values.count - 1))
    * sd / Double(values.count).squareRoot()
  return Interval(
    count: values.count, mean: mean, sd: sd, halfWidth: halfWidth, confidence: confidence)
}

/// Returns a jackknife interval for a ratio of sums, such as cold launches over launches.
///
/// Each replication gives one numerator and one denominator. The mean of the quotients would be
/// biased; instead the pseudo-values *n*·R − (*n* − 1)·R₍ᵢ₎ are treated as independent observations
/// (Miller, "The jackknife: a review", Biometrika 61, 1974). `mean` is their mean, which is the
/// ratio of the sums with its bias of order 1/*n* removed.
///
/// - Parameters:
///   - numerators: one a replication.
///   - denominators: as many, not negative.
///   - confidence: strictly between 0 and 1.
/// - Returns: the interval, or nil for fewer than two replications or where the denominators
///   without one of them sum to 0.
/// - Complexity: O(*n*).
public func jackknifeRatioInterval(
  numerators: [Double], denominators: [Double], confidence: Double = 0.95
) -> Interval? {
  precondition(numerators.count == denominators.count, "one denominator a numerator")
  let count = Double(numerators.count)
  let above = numerators.reduce(0, +)
  let below = denominators.reduce(0, +)
  var pseudo: [Double] = []
  for (numerator, denominator) in zip(numerators, denominators) {
    let rest = below - denominator
    if !(rest > 0) { return nil }
    pseudo.append(count * above / below - (count - 1) * (above - numerator) / rest)
  }
  return studentTInterval(pseudo, confidence: confidence)
}

/// Returns the two-sided quantile of Student's t: the share `confidence` lies within ± the result.
///
/// - Parameters:
///   - confidence: strictly between 0 and 1.
///   - degrees: degrees of freedom, > 0, not necessarily whole.
/// - Returns: the quantile, > 0.
public func studentTQuantile(confidence: Double, degrees: Double) -> Double {
  precondition(confidence > 0 && confidence < 1, "a confidence lies between 0 and 1")
  precondition(degrees > 0, "degrees of freedom are positive")
  return gsl_cdf_tdist_Qinv((1 - confidence) / 2, degrees)
}

/// Returns the two-sided p-value of a t statistic.
func studentTProbability(_ statistic: Double, degrees: Double) -> Double {
  Swift.min(1, 2 * gsl_cdf_tdist_Q(abs(statistic), degrees))
}
