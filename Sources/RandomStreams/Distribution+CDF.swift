import CGSL
import Glibc

extension Distribution {
  /// Returns the probability of a draw of at most `x`.
  ///
  /// GSL's distribution functions where it has them. The result is within 0 … 1.
  ///
  /// - Precondition: the distribution is valid.
  /// - Complexity: O(1); O(*n*) for a Zipf law or a list.
  public func cdf(_ x: Double) -> Double {
    prepareGSL()
    if x.isNaN { return .nan }
    if x == .infinity { return 1 }
    switch self {
    case .constant(let value): return x < value ? 0 : 1
    case .uniform(let min, let max):
      return min == max ? (x < min ? 0 : 1) : gsl_cdf_flat_P(x, min, max)
    case .exponential(let mean): return gsl_cdf_exponential_P(x, mean)
    case .normal(let mean, let sd, let min, let max):
      if sd == 0 || min == max { return x < (sd == 0 ? mean : min) ? 0 : 1 }
      return TruncatedNormal(mean: mean, sd: sd, min: min, max: max).cdf(x)
    case .lognormal(let mu, let sigma):
      if x <= 0 { return 0 }
      return sigma == 0 ? (log(x) < mu ? 0 : 1) : gsl_cdf_lognormal_P(x, mu, sigma)
    case .gamma(let shape, let scale): return x <= 0 ? 0 : gsl_cdf_gamma_P(x, shape, scale)
    case .weibull(let scale, let shape): return x <= 0 ? 0 : gsl_cdf_weibull_P(x, scale, shape)
    case .pareto(let shape, let minimum): return gsl_cdf_pareto_P(x, shape, minimum)
    case .erlang(let shape, let mean):
      return x <= 0 ? 0 : gsl_cdf_gamma_P(x, Double(shape), mean / Double(shape))
    case .loglogistic(let scale, let shape):
      return x <= 0 ? 0 : gsl_cdf_logistic_P(log(x / scale), 1 / shape)
    case .beta(let a, let b, let min, let max):
      if min == max { return x < min ? 0 : 1 }
      return gsl_cdf_beta_P(Swift.min(1, Swift.max(0, (x - min) / (max - min))), a, b)
    case .geometric(let p):
      return x < 1 ? 0 : gsl_cdf_geometric_P(UInt32(Swift.min(x, 4e9)), p)
    case .poisson(let mean): return x < 0 ? 0 : gsl_cdf_poisson_P(UInt32(Swift.min(x, 4e9)), mean)
    case .zipf(let exponent, let count):
      if x < 1 { return 0 }
      let rank = Int(Swift.min(x, Double(count)))
      return rank == count ? 1 : Self.harmonic(exponent, rank) / Self.harmonic(exponent, count)
    case .discrete(let values, let weights): return Self.share(of: values, weights, upTo: x)
    case .empirical(let values): return Self.share(of: values, nil, upTo: x)
    case .mixture(let weights, let components):
      let total = weights.reduce(0, +)
      return zip(weights, components).reduce(0) { sum, part in
        part.0 == 0 ? sum : sum + part.0 / total * part.1.cdf(x)
      }
    }
  }

  /// Returns the share of the weight that lies on values of at most `x`.
  private static func share(of values: [Double], _ weights: [Double]?, upTo x: Double) -> Double {
    var below = 0.0
    var total = 0.0
    for index in values.indices {
      let weight = weights?[index] ?? 1
      total += weight
      if values[index] <= x { below += weight }
    }
    return below / total
  }
}
