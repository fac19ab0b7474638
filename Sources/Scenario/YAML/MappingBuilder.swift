import Workload

/// Collects the pairs of one mapping: refuses a key that appears twice and applies merge keys.
struct MappingBuilder {
  private var pairs: [YAMLNode.Pair] = []
  /// Index in `pairs` by key; looked up, never iterated.
  private var places: [ExactText: Int] = [:]
  /// The value of `<<` and how many pairs stand before it.
  private var merge: (value: YAMLNode, place: Int, position: SourcePosition)?

  /// Adds a pair.
  mutating func append(
    _ key: YAMLNode, at position: SourcePosition, value: YAMLNode
  ) throws(ScenarioError) {
    guard case .scalar(let text, let style) = key.content else {
      throw ScenarioError(position, "found \(key.inWords) as a key, expected a text")
    }
    if text.isExactly("<<") && style == .plain {
      if let merge { throw twice("<<", position, first: merge.position) }
      try checkMerge(value)
      merge = (value, pairs.count, position)
      return
    }
    if let place = places[ExactText(text)] {
      throw twice(text, position, first: pairs[place].keyPosition)
    }
    places[ExactText(text)] = pairs.count
    pairs.append(YAMLNode.Pair(key: text, keyPosition: position, value: value))
  }

  /// All pairs: those of `<<` stand in its place, without the keys stated beside it.
  func merged() -> [YAMLNode.Pair] {
    guard let merge else { return pairs }
    var seen = places
    var added: [YAMLNode.Pair] = []
    for source in Self.sources(merge.value) {
      guard case .mapping(let others) = source.content else { continue }
      for pair in others where seen[ExactText(pair.key)] == nil {
        seen[ExactText(pair.key)] = -1
        added.append(pair)
      }
    }
    return Array(pairs[..<merge.place]) + added + Array(pairs[merge.place...])
  }

  private static func sources(_ value: YAMLNode) -> [YAMLNode] {
    if case .sequence(let items) = value.content { items } else { [value] }
  }

  private func checkMerge(_ value: YAMLNode) throws(ScenarioError) {
    for source in Self.sources(value) {
      guard case .mapping = source.content else {
        throw ScenarioError(
          source.position, "found \(source.inWords) after '<<', expected a mapping to merge")
      }
    }
  }

  private func twice(
    _ key: String, _ position: SourcePosition, first: SourcePosition
  ) -> ScenarioError {
    ScenarioError(
      position, "the key '\(shortened(key))' appears twice: first in line \(first.line)")
  }
}
