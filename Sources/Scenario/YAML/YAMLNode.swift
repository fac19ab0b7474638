import Workload

/// One node of a YAML document, with its place in the text.
///
/// Scalars are texts: their meaning is decided by the field that reads them, never by YAML, so
/// `no`, `12306` and `1e3` arrive here as they were written.
public struct YAMLNode: Sendable {
  /// How a scalar was written.
  public enum Style: Sendable {
    /// Without quotes.
    case plain
    /// In single or double quotes.
    case quoted
    /// On several lines, as a block (`|`, `>`) or not: a place in the text is none in the file.
    case folded
  }

  /// A key and its value.
  public struct Pair: Sendable {
    /// The key's text.
    public var key: String
    /// Where the key stands.
    public var keyPosition: SourcePosition
    /// The value.
    public var value: YAMLNode
  }

  /// What the node holds.
  public enum Content: Sendable {
    /// A text.
    case scalar(String, Style)
    /// A list.
    case sequence([YAMLNode])
    /// Pairs in the order of the text; no key appears twice.
    case mapping([Pair])
  }

  /// What the node holds.
  public var content: Content
  /// Where it begins; an alias stands where its anchor does.
  public var position: SourcePosition

  /// Makes a node.
  public init(_ content: Content, at position: SourcePosition) {
    self.content = content
    self.position = position
  }

  /// The value of a key, if the node is a mapping that has it.
  ///
  /// - Complexity: O(keys).
  public func value(_ key: String) -> YAMLNode? {
    guard case .mapping(let pairs) = content else { return nil }
    return pairs.first { $0.key.isExactly(key) }?.value
  }

  /// Whether nothing was written: an empty plain scalar, `~` or `null`.
  var isNull: Bool {
    guard case .scalar(let text, .plain) = content else { return false }
    return text.isEmpty || ["~", "null", "Null", "NULL"].containsExactly(text)
  }

  /// The node in words for an error message: `'4 GB'`, `a list`, `a mapping`, `nothing`.
  var inWords: String {
    switch content {
    case .scalar(let text, let style):
      text.isEmpty ? (style == .plain ? "nothing" : "an empty text") : "'\(shortened(text))'"
    case .sequence(let items): items.isEmpty ? "an empty list" : "a list"
    case .mapping(let pairs): pairs.isEmpty ? "an empty mapping" : "a mapping"
    }
  }
}

/// At most 40 characters of a text, on one line, for an error message.
func shortened(_ text: String) -> String {
  var result = ""
  var count = 0
  for scalar in text.unicodeScalars {
    if count == 40 { return result + "…" }
    if scalar.value < 32 || (0x7f..<0xa0).contains(scalar.value) {
      result += scalar == "\n" ? "\\n" : scalar == "\t" ? "\\t" : "?"
    } else {
      result.unicodeScalars.append(scalar)
    }
    count += 1
  }
  return result
}
