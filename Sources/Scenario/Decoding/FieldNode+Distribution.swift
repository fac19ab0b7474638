import Device
import RandomStreams
import Workload

extension FieldNode {
  /// A distribution `{name: {parameter: value}}`, or a plain quantity as a constant.
  ///
  /// - Parameters:
  ///   - quantity: What its values measure; sizes and durations may not be negative.
  ///   - folder: The folder that `empirical: {file: …}` is relative to.
  /// - Returns: A valid distribution.
  /// - Throws: `ScenarioError` at the parameter that is wrong or at the mapping that lacks one.
  func distribution(
    _ quantity: Quantity, folder: String
  ) throws(ScenarioError) -> Distribution {
    switch node.content {
    case .scalar: return .constant(try self.quantity(quantity, in: quantity.valueRange))
    case .mapping(let pairs) where pairs.count == 1:
      guard DistributionForm.names.containsExactly(pairs[0].key) else {
        throw MappingReader.unknown(pairs[0], in: path, keys: DistributionForm.names)
      }
      let inner = FieldNode(node: pairs[0].value, path: "\(path).\(pairs[0].key)")
      return try inner.distribution(named: pairs[0].key, quantity, folder: folder)
    default:
      throw found(
        expected: "\(quantity.expectation), or one distribution {name: {parameter: value}}")
    }
  }

  private func distribution(
    named name: String, _ quantity: Quantity, folder: String
  ) throws(ScenarioError) -> Distribution {
    switch name {
    case "discrete": try discrete(quantity)
    case "empirical": try empirical(quantity, folder: folder)
    case "mixture": try mixture(quantity, folder: folder)
    default: try plainForm(name, quantity)
    }
  }

  private func plainForm(
    _ name: String, _ quantity: Quantity
  ) throws(ScenarioError) -> Distribution {
    let forms = DistributionForm.all.filter { $0.name.isExactly(name) }
    let reader = try MappingReader(
      self, keys: forms.flatMap { form in form.parameters.map(\.name) })
    let stated = reader.fields.map(\.key)
    guard let form = forms.first(where: { $0.accepts(stated) }) else {
      let choices = forms.map { form in form.parameters.map(\.name).joined(separator: " and ") }
      throw error("expected either " + choices.joined(separator: ", or "))
    }
    var arguments: [Double] = []
    for parameter in form.parameters {
      arguments.append(try reader.argument(parameter, quantity))
    }
    return try validated(reader, quantity) { () throws(DistributionError) in
      try form.make(arguments)
    }
  }

  private func discrete(_ quantity: Quantity) throws(ScenarioError) -> Distribution {
    let reader = try MappingReader(self, keys: ["values", "weights"])
    let values = try reader.required("values").quantities(quantity, in: quantity.valueRange)
    let weights = try reader.required("weights").quantities(.number, in: 0...Double.largest)
    return try validated(reader, quantity) { () throws(DistributionError) in
      .discrete(values: values, weights: weights)
    }
  }

  private func mixture(
    _ quantity: Quantity, folder: String
  ) throws(ScenarioError) -> Distribution {
    let reader = try MappingReader(self, keys: ["components", "weights"])
    var components: [Distribution] = []
    for item in try reader.required("components").items(expected: "a list of distributions") {
      components.append(try item.distribution(quantity, folder: folder))
    }
    let weights = try reader.required("weights").quantities(.number, in: 0...Double.largest)
    return try validated(reader, quantity) { () throws(DistributionError) in
      .mixture(weights: weights, components: components)
    }
  }

  private func empirical(
    _ quantity: Quantity, folder: String
  ) throws(ScenarioError) -> Distribution {
    let reader = try MappingReader(self, keys: ["values", "file", "column", "unit"])
    let values: [Double]
    if let file = reader.optional("file") {
      if reader.has("values") { throw error("expected either values or file, not both") }
      let column = try reader.required("column").name()
      values = try EmpiricalFile(file, folder: folder).values(
        column: column, quantity, unit: try reader.optional("unit")?.unit(of: quantity))
    } else {
      values = try reader.required("values").quantities(quantity, in: quantity.valueRange)
    }
    return try validated(reader, quantity) { () throws(DistributionError) in
      .empirical(values: values)
    }
  }

  /// The unit of a file's numbers.
  private func unit(of quantity: Quantity) throws(ScenarioError) -> Unit {
    let text = try scalar(expected: "a unit")
    if let unit = quantity.units.first(where: { $0.symbol.isExactly(text) }) { return unit }
    let symbols = quantity.units.map(\.symbol)
    throw found(
      expected: "one of " + symbols.joined(separator: " "),
      suggestion: NearestName.find(text, in: symbols))
  }

  /// A list of quantities.
  func quantities(
    _ quantity: Quantity, in range: ClosedRange<Double>
  ) throws(ScenarioError) -> [Double] {
    var values: [Double] = []
    for item in try items(expected: "a list") {
      values.append(try item.quantity(quantity, in: range))
    }
    return values
  }

  /// Makes a distribution and checks it; an error points to the parameter it names.
  private func validated(
    _ reader: MappingReader, _ quantity: Quantity,
    _ make: () throws(DistributionError) -> Distribution
  ) throws(ScenarioError) -> Distribution {
    do {
      let distribution = try make()
      try distribution.validate()
      return distribution
    } catch {
      // A comparison with another parameter is in base units.
      let unit = error.expected.contains(">= min") ? quantity.baseSuffix : ""
      throw reader.place(of: error.parameter).found(expected: error.expected + unit)
    }
  }
}

extension DistributionForm {
  /// Whether all stated parameters belong to this form.
  fileprivate func accepts(_ stated: [String]) -> Bool {
    stated.allSatisfy { key in parameters.contains { $0.name.isExactly(key) } }
  }
}

extension MappingReader {
  /// The value of a parameter in base units; nan when an optional one is not stated.
  fileprivate func argument(
    _ parameter: DistributionForm.Parameter, _ quantity: Quantity
  ) throws(ScenarioError) -> Double {
    if parameter.role == .optionalValue, !has(parameter.name) { return .nan }
    let value = try required(parameter.name)
    return switch parameter.role {
    case .value, .optionalValue: try value.quantity(quantity, in: quantity.valueRange)
    case .number: try value.quantity(.number, in: -Double.largest...Double.largest)
    case .integer: Double(try value.integer(in: 1...Distribution.largestZipfCount))
    case .fraction: try value.quantity(.fraction, in: 0...1)
    }
  }

  /// The field that a `DistributionError` names: `sigma`, or `values[3]`.
  fileprivate func place(of parameter: String) -> FieldNode {
    let name = String(parameter.prefix { $0 != "[" })
    guard let value = optional(name) else { return field }
    let index = Int(parameter.dropFirst(name.count + 1).prefix { $0 != "]" })
    guard let index, case .sequence(let items) = value.node.content, items.indices.contains(index)
    else { return value }
    return FieldNode(node: items[index], path: "\(value.path)[\(index)]")
  }
}

extension Double {
  /// The largest number a scenario may state where a field sets no closer limit.
  static let largest = Double.greatestFiniteMagnitude
}

extension Quantity {
  /// What values of a distribution may be: sizes are from 0 to the largest RAM there may be,
  /// durations from 0 to the longest time a run may last.
  var valueRange: ClosedRange<Double> {
    switch self {
    case .seconds: 0...Ticks.limit.inSeconds
    case .mebibytes: 0...DeviceConfiguration.ramRange.upperBound
    case .mebibytesPerSecond, .perDay: 0...Double.largest
    case .fraction: 0...1
    case .number: -Double.largest...Double.largest
    }
  }

  /// The base unit as an addition to a number without one.
  fileprivate var baseSuffix: String {
    switch self {
    case .seconds: " (in s)"
    case .mebibytes: " (in MiB)"
    default: ""
    }
  }
}
