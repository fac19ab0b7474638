import Foundation
import RandomStreams
import Testing

@Suite struct DistributionTests {
  /// Moments against published formulas worked out by hand or known constants.
  @Test func momentsAreKnown() throws {
    let known: [(Distribution, mean: Double?, variance: Double?)] = [
      (.constant(3), 3, 0),
      (.uniform(min: 1, max: 4), 2.5, 0.75), (.uniform(min: 2, max: 2), 2, 0),
      (.exponential(mean: 3), 3, 9),
      (.normal(mean: 1, sd: 2), 1, 4), (.normal(mean: 1, sd: 0), 1, 0),
      // Half-normal: mean √(2/π), variance 1 − 2/π.
      (.normal(mean: 0, sd: 1, min: 0), 0.7978845608028654, 0.3633802276324187),
      (.normal(mean: 0, sd: 1, max: 0), -0.7978845608028654, 0.3633802276324187),
      (
        .normal(mean: 5, sd: 1, min: 4, max: 6), 5, 1 - 2 * 0.24197072451914337 / 0.6826894921370859
      ),
      (.lognormal(mu: 0, sigma: 1), 1.6487212707001282, 4.670774270471604),
      (.gamma(shape: 2.5, scale: 2), 5, 10),
      (.weibull(scale: 2, shape: 1), 2, 4), (.weibull(scale: 1, shape: 0.5), 2, 20),
      (.pareto(shape: 3, minimum: 2), 3, 3), (.pareto(shape: 2, minimum: 1), 2, nil),
      (.pareto(shape: 1, minimum: 1), nil, nil),
      (.erlang(shape: 4, mean: 2), 2, 1),
      // Mean π/2 / sin(π/2), infinite variance at shape 2.
      (.loglogistic(scale: 1, shape: 2), .pi / 2, nil),
      (.loglogistic(scale: 1, shape: 1), nil, nil),
      (.loglogistic(scale: 1, shape: 4), .pi / 4 / sin(.pi / 4), .pi / 2 - .pi * .pi / 8),
      (.beta(a: 2, b: 3), 0.4, 0.04), (.beta(a: 2, b: 3, min: 10, max: 20), 14, 4),
      (.geometric(p: 0.25), 4, 12), (.geometric(p: 1), 1, 0),
      (.poisson(mean: 3), 3, 3), (.poisson(mean: 0), 0, 0),
      // Harmonic numbers 11/6 and 3, squares 6.
      (.zipf(exponent: 1, count: 3), 18.0 / 11, 36.0 / 11 - 324.0 / 121),
      (.zipf(exponent: 0, count: 5), 3, 2), (.zipf(exponent: 1, count: 1), 1, 0),
      (.discrete(values: [1, 5], weights: [3, 1]), 2, 3),
      (.discrete(values: [7, 7, 9], weights: [3, 1, 0]), 7, 0),
      (.empirical(values: [2, 4, 4, 4, 5, 5, 7, 9]), 5, 4),
      (.mixture(weights: [1, 3], components: [.constant(0), .exponential(mean: 4)]), 3, 15),
      (
        .mixture(weights: [1, 0], components: [.constant(2), .pareto(shape: 1, minimum: 1)]), 2, 0
      ),
      (
        .mixture(weights: [1, 1], components: [.constant(2), .pareto(shape: 1, minimum: 1)]), nil,
        nil
      ),
    ]
    for (distribution, mean, variance) in known {
      try distribution.validate()
      expectClose(distribution.mean, mean, "mean of \(distribution)")
      expectClose(distribution.variance, variance, "variance of \(distribution)")
      #expect(distribution.isDeterministic == (variance == 0), "\(distribution)")
    }
  }

  private func expectClose(_ value: Double?, _ expected: Double?, _ what: String) {
    guard let value, let expected else {
      #expect(value == expected, "\(what)")
      return
    }
    #expect(abs(value - expected) <= 1e-12 * max(1, abs(expected)), "\(what): \(value)")
  }

  /// Medians and other quantiles known in closed form.
  @Test func cdfIsKnown() {
    let known: [(Distribution, x: Double, share: Double)] = [
      (.constant(3), 2.999, 0), (.constant(3), 3, 1),
      (.uniform(min: 1, max: 4), 2, 1.0 / 3), (.uniform(min: 2, max: 2), 1.9, 0),
      (.uniform(min: 2, max: 2), 2, 1), (.exponential(mean: 2), 2, 1 - exp(-1)),
      (.exponential(mean: 2), -1, 0), (.normal(mean: 1, sd: 2), 1, 0.5),
      (.normal(mean: 1, sd: 0), 1, 1), (.normal(mean: 0, sd: 1, min: 0), 0.6744897501960817, 0.5),
      (.normal(mean: 0, sd: 1, min: -1, max: 2), 3, 1),
      (.normal(mean: 0, sd: 1, min: -1, max: 2), -1.5, 0),
      (.lognormal(mu: 1, sigma: 2), exp(1), 0.5), (.lognormal(mu: 1, sigma: 2), 0, 0),
      (.lognormal(mu: 0, sigma: 0), 1, 1), (.gamma(shape: 1, scale: 3), 3, 1 - exp(-1)),
      (.weibull(scale: 3, shape: 2), 3, 1 - exp(-1)), (.pareto(shape: 2, minimum: 1), 2, 0.75),
      (.pareto(shape: 2, minimum: 1), 0.5, 0), (.erlang(shape: 1, mean: 3), 3, 1 - exp(-1)),
      (.loglogistic(scale: 3, shape: 2), 3, 0.5), (.loglogistic(scale: 3, shape: 2), 6, 0.8),
      (.beta(a: 1, b: 1, min: 2, max: 4), 3, 0.5), (.beta(a: 2, b: 2), 7, 1),
      (.geometric(p: 0.5), 2.5, 0.75), (.geometric(p: 0.5), 0.9, 0),
      (.poisson(mean: 1), 0, exp(-1)), (.poisson(mean: 1), -0.1, 0),
      (.zipf(exponent: 1, count: 3), 1.5, 6.0 / 11), (.zipf(exponent: 1, count: 3), 9, 1),
      (.discrete(values: [5, 1], weights: [1, 3]), 1, 0.75),
      (.empirical(values: [1, 2, 2, 3]), 2, 0.75),
      (.mixture(weights: [1, 1], components: [.constant(1), .uniform(min: 0, max: 4)]), 2, 0.75),
    ]
    for (distribution, x, share) in known {
      let value = distribution.cdf(x)
      #expect(abs(value - share) < 1e-14, "\(distribution) at \(x): \(value)")
      #expect(distribution.cdf(.infinity) == 1)
      #expect(distribution.cdf(-.infinity) == 0)
      #expect(distribution.cdf(.nan).isNaN)
    }
  }

  @Test func lognormalFromMedianOrMean() throws {
    let byMedian = try Distribution.lognormal(median: 220, sigma: 0.5)
    #expect(abs(byMedian.cdf(220) - 0.5) < 1e-14)
    let byMean = try Distribution.lognormal(mean: 326, sd: 569)
    #expect(abs((byMean.mean ?? 0) - 326) < 1e-9)
    #expect(abs((byMean.variance ?? 0).squareRoot() - 569) < 1e-9)
    #expect(try Distribution.lognormal(mean: 3, sd: 0).isDeterministic)
  }

  /// An interval far in one tail keeps its moments within the interval.
  @Test func deepTruncationStaysInside() throws {
    for (min, max) in [(4.0, 5), (-5, -4), (6, 6.5), (-.infinity, -6)] {
      let cut = Distribution.normal(mean: 0, sd: 1, min: min, max: max)
      try cut.validate()
      let mean = try #require(cut.mean)
      let variance = try #require(cut.variance)
      #expect(mean > min && mean < max)
      #expect(variance > 0 && variance < 0.08)
      #expect(abs(cut.cdf(mean) - 0.5) < 0.2)
    }
  }

  @Test func namesAreThoseOfAScenario() {
    #expect(Distribution.lognormal(mu: 0, sigma: 1).name == "lognormal")
    #expect(Distribution.zipf(exponent: 1, count: 2).name == "zipf")
  }
}
