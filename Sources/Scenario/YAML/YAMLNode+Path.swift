import Workload

extension YAMLNode {
  /// Returns the tree with the value at a dotted path replaced or added.
  ///
  /// Keys and the names in a list of named mappings (`apps`) are steps of a path; both may contain
  /// dots themselves, the longest one that fits is taken. Missing mappings are made.
  ///
  /// - Parameters:
  ///   - path: Such as `device.ram` or `apps.social.footprint.lognormal.sigma`.
  ///   - value: The new value; it keeps its own position.
  ///   - position: Where the path stands, for errors and new keys.
  /// - Returns: The new tree.
  /// - Throws: `ScenarioError` when the path runs into a plain value or names no entry of a list.
  func setting(
    _ path: String, to value: YAMLNode, at position: SourcePosition
  ) throws(ScenarioError) -> YAMLNode {
    try setting(path[...], to: value, at: position, whole: path)
  }

  private func setting(
    _ path: Substring, to value: YAMLNode, at position: SourcePosition, whole: String
  ) throws(ScenarioError) -> YAMLNode {
    switch content {
    case .mapping(var pairs):
      if let (index, rest) = Self.step(path, among: pairs.map(\.key)) {
        pairs[index].value = try pairs[index].value.setting(
          rest: rest, to: value, at: position, whole: whole)
      } else {
        let head = path.prefix { $0 != "." }
        guard !head.isEmpty else {
          throw ScenarioError(position, "the path '\(shortened(whole))' has an empty step")
        }
        let rest = head.endIndex < path.endIndex ? path[head.endIndex...].dropFirst() : nil
        let empty = YAMLNode(.mapping([]), at: position)
        pairs.append(
          Pair(
            key: String(head), keyPosition: position,
            value: try empty.setting(rest: rest, to: value, at: position, whole: whole)))
      }
      return YAMLNode(.mapping(pairs), at: self.position)
    case .sequence(var items):
      let names = items.map { $0.scalarValue("name") ?? "" }
      guard let (index, rest) = Self.step(path, among: names) else {
        let head = String(path.prefix { $0 != "." })
        throw ScenarioError(
          position, "'\(shortened(whole))': no entry of the list is called '\(shortened(head))'",
          suggestion: NearestName.find(head, in: names))
      }
      items[index] = try items[index].setting(rest: rest, to: value, at: position, whole: whole)
      return YAMLNode(.sequence(items), at: self.position)
    case .scalar where isNull:
      return try YAMLNode(.mapping([]), at: self.position).setting(
        path, to: value, at: position, whole: whole)
    case .scalar:
      throw ScenarioError(
        position, "'\(shortened(whole))': \(inWords) is a plain value and has no field '\(path)'")
    }
  }

  private func setting(
    rest: Substring?, to value: YAMLNode, at position: SourcePosition, whole: String
  ) throws(ScenarioError) -> YAMLNode {
    guard let rest else { return value }
    return try setting(rest, to: value, at: position, whole: whole)
  }

  /// The longest name that is the path or its beginning, and what follows it.
  private static func step(
    _ path: Substring, among names: [String]
  ) -> (index: Int, rest: Substring?)? {
    var best: (index: Int, rest: Substring?)?
    var longest = -1
    for (index, name) in names.enumerated() where !name.isEmpty && name.utf8.count > longest {
      let length = name.utf8.count
      guard path.utf8.starts(with: name.utf8) else { continue }
      let rest = path.utf8.dropFirst(length)
      if rest.isEmpty { return (index, nil) }
      guard rest.first == UInt8(ascii: ".") else { continue }
      best = (index, Substring(rest.dropFirst()))
      longest = length
    }
    return best
  }

  private func scalarValue(_ key: String) -> String? {
    guard let value = value(key), case .scalar(let text, _) = value.content else { return nil }
    return text
  }
}
