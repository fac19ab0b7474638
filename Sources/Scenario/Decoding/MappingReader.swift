import Workload

/// The pairs of a mapping, checked against the keys it may have.
struct MappingReader {
  /// The mapping's own field.
  let field: FieldNode
  private let pairs: [YAMLNode.Pair]

  /// Opens a mapping.
  ///
  /// - Parameters:
  ///   - field: The field that holds it.
  ///   - keys: The keys it may have; nil = any.
  /// - Throws: `ScenarioError` when the node is no mapping, and at the first unknown key with the
  ///   nearest known one.
  init(_ field: FieldNode, keys: [String]?) throws(ScenarioError) {
    self.field = field
    if field.node.isNull, field.path != "" {
      pairs = []
      return
    }
    guard case .mapping(let pairs) = field.node.content else {
      throw field.found(expected: "a mapping (key: value)")
    }
    self.pairs = pairs
    guard let keys else { return }
    for pair in pairs where !keys.containsExactly(pair.key) {
      throw MappingReader.unknown(pair, in: field.path, keys: keys)
    }
  }

  /// More keys than this are not listed in one line.
  private static let mostListed = 20

  /// The error of an unknown key: where it belongs, else the nearest one, else all when they are
  /// few.
  static func unknown(
    _ pair: YAMLNode.Pair, in path: String, keys: [String]
  ) -> ScenarioError {
    let place = path.isEmpty ? "" : " in \(path)"
    let found = "unknown key '\(shortened(pair.key))'\(place)"
    if keys.isEmpty { return ScenarioError(pair.keyPosition, "\(found), which has none") }
    if let owner = SectionKeys.owner(of: pair.key, insteadOf: path) {
      return ScenarioError(pair.keyPosition, "\(found): it belongs to \(owner)")
    }
    if pair.value.isNull, pair.key.utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
      // `{count: 1,5}` is a count of 1 and a key 5.
      return ScenarioError(
        pair.keyPosition,
        "\(found): in {…} a comma ends the value; decimals have a point, as 1.5")
    }
    let nearest = NearestName.find(pair.key, in: keys)
    let list =
      nearest != nil
      ? ""
      : keys.count <= mostListed
        ? ", expected one of " + keys.joined(separator: ", ")
        : "; 'jetsim check FILE --resolved' prints all there are"
    return ScenarioError(pair.keyPosition, found + list, suggestion: nearest)
  }

  /// Whether the mapping states a key.
  func has(_ key: String) -> Bool { pairs.contains { $0.key.isExactly(key) } }

  /// The place of a key.
  func keyPosition(_ key: String) -> SourcePosition {
    pairs.first { $0.key.isExactly(key) }?.keyPosition ?? field.position
  }

  /// All pairs in the order of the text, as fields.
  var fields: [(key: String, field: FieldNode)] {
    pairs.map { ($0.key, FieldNode(node: $0.value, path: path(of: $0.key))) }
  }

  /// The value of a key, if stated.
  func optional(_ key: String) -> FieldNode? {
    guard let pair = pairs.first(where: { $0.key.isExactly(key) }) else { return nil }
    return FieldNode(node: pair.value, path: path(of: key))
  }

  /// The value of a key.
  ///
  /// - Throws: `ScenarioError` at the mapping's place when it is missing.
  func required(_ key: String) throws(ScenarioError) -> FieldNode {
    guard let value = optional(key) else {
      let place = field.path.isEmpty ? "" : " in \(field.path)"
      throw ScenarioError(field.position, "missing key '\(key)'\(place)")
    }
    return value
  }

  private func path(of key: String) -> String {
    field.path.isEmpty ? key : "\(field.path).\(key)"
  }
}
