import Device
import Workload

/// Decodes the list of `policies`.
struct PoliciesDecoder {
  /// The policies there are.
  let descriptions: [PolicyDescription]

  /// The entries, their labels distinct.
  func entries(_ root: MappingReader) throws(ScenarioError) -> [PolicyEntry] {
    let section = try root.required("policies")
    var entries: [PolicyEntry] = []
    var lines: [Int] = []
    for item in try section.items(expected: "a list of policies") {
      let entry = try entry(item)
      if let index = entries.firstIndex(where: { $0.label.isExactly(entry.label) }) {
        throw item.error(
          "two policies are labelled '\(entry.label)': the first in line \(lines[index]); "
            + "give one of them a label with 'as'")
      }
      entries.append(entry)
      lines.append(item.position.line)
    }
    if entries.isEmpty { throw section.error("found an empty list, expected at least one policy") }
    return entries
  }

  private func entry(_ item: FieldNode) throws(ScenarioError) -> PolicyEntry {
    switch item.node.content {
    case .scalar: return try entry(named: item, parameters: nil, label: nil)
    case .sequence: throw item.found(expected: "a policy name or {name: {parameter: value}}")
    case .mapping: break
    }
    let reader = try MappingReader(item, keys: nil)
    let named = reader.fields.filter { !$0.key.isExactly("as") }
    guard named.count == 1 else {
      throw item.error("found \(named.count) policies in one entry, expected one and maybe 'as'")
    }
    if named[0].key.isExactly(FormulaPolicy.description.name) {
      let field = named[0].field
      let parameter =
        field.isScalar ? field : try MappingReader(field, keys: ["formula"]).required("formula")
      return try formula(parameter, label: try reader.optional("as").map(label))
    }
    let name = FieldNode(
      node: YAMLNode(.scalar(named[0].key, .plain), at: reader.keyPosition(named[0].key)),
      path: item.path)
    return try entry(
      named: name, parameters: named[0].field, label: try reader.optional("as").map(label))
  }

  /// A formula of the user's: `{score: "idle * footprint"}`, or `{score: {formula: "…"}}`.
  private func formula(_ field: FieldNode, label: String?) throws(ScenarioError) -> PolicyEntry {
    let text = try field.scalar(expected: "a formula")
    if let error = FormulaPolicy.check(text) {
      if field.isFolded {
        throw field.error(
          "in the formula, character \(error.position + 1): \(error.message)",
          suggestion: error.suggestion)
      }
      var position = field.node.position
      position.column += error.position + (field.isQuoted ? 1 : 0)
      throw ScenarioError(
        position, "\(field.path): \(error.message)", suggestion: error.suggestion)
    }
    let description = FormulaPolicy.description
    let label = label ?? "\(description.name)[\(text)]"
    let specification = PolicySpecification(
      description.name, arguments: [.init("formula", .word(text))], label: label)
    return PolicyEntry(specification: specification, description: description, label: label)
  }

  private func label(_ field: FieldNode) throws(ScenarioError) -> String {
    let label = try field.name()
    if label.utf8.contains(where: "/,\"".utf8.contains) {
      throw field.error("a label may not contain '/', ',' or '\"'")
    }
    return label
  }

  private func entry(
    named name: FieldNode, parameters: FieldNode?, label: String?
  ) throws(ScenarioError) -> PolicyEntry {
    let text = try name.name()
    guard let description = descriptions.first(where: { $0.name.isExactly(text) }) else {
      let names = descriptions.map(\.name)
      throw name.error(
        "there is no policy '\(shortened(text))', expected one of " + names.joined(separator: ", "),
        suggestion: NearestName.find(text, in: names))
    }
    var specification = PolicySpecification(text, label: label)
    let reader = try parameters.map { field throws(ScenarioError) in
      try MappingReader(field, keys: description.parameters.map(\.name))
    }
    for parameter in description.parameters {
      let stated = try reader?.optional(parameter.name)?.value(parameter.kind)
      specification.arguments.append(.init(parameter.name, stated ?? parameter.defaultValue))
    }
    return PolicyEntry(
      specification: specification, description: description,
      label: specification.label(in: description))
  }
}

extension FieldNode {
  /// Whether it holds a text.
  fileprivate var isScalar: Bool {
    if case .scalar = node.content { true } else { false }
  }

  /// Whether that text is quoted.
  fileprivate var isQuoted: Bool {
    if case .scalar(_, .quoted) = node.content { true } else { false }
  }

  /// Whether that text stands on several lines.
  fileprivate var isFolded: Bool {
    if case .scalar(_, .folded) = node.content { true } else { false }
  }

  /// The value of a policy's parameter.
  fileprivate func value(
    _ kind: PolicyParameterKind
  ) throws(ScenarioError) -> PolicyParameterValue {
    switch kind {
    case .number(let range): return .number(try quantity(.number, in: range))
    case .seconds(let range): return .number(try quantity(.seconds, in: range))
    case .flag: return .flag(try flag())
    case .word(let words, let orNumber):
      let expected =
        "one of " + words.joined(separator: ", ") + (orNumber ? " or a positive number" : "")
      let text = try scalar(expected: expected)
      if words.containsExactly(text) { return .word(text) }
      if orNumber, let number = try? NumberText(text, expected: expected), number.unit.isEmpty,
        number.value > 0
      {
        return .number(number.value)
      }
      throw found(expected: expected, suggestion: NearestName.find(text, in: words))
    }
  }
}
