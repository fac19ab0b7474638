extension Distribution {
  /// The largest `count` of a Zipf law: its tables take about 30 bytes a rank in every run.
  public static let largestZipfCount = 1 << 22

  /// The longest list of values or weights.
  static let longestList = 1 << 28

  /// The largest mean of a Poisson law, well within the 32 bits GSL counts with.
  public static let largestPoissonMean = 1e9

  /// The smallest success probability of a geometric law: its draws must fit GSL's 32 bits.
  public static let smallestGeometricP = 1e-8

  /// How deep a mixture may nest.
  public static let deepestMixture = 16

  /// Checks every parameter.
  ///
  /// - Throws: `DistributionError` for the first parameter that is out of its range.
  /// - Complexity: O(1), for lists O(*n*).
  public func validate() throws(DistributionError) { try validate(depth: 0) }

  private func validate(depth: Int) throws(DistributionError) {
    switch self {
    case .constant(let value): try need("value", value, .finite)
    case .uniform(let min, let max): try needRange(min, max)
    case .exponential(let mean): try need("mean", mean, .positive)
    case .normal: try validateNormal()
    case .lognormal(let mu, let sigma):
      try need("mu", mu, .finite)
      try need("sigma", sigma, .nonNegative)
    case .gamma(let shape, let scale), .weibull(let scale, let shape),
      .loglogistic(let scale, let shape):
      try need("shape", shape, .positive)
      try need("scale", scale, .positive)
    case .pareto(let shape, let minimum):
      try need("shape", shape, .positive)
      try need("minimum", minimum, .positive)
    case .erlang(let shape, let mean):
      if shape < 1 { throw error("shape", "a whole number >= 1", "\(shape)") }
      try need("mean", mean, .positive)
    case .beta(let a, let b, let min, let max):
      try need("a", a, .positive)
      try need("b", b, .positive)
      try needRange(min, max)
    case .geometric(let p):
      if !(p >= Self.smallestGeometricP && p <= 1) {
        throw error("p", "a probability from \(Self.smallestGeometricP) to 1", "\(p)")
      }
    case .poisson(let mean):
      if !(mean >= 0 && mean <= Self.largestPoissonMean) {
        throw error("mean", "a number >= 0 and <= \(Self.largestPoissonMean)", "\(mean)")
      }
    case .zipf(let exponent, let count):
      try need("exponent", exponent, .nonNegative)
      if count < 1 || count > Self.largestZipfCount {
        throw error("count", "a whole number from 1 to \(Self.largestZipfCount)", "\(count)")
      }
    case .discrete(let values, let weights):
      try needValues(values)
      try needWeights(weights, count: values.count, of: "values")
    case .empirical(let values): try needValues(values)
    case .mixture(let weights, let components):
      try validateMixture(weights, components, depth: depth)
    }
  }

  private func validateNormal() throws(DistributionError) {
    guard case .normal(let mean, let sd, let min, let max) = self else { return }
    try need("mean", mean, .finite)
    try need("sd", sd, .nonNegative)
    if !(min <= max) { throw error("max", "a number >= min (\(min))", "\(max)") }
    if min == .infinity { throw error("min", "a number below infinity", "\(min)") }
    if max == -.infinity { throw error("max", "a number above -infinity", "\(max)") }
    if sd == 0 {
      if mean < min || mean > max {
        throw error("mean", "between min and max when sd is 0", "\(mean)")
      }
    } else if min < max && TruncatedNormal(mean: mean, sd: sd, min: min, max: max).mass < 1e-12 {
      throw error("min", "such that min to max holds at least 1e-12 of the probability", "\(min)")
    }
  }

  private func validateMixture(
    _ weights: [Double], _ components: [Distribution], depth: Int
  ) throws(DistributionError) {
    if components.isEmpty { throw error("components", "a list of at least one", "empty") }
    if depth >= Self.deepestMixture {
      throw error("components", "nested at most \(Self.deepestMixture) deep", "deeper")
    }
    try needWeights(weights, count: components.count, of: "components")
    for (index, component) in components.enumerated() {
      do {
        try component.validate(depth: depth + 1)
      } catch {
        throw DistributionError(
          distribution: "\(name) of \(error.distribution)",
          parameter: "components[\(index)].\(error.parameter)", expected: error.expected,
          value: error.value)
      }
    }
  }

  private func need(
    _ parameter: String, _ value: Double, _ range: ParameterRange
  ) throws(DistributionError) {
    try check(name, parameter, value, range)
  }

  private func needRange(_ min: Double, _ max: Double) throws(DistributionError) {
    try need("min", min, .finite)
    try need("max", max, .finite)
    if max < min { throw error("max", "a number >= min (\(min))", "\(max)") }
    // The width enters every draw.
    if !(max - min).isFinite { throw error("max", "within 1.8e308 of min", "\(max)") }
  }

  private func needValues(_ values: [Double]) throws(DistributionError) {
    if values.isEmpty { throw error("values", "a list of at least one number", "empty") }
    try needCount(values.count, "values")
    for (index, value) in values.enumerated() { try need("values[\(index)]", value, .finite) }
  }

  private func needWeights(
    _ weights: [Double], count: Int, of what: String
  ) throws(DistributionError) {
    if weights.count != count {
      throw error("weights", "as many as \(what) (\(count))", "\(weights.count)")
    }
    var total = 0.0
    for (index, weight) in weights.enumerated() {
      try need("weights[\(index)]", weight, .nonNegative)
      total += weight
    }
    if !(total > 0 && total.isFinite) {
      throw error("weights", "numbers with a finite sum > 0", "sum \(total)")
    }
  }

  private func needCount(_ count: Int, _ parameter: String) throws(DistributionError) {
    if count > Self.longestList {
      throw error(parameter, "at most \(Self.longestList) entries", "\(count)")
    }
  }

  private func error(_ parameter: String, _ expected: String, _ value: String) -> DistributionError
  {
    DistributionError(distribution: name, parameter: parameter, expected: expected, value: value)
  }
}

/// The ranges most parameters share.
enum ParameterRange: String {
  case finite = "a finite number"
  case positive = "a finite number > 0"
  case nonNegative = "a finite number >= 0"

  /// Whether a value lies in the range; `nan` and infinities never do.
  func contains(_ value: Double) -> Bool {
    switch self {
    case .finite: value.isFinite
    case .positive: value.isFinite && value > 0
    case .nonNegative: value.isFinite && value >= 0
    }
  }
}

/// Throws the error of a parameter outside its range.
func check(
  _ distribution: String, _ parameter: String, _ value: Double, _ range: ParameterRange
) throws(DistributionError) {
  if !range.contains(value) {
    throw DistributionError(
      distribution: distribution, parameter: parameter, expected: range.rawValue, value: "\(value)")
  }
}
