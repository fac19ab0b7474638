import Workload

/// A value of a resolved scenario: what `check --resolved` and the manifest print.
///
/// Reading its YAML or its JSON gives the same scenario again.
indirect enum ResolvedValue: Equatable, Sendable {
  /// A name or a word; quoted in YAML where another reader could take it for something else.
  case text(String)
  /// A number, or a number with its unit.
  case quantity(String)
  /// A switch.
  case flag(Bool)
  /// Nothing.
  case null
  /// JSON that is written already, for an id; it is never printed.
  case written(String)
  /// A list.
  case list([ResolvedValue])
  /// Pairs in the order in which they are printed.
  case mapping([ResolvedPair])
}

/// A key, its value and what it means.
struct ResolvedPair: Equatable, Sendable {
  var key: String
  var value: ResolvedValue
  /// Printed behind the value, in YAML only; does not count for equality.
  var comment: String?
  /// Whether a mapping or list is printed over several lines.
  var isBlock: Bool

  init(_ key: String, _ value: ResolvedValue, comment: String? = nil, isBlock: Bool = false) {
    self.key = key
    self.value = value
    self.comment = comment
    self.isBlock = isBlock
  }

  static func == (a: ResolvedPair, b: ResolvedPair) -> Bool {
    a.key.isExactly(b.key) && a.value == b.value
  }
}

extension ResolvedValue {
  /// Whether two values print the same bytes.
  static func == (first: ResolvedValue, second: ResolvedValue) -> Bool {
    switch (first, second) {
    case (.text(let a), .text(let b)), (.quantity(let a), .quantity(let b)),
      (.written(let a), .written(let b)):
      a.isExactly(b)
    case (.flag(let a), .flag(let b)): a == b
    case (.null, .null): true
    case (.list(let a), .list(let b)): a == b
    case (.mapping(let a), .mapping(let b)): a == b
    default: false
    }
  }

  /// The values of a node as they were written, whatever the quotes.
  init(_ node: YAMLNode) {
    switch node.content {
    case .scalar where node.isNull: self = .null
    case .scalar(let text, _): self = .quantity(text)
    case .sequence(let items): self = .list(items.map { ResolvedValue($0) })
    case .mapping(let pairs):
      self = .mapping(pairs.map { ResolvedPair($0.key, ResolvedValue($0.value)) })
    }
  }

  /// The value of a key of a mapping.
  subscript(key: String) -> ResolvedValue? {
    guard case .mapping(let pairs) = self else { return nil }
    return pairs.first { $0.key.isExactly(key) }?.value
  }
}
