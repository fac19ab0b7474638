import RandomStreams
import Workload

extension Distribution {
  /// The distribution as a scenario writes it, exactly; for people in units of their taste.
  func resolved(_ quantity: Quantity, readable: Bool = false) -> ResolvedValue {
    func value(_ number: Double) -> ResolvedValue {
      .quantity(readable ? quantity.readableText(of: number) : quantity.text(of: number))
    }
    func number(_ number: Double) -> ResolvedValue { .quantity(plainText(number)) }
    func form(_ parameters: (String, ResolvedValue)...) -> ResolvedValue {
      .mapping([ResolvedPair(name, .mapping(parameters.map { ResolvedPair($0.0, $0.1) }))])
    }
    switch self {
    case .constant(let constant): return value(constant)
    case .uniform(let min, let max): return form(("min", value(min)), ("max", value(max)))
    case .exponential(let mean): return form(("mean", value(mean)))
    case .normal(let mean, let sd, let min, let max):
      let parameters = [("mean", mean), ("sd", sd), ("min", min), ("max", max)]
      let stated = parameters.filter { $0.1.isFinite }
      return .mapping([
        ResolvedPair(name, .mapping(stated.map { ResolvedPair($0.0, value($0.1)) }))
      ])
    case .lognormal(let mu, let sigma): return form(("mu", number(mu)), ("sigma", number(sigma)))
    case .gamma(let shape, let scale):
      return form(("shape", number(shape)), ("scale", value(scale)))
    case .weibull(let scale, let shape), .loglogistic(let scale, let shape):
      return form(("scale", value(scale)), ("shape", number(shape)))
    case .pareto(let shape, let minimum):
      return form(("shape", number(shape)), ("minimum", value(minimum)))
    case .erlang(let shape, let mean):
      return form(("shape", .quantity("\(shape)")), ("mean", value(mean)))
    case .beta(let a, let b, let min, let max):
      return form(("a", number(a)), ("b", number(b)), ("min", value(min)), ("max", value(max)))
    case .geometric(let p): return form(("p", .quantity(Quantity.fraction.text(of: p))))
    case .poisson(let mean): return form(("mean", value(mean)))
    case .zipf(let exponent, let count):
      return form(("exponent", number(exponent)), ("count", .quantity("\(count)")))
    case .discrete(let values, let weights):
      return form(("values", .list(values.map(value))), ("weights", .list(weights.map(number))))
    case .empirical(let values): return form(("values", .list(values.map(value))))
    case .mixture(let weights, let components):
      return form(
        ("components", .list(components.map { $0.resolved(quantity, readable: readable) })),
        ("weights", .list(weights.map(number))))
    }
  }
}

/// The fields of a configuration as a scenario writes them, in the order of the list.
///
/// - Parameters:
///   - fields: The list.
///   - root: The configuration.
///   - commented: Whether fields carry their meaning.
///   - readable: Whether units are chosen for people, not for ids.
/// - Returns: A pair for each field.
func resolvedPairs<Root>(
  _ fields: [ParameterField<Root>], of root: Root, commented: Bool, readable: Bool = false
) -> [ResolvedPair] {
  func text(_ quantity: Quantity, _ value: Double) -> ResolvedValue {
    .quantity(readable ? quantity.readableText(of: value) : quantity.text(of: value))
  }
  return fields.map { field in
    let value: ResolvedValue =
      switch field.access {
      case .number(let path, _): text(field.quantity, root[keyPath: path])
      case .optionalNumber(let path, _):
        root[keyPath: path].map { text(field.quantity, $0) } ?? .text("none")
      case .integer(let path, _): .quantity("\(root[keyPath: path])")
      case .flag(let path): .flag(root[keyPath: path])
      case .distribution(let path): root[keyPath: path].resolved(field.quantity, readable: readable)
      }
    return ResolvedPair(field.key, value, comment: commented ? field.meaning : nil)
  }
}
