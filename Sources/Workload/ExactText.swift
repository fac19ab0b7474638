/// A text as a key: equal, ordered and hashed by its UTF-8 bytes.
///
/// Swift takes canonically equivalent Unicode texts for one: `é` written as one scalar or as two,
/// `K` and the Kelvin sign. Files and traces tell such names apart, so whatever a user wrote is
/// compared with this type or with the methods below, never with `==`, `<` or `contains`.
public struct ExactText: Hashable, Comparable, Sendable {
  /// The text.
  public let text: String

  /// Wraps a text.
  public init(_ text: String) { self.text = text }

  /// Whether two texts have the same bytes.
  @inlinable
  public static func == (first: ExactText, second: ExactText) -> Bool {
    first.text.isExactly(second.text)
  }

  /// Whether the bytes of the first text come before those of the second.
  public static func < (first: ExactText, second: ExactText) -> Bool {
    first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
  }

  /// Feeds the bytes.
  public func hash(into hasher: inout Hasher) {
    let bytes = text.utf8.span
    for index in bytes.indices { hasher.combine(bytes[index]) }
  }
}

extension String {
  /// Whether two texts have the same bytes.
  ///
  /// Complexity: O(length), O(1) for different lengths.
  @inlinable
  public func isExactly(_ other: String) -> Bool {
    let (first, second) = (utf8.span, other.utf8.span)
    guard first.count == second.count else { return false }
    for index in first.indices where first[index] != second[index] { return false }
    return true
  }
}

extension Sequence<String> {
  /// Whether a text with the same bytes is among these.
  @inlinable
  public func containsExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }

  /// The texts without repetitions, each where it came first.
  ///
  /// Complexity: O(length).
  public var distinct: [String] {
    var table = CSVNameTable()
    for text in self { _ = table.index(of: text) }
    return table.names
  }
}

extension Collection<String> {
  /// Where the first text with the same bytes stands.
  @inlinable
  public func firstIndex(ofExactly text: String) -> Index? {
    firstIndex { $0.isExactly(text) }
  }
}
