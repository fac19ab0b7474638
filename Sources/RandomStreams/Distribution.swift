import Glibc

/// A probability distribution by name, as a scenario writes it.
///
/// `Sampler` draws from it; here are its parameters, their limits and the exact moments and
/// distribution function that tests and reports need.
///
/// ```swift
/// let gap = Distribution.lognormal(mu: 6.12, sigma: 1.98)
/// try gap.validate()
/// gap.cdf(476)  // share of gaps up to 476 s
/// ```
public indirect enum Distribution: Equatable, Sendable {
  /// Always the same value.
  case constant(Double)
  /// Equally likely on `min` … `max`; both equal means constant.
  case uniform(min: Double, max: Double)
  /// Exponential with the given mean.
  case exponential(mean: Double)
  /// Normal, cut off to `min` … `max` (the mean and sd are those before the cut).
  case normal(mean: Double, sd: Double, min: Double = -.infinity, max: Double = .infinity)
  /// The exponential of a normal number of mean `mu` and standard deviation `sigma`.
  case lognormal(mu: Double, sigma: Double)
  /// Gamma; the mean is `shape * scale`.
  case gamma(shape: Double, scale: Double)
  /// Weibull with survival exp(−(x / scale)^shape).
  case weibull(scale: Double, shape: Double)
  /// Pareto with survival (minimum / x)^shape from `minimum` on.
  case pareto(shape: Double, minimum: Double)
  /// Sum of `shape` exponential stages, with the given mean of the whole sum.
  case erlang(shape: Int, mean: Double)
  /// Log-logistic with cdf 1 / (1 + (x / scale)^−shape); `scale` is the median.
  case loglogistic(scale: Double, shape: Double)
  /// Beta with shapes `a` and `b`, stretched to `min` … `max`.
  case beta(a: Double, b: Double, min: Double = 0, max: Double = 1)
  /// Number of trials up to and including the first success: 1, 2, …
  case geometric(p: Double)
  /// Poisson counts 0, 1, …
  case poisson(mean: Double)
  /// Ranks 1 … `count` with weight rank^−exponent.
  case zipf(exponent: Double, count: Int)
  /// The given values with probabilities proportional to `weights`.
  case discrete(values: [Double], weights: [Double])
  /// The given values, each as likely as any other (resampling with replacement).
  case empirical(values: [Double])
  /// One of the components, with probability proportional to its weight.
  case mixture(weights: [Double], components: [Distribution])

  /// Returns the lognormal of a median and a log-scale spread.
  ///
  /// - Throws: `DistributionError` unless `median` > 0 and `sigma` ≥ 0, both finite.
  public static func lognormal(
    median: Double, sigma: Double
  ) throws(DistributionError) -> Distribution {
    try check("lognormal", "median", median, .positive)
    try check("lognormal", "sigma", sigma, .nonNegative)
    return .lognormal(mu: log(median), sigma: sigma)
  }

  /// Returns the lognormal of a mean and a standard deviation.
  ///
  /// - Throws: `DistributionError` unless `mean` > 0 and `sd` ≥ 0, both finite.
  public static func lognormal(mean: Double, sd: Double) throws(DistributionError) -> Distribution {
    try check("lognormal", "mean", mean, .positive)
    try check("lognormal", "sd", sd, .nonNegative)
    // variance / mean² = exp(sigma²) − 1
    let squared = log1p((sd / mean) * (sd / mean))
    return .lognormal(mu: log(mean) - squared / 2, sigma: squared.squareRoot())
  }

  /// The name a scenario uses.
  public var name: String {
    switch self {
    case .constant: "constant"
    case .uniform: "uniform"
    case .exponential: "exponential"
    case .normal: "normal"
    case .lognormal: "lognormal"
    case .gamma: "gamma"
    case .weibull: "weibull"
    case .pareto: "pareto"
    case .erlang: "erlang"
    case .loglogistic: "loglogistic"
    case .beta: "beta"
    case .geometric: "geometric"
    case .poisson: "poisson"
    case .zipf: "zipf"
    case .discrete: "discrete"
    case .empirical: "empirical"
    case .mixture: "mixture"
    }
  }

  /// Whether every draw gives the same value.
  public var isDeterministic: Bool {
    switch self {
    case .constant: true
    case .uniform(let min, let max): min == max
    case .normal(_, let sd, let min, let max): sd == 0 || min == max
    case .lognormal(_, let sigma): sigma == 0
    case .beta(_, _, let min, let max): min == max
    case .geometric(let p): p == 1
    case .poisson(let mean): mean == 0
    case .zipf(_, let count): count == 1
    case .discrete(let values, let weights): Self.isSingle(Self.possible(values, weights))
    case .empirical(let values): Self.isSingle(values)
    case .mixture(let weights, let components): Self.isSingleConstant(weights, components)
    case .exponential, .gamma, .weibull, .pareto, .erlang, .loglogistic: false
    }
  }

  /// Whether there is only one value.
  private static func isSingle(_ values: [Double]) -> Bool {
    values.allSatisfy { $0 == values[0] }
  }

  /// Whether all components that may be chosen are constants of the same value.
  private static func isSingleConstant(_ weights: [Double], _ components: [Distribution]) -> Bool {
    let chosen = possible(components, weights)
    return chosen.allSatisfy(\.isDeterministic) && isSingle(chosen.map { $0.mean ?? .nan })
  }

  /// The entries whose weight is not 0.
  private static func possible<Entry>(_ entries: [Entry], _ weights: [Double]) -> [Entry] {
    zip(entries, weights).filter { $0.1 > 0 }.map(\.0)
  }
}
