import RandomStreams
import Testing

@Suite struct DistributionErrorTests {
  /// A distribution and the parameter that is wrong in it.
  private let faults: [(Distribution, String)] = [
    (.constant(.nan), "value"),
    (.uniform(min: .nan, max: 1), "min"), (.uniform(min: 0, max: .infinity), "max"),
    (.uniform(min: 2, max: 1), "max"), (.uniform(min: -1e308, max: 1e308), "max"),
    (.exponential(mean: 0), "mean"), (.exponential(mean: -1), "mean"),
    (.exponential(mean: .infinity), "mean"),
    (.normal(mean: .nan, sd: 1), "mean"), (.normal(mean: 0, sd: -1), "sd"),
    (.normal(mean: 0, sd: 1, min: 2, max: 1), "max"),
    (.normal(mean: 0, sd: 1, min: .nan), "max"),
    (.normal(mean: 0, sd: 1, min: .infinity), "min"),
    (.normal(mean: 0, sd: 1, max: -.infinity), "max"),
    (.normal(mean: 0, sd: 1, min: 9), "min"),
    (.normal(mean: 0, sd: 0, min: 1), "mean"),
    (.lognormal(mu: .infinity, sigma: 1), "mu"), (.lognormal(mu: 0, sigma: -0.1), "sigma"),
    (.gamma(shape: 0, scale: 1), "shape"), (.gamma(shape: 1, scale: 0), "scale"),
    (.weibull(scale: -1, shape: 1), "scale"), (.weibull(scale: 1, shape: .nan), "shape"),
    (.pareto(shape: 0, minimum: 1), "shape"), (.pareto(shape: 1, minimum: 0), "minimum"),
    (.erlang(shape: 0, mean: 1), "shape"), (.erlang(shape: 2, mean: 0), "mean"),
    (.loglogistic(scale: 0, shape: 1), "scale"), (.loglogistic(scale: 1, shape: 0), "shape"),
    (.beta(a: 0, b: 1), "a"), (.beta(a: 1, b: -1), "b"), (.beta(a: 1, b: 1, min: 1, max: 0), "max"),
    (.geometric(p: 0), "p"), (.geometric(p: 1.1), "p"), (.geometric(p: .nan), "p"),
    (.poisson(mean: -1), "mean"), (.poisson(mean: 1e10), "mean"), (.poisson(mean: .nan), "mean"),
    (.zipf(exponent: -1, count: 3), "exponent"), (.zipf(exponent: 1, count: 0), "count"),
    (.zipf(exponent: 1, count: .max), "count"),
    (.discrete(values: [], weights: []), "values"),
    (.discrete(values: [1], weights: [1, 2]), "weights"),
    (.discrete(values: [1, .nan], weights: [1, 2]), "values[1]"),
    (.discrete(values: [1, 2], weights: [1, -2]), "weights[1]"),
    (.discrete(values: [1, 2], weights: [0, 0]), "weights"),
    (.discrete(values: [1, 2], weights: [1e308, 1e308]), "weights"),
    (.empirical(values: []), "values"), (.empirical(values: [.infinity]), "values[0]"),
    (.mixture(weights: [], components: []), "components"),
    (.mixture(weights: [1], components: [.constant(1), .constant(2)]), "weights"),
    (
      .mixture(weights: [1, 1], components: [.constant(1), .exponential(mean: 0)]),
      "components[1].mean"
    ),
  ]

  @Test func eachFaultNamesItsParameter() {
    let arena = SamplerArena()
    for (distribution, parameter) in faults {
      let error = #expect(throws: DistributionError.self) { try distribution.validate() }
      #expect(error?.parameter == parameter, "\(distribution)")
      #expect(throws: DistributionError.self, "\(distribution)") {
        try arena.compile(distribution)
      }
    }
  }

  @Test func textSaysWhatWasExpected() {
    let error = #expect(throws: DistributionError.self) {
      try Distribution.lognormal(mu: 0, sigma: -1).validate()
    }
    #expect(error?.description == "lognormal: sigma must be a finite number >= 0, not -1.0")
  }

  @Test func shorthandsNameTheirOwnParameters() {
    let errors: [(String, () throws -> Distribution)] = [
      ("median", { try .lognormal(median: 0, sigma: 1) }),
      ("sigma", { try .lognormal(median: 1, sigma: -1) }),
      ("mean", { try .lognormal(mean: -1, sd: 1) }),
      ("sd", { try .lognormal(mean: 1, sd: .nan) }),
    ]
    for (parameter, make) in errors {
      let error = #expect(throws: DistributionError.self) { try make() }
      #expect(error?.parameter == parameter)
    }
  }

  @Test func mixturesNestOnlySoDeep() throws {
    var nested = Distribution.exponential(mean: 1)
    for _ in 0..<Distribution.deepestMixture {
      nested = .mixture(weights: [1], components: [nested])
    }
    try nested.validate()
    nested = .mixture(weights: [1], components: [nested])
    #expect(throws: DistributionError.self) { try nested.validate() }
  }
}
