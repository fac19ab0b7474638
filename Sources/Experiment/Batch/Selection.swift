import Scenario
import Workload

/// Which runs of a scenario a batch has: conditions that must all hold.
///
/// `policy=lru`, `device.ram=4 GiB`, `replication<5`, `point!=3f2a`, joined by `,` or ` and `.
/// A policy is named by its label, or by its name for all entries of that name.
public struct Selection: Sendable, Equatable {
  /// How a value is compared.
  enum Relation: String, CaseIterable {
    // Longer spellings first: `<=` must not be read as `<`.
    case atMost = "<="
    case atLeast = ">="
    case notEqual = "!="
    case equal = "="
    case less = "<"
    case more = ">"

    func holds(_ x: Int, _ y: Int) -> Bool {
      switch self {
      case .atMost: x <= y
      case .atLeast: x >= y
      case .notEqual: x != y
      case .equal: x == y
      case .less: x < y
      case .more: x > y
      }
    }
  }

  /// One condition.
  struct Condition: Equatable {
    var field: String
    var relation: Relation
    var value: String
  }

  /// Why an expression is refused; one line for the user.
  public struct Refusal: Error, Equatable {
    /// What is wrong.
    public let message: String
  }

  /// The conditions.
  let conditions: [Condition]
  /// The expression as it was given; empty = everything.
  public let text: String

  /// Everything.
  public static let all = Selection(conditions: [], text: "")

  init(conditions: [Condition], text: String) {
    self.conditions = conditions
    self.text = text
  }

  /// Reads an expression.
  ///
  /// - Parameters:
  ///   - text: The conditions.
  ///   - swept: The names of the scenario's swept fields, which may be named besides `point`,
  ///     `policy` and `replication`.
  /// - Throws: ``Refusal`` for what is no condition, or about something unknown.
  public init(_ text: String, swept: [String]) throws(Refusal) {
    var conditions: [Condition] = []
    for part in Self.parts(of: text) {
      conditions.append(try Self.condition(part, swept: swept))
    }
    guard !conditions.isEmpty else { throw Refusal(message: "the filter is empty") }
    self.init(conditions: conditions, text: text)
  }

  /// Whether a point is selected; `values` belong to the names in `swept`.
  func selects(point: String, swept: [String], values: [String]) -> Bool {
    conditions.allSatisfy { condition in
      if condition.field.isExactly("point") { return holds(condition, [point]) }
      guard let index = swept.firstIndex(ofExactly: condition.field) else { return true }
      return holds(condition, [values[index]])
    }
  }

  /// Whether a policy is selected.
  func selects(policy label: String, name: String) -> Bool {
    conditions.allSatisfy { !$0.field.isExactly("policy") || holds($0, [label, name]) }
  }

  /// Whether a replication is selected.
  func selects(replication: Int) -> Bool {
    conditions.allSatisfy { condition in
      guard condition.field.isExactly("replication"), let bound = Int(condition.value) else {
        return true
      }
      return condition.relation.holds(replication, bound)
    }
  }

  /// The replications that are selected; nil = all, where none are asked for.
  func replications(below count: Int) -> [Int]? {
    guard conditions.contains(where: { $0.field.isExactly("replication") }) else { return nil }
    return (0..<count).filter { selects(replication: $0) }
  }

  private func holds(_ condition: Condition, _ values: [String]) -> Bool {
    let isAmong = values.contains { ValueText.areEqual($0, condition.value) }
    return condition.relation == .notEqual ? !isAmong : isAmong
  }

  private static func condition(
    _ part: Substring, swept: [String]
  ) throws(Refusal) -> Condition {
    guard
      let start = part.firstIndex(where: { "<>!=".contains($0) }),
      let relation = Relation.allCases.first(where: { part[start...].hasPrefix($0.rawValue) })
    else {
      throw Refusal(message: "'\(part)' is no condition: write FIELD=VALUE, as in policy=lru")
    }
    let field = trimmed(part[..<start])
    let value = trimmed(part[start...].dropFirst(relation.rawValue.count))
    let known = ["point", "policy", "replication"] + swept
    guard known.containsExactly(field) else {
      throw Refusal(
        message:
          "'\(field)' cannot be filtered by; this scenario has \(known.joined(separator: ", "))"
      )
    }
    if field.isExactly("replication") {
      guard Int(value) != nil else {
        throw Refusal(message: "'\(value)' is no replication: write a whole number")
      }
    } else if relation != .equal, relation != .notEqual {
      throw Refusal(message: "\(field) can only be compared with = or !=")
    }
    return Condition(field: field, relation: relation, value: value)
  }

  /// Splits at `,` and ` and `, but not within the brackets of a label.
  private static func parts(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      let character = text[index]
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      let rest = text[index...]
      if depth <= 0, character == "," || rest.hasPrefix(" and ") {
        parts.append(text[start..<index])
        start = text.index(index, offsetBy: character == "," ? 1 : 5)
        index = start
      } else {
        index = text.index(after: index)
      }
    }
    parts.append(text[start...])
    return parts.filter { !trimmed($0).isEmpty }
  }

  private static func trimmed(_ text: Substring) -> String {
    var rest = text
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
