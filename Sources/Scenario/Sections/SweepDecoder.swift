import Workload

/// Decodes `sweep:` into the values that each point sets.
///
/// A swept value replaces the node at its path before anything is decoded: so every field can be
/// swept, distributions and their parameters included, and errors point to the swept value.
struct SweepDecoder {
  /// A value that a point sets.
  struct Assignment {
    let key: String
    let keyPosition: SourcePosition
    let value: YAMLNode
  }

  /// The most points a sweep may have.
  static let mostPoints = 100_000

  /// What each point sets; one point that sets nothing when there is no sweep.
  ///
  /// Points come in the order of nested loops: the first key of `product` outermost, `zip` (all its
  /// lists together) innermost.
  static func points(_ root: MappingReader) throws(ScenarioError) -> [[Assignment]] {
    guard let section = root.optional("sweep") else { return [[]] }
    let reader = try MappingReader(section, keys: ["product", "zip", "where"])
    if reader.has("where") {
      throw ScenarioError(
        reader.keyPosition("where"), "'where' is not available in this version")
    }
    let product = try lists(reader, "product")
    let zip = try lists(reader, "zip")
    for list in zip {
      if let twin = product.first(where: { $0.key.isExactly(list.key) }) {
        throw ScenarioError(
          list.keyPosition,
          "'\(list.key)' is swept twice: first in line \(twin.keyPosition.line)")
      }
    }
    guard let first = zip.first else { return try combine(product, [[]], section) }
    for list in zip where list.assignments.count != first.assignments.count {
      throw ScenarioError(
        list.keyPosition,
        "'\(list.key)' has \(list.assignments.count) "
          + "\(list.assignments.count == 1 ? "value" : "values"), expected as many as "
          + "'\(first.key)' (\(first.assignments.count))")
    }
    let zipped = first.assignments.indices.map { index in zip.map { $0.assignments[index] } }
    return try combine(product, zipped, section)
  }

  /// Every combination of the lists, the last one varying fastest, each with every row of `rows`.
  private static func combine(
    _ lists: [List], _ rows: [[Assignment]], _ section: FieldNode
  ) throws(ScenarioError) -> [[Assignment]] {
    // Counted first: two long lists would fill the memory.
    var count = rows.count
    for list in lists where count <= mostPoints { count *= list.assignments.count }
    if count > mostPoints { throw section.error("more than \(mostPoints) points") }
    var points = rows
    for list in lists.reversed() {
      points = list.assignments.flatMap { assignment in points.map { [assignment] + $0 } }
    }
    return points
  }

  private struct List {
    let key: String
    let keyPosition: SourcePosition
    let assignments: [Assignment]
  }

  private static func lists(
    _ reader: MappingReader, _ kind: String
  ) throws(ScenarioError) -> [List] {
    guard let section = reader.optional(kind) else { return [] }
    let mapping = try MappingReader(section, keys: nil)
    var lists: [List] = []
    for (key, field) in mapping.fields {
      let position = mapping.keyPosition(key)
      try checkPath(key, position)
      let items = try field.items(expected: "a list of values")
      if items.isEmpty { throw field.found(expected: "at least one value") }
      lists.append(
        List(
          key: key, keyPosition: position,
          assignments: items.map { Assignment(key: key, keyPosition: position, value: $0.node) }))
    }
    return lists
  }

  private static func checkPath(_ key: String, _ position: SourcePosition) throws(ScenarioError) {
    let section = String(key.prefix { $0 != "." })
    guard !PointDecoder.sweptSections.containsExactly(section) else { return }
    let known = PointDecoder.keys.containsExactly(section)
    let reason =
      section.isExactly("policies")
      ? ": every policy of the list runs at every point"
      : ", expected a field of " + PointDecoder.sweptSections.joined(separator: ", ")
    throw ScenarioError(
      position, "'\(shortened(key))' cannot be swept\(reason)",
      suggestion: known ? nil : NearestName.find(section, in: PointDecoder.sweptSections))
  }
}
