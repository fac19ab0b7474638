import Workload

extension YAMLNode {
  /// How deep a document may nest.
  static let deepest = 64
  /// How many nodes a document may have once its aliases are expanded.
  static let mostNodes = 100_000

  /// Parses one YAML document.
  ///
  /// Aliases are expanded and merge keys (`<<`) applied: a key that a mapping states itself wins
  /// over a merged one, and among several merged mappings the first wins.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text; a byte-order mark at its start is skipped.
  ///   - file: The name for positions.
  /// - Returns: The root of the document.
  /// - Throws: `ScenarioError` with line and column for everything that is not one YAML document
  ///   of at most 64 levels and 100,000 nodes with distinct text keys and no tags.
  /// - Complexity: O(*n*) in the size of the text plus the expanded nodes.
  public static func parse(_ bytes: [UInt8], file: String) throws(ScenarioError) -> YAMLNode {
    let text = try YAMLText.checked(bytes, file: file)
    var composer = YAMLComposer(reader: try YAMLEventReader(text, file: file))
    guard let root = try composer.root() else {
      let start = SourcePosition(file: file, line: 1, column: 1)
      let isEmpty = text.allSatisfy { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
      throw ScenarioError(
        start, isEmpty ? "the file is empty" : "found nothing but comments, expected a mapping")
    }
    return root
  }
}

/// Builds the tree of a document from its events.
private struct YAMLComposer: ~Copyable {
  /// A node with what the limits need to know of it.
  struct Composed {
    var node: YAMLNode
    var nodes: Int
    var depth: Int
  }

  private var reader: YAMLEventReader
  private var anchors: [ExactText: Composed] = [:]
  /// Anchors whose nodes are not finished: an alias to one would be endless.
  private var openAnchors: [String] = []
  private var nodes = 0

  init(reader: consuming YAMLEventReader) { self.reader = reader }

  mutating func root() throws(ScenarioError) -> YAMLNode? {
    guard let (event, position) = try reader.next() else { return nil }
    let root = try compose(event, position, depth: 1)
    // The end of the document, or the error of a second one.
    _ = try reader.next()
    return root.node
  }

  private mutating func compose(
    _ event: YAMLEvent, _ position: SourcePosition, depth: Int
  ) throws(ScenarioError) -> Composed {
    if depth > YAMLNode.deepest {
      throw ScenarioError(position, "nested deeper than \(YAMLNode.deepest) levels")
    }
    switch event {
    case .alias(let name): return try expand(name, position, depth: depth)
    case .scalar(let text, let style, let anchor):
      let node = YAMLNode(.scalar(text, style), at: position)
      try count(1, position)
      return finish(Composed(node: node, nodes: 1, depth: 1), anchor)
    case .sequenceStart(let anchor):
      if let anchor { openAnchors.append(anchor) }
      return finish(try sequence(position, depth: depth), anchor, wasOpen: true)
    case .mappingStart(let anchor):
      if let anchor { openAnchors.append(anchor) }
      return finish(try mapping(position, depth: depth), anchor, wasOpen: true)
    case .end: throw ScenarioError(position, "not valid YAML")
    }
  }

  private mutating func finish(
    _ composed: Composed, _ anchor: String?, wasOpen: Bool = false
  ) -> Composed {
    guard let anchor else { return composed }
    if wasOpen { openAnchors.removeLast() }
    anchors[ExactText(anchor)] = composed
    return composed
  }

  private mutating func count(_ more: Int, _ position: SourcePosition) throws(ScenarioError) {
    nodes += more
    if nodes > YAMLNode.mostNodes {
      let reason = anchors.isEmpty ? "" : " once the aliases are expanded"
      throw ScenarioError(position, "more than \(YAMLNode.mostNodes) nodes\(reason)")
    }
  }

  private mutating func expand(
    _ name: String, _ position: SourcePosition, depth: Int
  ) throws(ScenarioError) -> Composed {
    if openAnchors.containsExactly(name) {
      throw ScenarioError(position, "the alias '*\(name)' stands inside its own anchor")
    }
    guard let target = anchors[ExactText(name)] else {
      throw ScenarioError(
        position, "no anchor '&\(shortened(name))' stands before the alias",
        suggestion: NearestName.find(name, in: anchors.keys.sorted().map(\.text)).map { "*\($0)" })
    }
    try count(target.nodes, position)
    if depth + target.depth - 1 > YAMLNode.deepest {
      throw ScenarioError(position, "nested deeper than \(YAMLNode.deepest) levels")
    }
    return target
  }

  private mutating func nextInside(
    _ position: SourcePosition
  ) throws(ScenarioError) -> (event: YAMLEvent, position: SourcePosition) {
    guard let next = try reader.next() else { throw ScenarioError(position, "not valid YAML") }
    return next
  }

  private mutating func sequence(
    _ position: SourcePosition, depth: Int
  ) throws(ScenarioError) -> Composed {
    try count(1, position)
    var items: [YAMLNode] = []
    var result = Composed(node: YAMLNode(.sequence([]), at: position), nodes: 1, depth: 1)
    while true {
      let (event, place) = try nextInside(position)
      if case .end = event { break }
      let item = try compose(event, place, depth: depth + 1)
      items.append(item.node)
      result.nodes += item.nodes
      result.depth = max(result.depth, item.depth + 1)
    }
    result.node.content = .sequence(items)
    return result
  }

  private mutating func mapping(
    _ position: SourcePosition, depth: Int
  ) throws(ScenarioError) -> Composed {
    try count(1, position)
    var pairs = MappingBuilder()
    var result = Composed(node: YAMLNode(.mapping([]), at: position), nodes: 1, depth: 1)
    while true {
      let (event, keyPosition) = try nextInside(position)
      if case .end = event { break }
      let key = try compose(event, keyPosition, depth: depth + 1).node
      let (valueEvent, valuePosition) = try nextInside(position)
      let value = try compose(valueEvent, valuePosition, depth: depth + 1)
      try pairs.append(key, at: keyPosition, value: value.node)
      result.nodes += value.nodes + 1
      result.depth = max(result.depth, value.depth + 1)
    }
    result.node.content = .mapping(pairs.merged())
    return result
  }
}
