import RandomStreams
import Workload

/// One way of writing a distribution: its name, its parameters and what they make.
///
/// A new distribution costs one entry in ``all`` and one case in `Distribution.form`.
struct DistributionForm: Sendable {
  /// What a parameter is.
  enum Role: Sendable {
    /// A value in the field's unit, for sizes and durations not below 0.
    case value
    /// The same, which may be left out.
    case optionalValue
    /// A plain number.
    case number
    /// A whole number.
    case integer
    /// A share.
    case fraction
  }

  /// One parameter.
  struct Parameter: Sendable {
    let name: String
    let role: Role

    init(_ name: String, _ role: Role) {
      self.name = name
      self.role = role
    }
  }

  /// The distribution's name.
  let name: String
  /// Its parameters.
  let parameters: [Parameter]
  /// Makes the distribution; the arguments stand in the order of `parameters`, nan for one that
  /// was left out.
  let make: @Sendable ([Double]) throws(DistributionError) -> Distribution

  init(
    _ name: String, _ parameters: [Parameter],
    _ make: @escaping @Sendable ([Double]) throws(DistributionError) -> Distribution
  ) {
    self.name = name
    self.parameters = parameters
    self.make = make
  }

  /// Every form with plain parameters; `discrete`, `empirical` and `mixture` take lists.
  static let all: [DistributionForm] = [
    .init("constant", [.init("value", .value)]) { .constant($0[0]) },
    .init("uniform", [.init("min", .value), .init("max", .value)]) {
      .uniform(min: $0[0], max: $0[1])
    },
    .init("exponential", [.init("mean", .value)]) { .exponential(mean: $0[0]) },
    .init(
      "normal",
      [
        .init("mean", .value), .init("sd", .value), .init("min", .optionalValue),
        .init("max", .optionalValue),
      ]
    ) {
      // Sizes and durations cannot be negative, so the normal is cut at 0 unless a cut is stated.
      .normal(
        mean: $0[0], sd: $0[1], min: $0[2].isNaN ? 0 : $0[2], max: $0[3].isNaN ? .infinity : $0[3])
    },
    .init("lognormal", [.init("mu", .number), .init("sigma", .number)]) {
      .lognormal(mu: $0[0], sigma: $0[1])
    },
    .init("lognormal", [.init("median", .value), .init("sigma", .number)]) {
      values throws(DistributionError) in
      try .lognormal(median: values[0], sigma: values[1])
    },
    .init("lognormal", [.init("mean", .value), .init("sd", .value)]) {
      values throws(DistributionError) in
      try .lognormal(mean: values[0], sd: values[1])
    },
    .init("gamma", [.init("shape", .number), .init("scale", .value)]) {
      .gamma(shape: $0[0], scale: $0[1])
    },
    .init("weibull", [.init("scale", .value), .init("shape", .number)]) {
      .weibull(scale: $0[0], shape: $0[1])
    },
    .init("pareto", [.init("shape", .number), .init("minimum", .value)]) {
      .pareto(shape: $0[0], minimum: $0[1])
    },
    .init("erlang", [.init("shape", .integer), .init("mean", .value)]) {
      .erlang(shape: Int($0[0]), mean: $0[1])
    },
    .init("loglogistic", [.init("scale", .value), .init("shape", .number)]) {
      .loglogistic(scale: $0[0], shape: $0[1])
    },
    .init(
      "beta",
      [.init("a", .number), .init("b", .number), .init("min", .value), .init("max", .value)]
    ) { .beta(a: $0[0], b: $0[1], min: $0[2], max: $0[3]) },
    .init("geometric", [.init("p", .fraction)]) { .geometric(p: $0[0]) },
    .init("poisson", [.init("mean", .value)]) { .poisson(mean: $0[0]) },
    .init("zipf", [.init("exponent", .number), .init("count", .integer)]) {
      .zipf(exponent: $0[0], count: Int($0[1]))
    },
  ]

  /// The names of the distributions that take lists.
  static let listNames = ["discrete", "empirical", "mixture"]

  /// Every name, without repetitions, in the order of the documentation.
  static let names: [String] = {
    all.map(\.name).distinct + listNames
  }()
}
