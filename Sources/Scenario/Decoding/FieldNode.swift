import Workload

/// A node and the dotted path of the field it belongs to: `apps[2].footprint`.
///
/// The typed readers below are the only place where a text becomes a value, by the field's type.
struct FieldNode {
  let node: YAMLNode
  let path: String

  /// Where the value stands.
  var position: SourcePosition { node.position }

  /// An error at this field; its name comes first.
  func error(_ message: String, suggestion: String? = nil) -> ScenarioError {
    ScenarioError(position, "\(path): \(message)", suggestion: suggestion)
  }

  /// The error of a value of the wrong shape.
  func found(expected: String, suggestion: String? = nil) -> ScenarioError {
    error("found \(node.inWords), expected \(expected)", suggestion: suggestion)
  }

  /// The error of a text that is not the value the field needs.
  func error(_ problem: ValueProblem) -> ScenarioError {
    error(problem.message, suggestion: problem.suggestion)
  }

  /// The text of a scalar.
  func scalar(expected: String) throws(ScenarioError) -> String {
    guard case .scalar(let text, _) = node.content else { throw found(expected: expected) }
    return text
  }

  /// The items of a list.
  func items(expected: String) throws(ScenarioError) -> [FieldNode] {
    guard case .sequence(let items) = node.content else { throw found(expected: expected) }
    return items.enumerated().map { FieldNode(node: $1, path: "\(path)[\($0)]") }
  }

  /// Whether the field holds exactly this word.
  func isWord(_ word: String) -> Bool {
    if case .scalar(let text, _) = node.content { text.isExactly(word) } else { false }
  }
}

extension FieldNode {
  /// A name, as ``NameRule`` has it.
  func name() throws(ScenarioError) -> String {
    let text = try scalar(expected: "a name")
    if text.isEmpty { throw found(expected: "a name") }
    if let problem = NameRule.problem(of: text) {
      throw error("the name '\(shortened(text))' \(problem)")
    }
    return text
  }

  /// One of some words.
  func word<Word: CaseIterable & RawRepresentable>(
    _: Word.Type
  ) throws(ScenarioError) -> Word where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue)
    let expected = "one of " + words.joined(separator: ", ")
    let text = try scalar(expected: expected)
    guard let word = Word.allCases.first(where: { $0.rawValue.isExactly(text) }) else {
      throw found(expected: expected, suggestion: NearestName.find(text, in: words))
    }
    return word
  }

  /// A switch: `true` or `false` and nothing else.
  func flag() throws(ScenarioError) -> Bool {
    switch try scalar(expected: "true or false") {
    case "true": return true
    case "false": return false
    case let text:
      let meant: String? =
        switch text.lowercased() {
        case "true", "yes", "on", "y", "1": "true"
        case "false", "no", "off", "n", "0": "false"
        default: nil
        }
      throw found(expected: "true or false", suggestion: meant)
    }
  }

  /// A whole number within a range.
  func integer(in range: ClosedRange<Int>) throws(ScenarioError) -> Int {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let value = try unsigned(expected: expected)
    guard let integer = Int(exactly: value), range.contains(integer) else {
      throw found(expected: expected)
    }
    return integer
  }

  /// A whole number from 0 to 2⁶⁴ − 1, exact.
  func unsigned(
    expected: String = "a whole number from 0 to \(UInt64.max)"
  ) throws(ScenarioError) -> UInt64 {
    let text = try scalar(expected: expected)
    do {
      return try NumberText.unsigned(text, expected: expected)
    } catch {
      throw self.error(error)
    }
  }
}
