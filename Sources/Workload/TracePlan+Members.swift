/// Finds the members of a catalog by the names a trace uses.
struct TracePlanMembers {
  /// What a name stands for.
  enum Match {
    /// The member of that index.
    case member(UInt32, ProcessKind)
    /// Nothing; with what could be done about it.
    case unknown(advice: String?)
  }

  let catalog: AppCatalog

  /// The classes, sorted by the bytes of their names: Unicode calls some names equal that a trace
  /// tells apart.
  private let sorted: [Int]
  private var table = CSVNameTable()
  private var matches: [Match] = []

  init(_ catalog: AppCatalog) {
    self.catalog = catalog
    let names = catalog.classes.map(\.name)
    sorted = names.indices.sorted { ExactText(names[$0]) < ExactText(names[$1]) }
  }

  /// Returns what a name stands for.
  ///
  /// - Complexity: O(length); O(log classes) comparisons more for a name not asked before.
  mutating func find(_ name: String) -> Match {
    let index = table.index(of: name)
    if index == matches.count { matches.append(resolve(name)) }
    return matches[index]
  }

  /// `chat` is the only member of class `chat`; `chat-2` the second of several.
  private func resolve(_ name: String) -> Match {
    if let index = classIndex(name) {
      let found = catalog.classes[index]
      guard found.count > 1 else {
        return .member(UInt32(catalog.firstMember[index]), found.kind)
      }
      return .unknown(
        advice: "the class has \(found.count) members; name one, "
          + "\(name)-1 to \(name)-\(found.count)")
    }
    if let dash = name.lastIndex(of: "-"), let index = classIndex(String(name[..<dash])) {
      let (found, text) = (catalog.classes[index], name[name.index(after: dash)...])
      if found.count > 1, let ordinal = Int(text), "\(ordinal)" == text,
        (1...found.count).contains(ordinal)
      {
        return .member(UInt32(catalog.firstMember[index] + ordinal - 1), found.kind)
      }
    }
    return .unknown(advice: NearestName.advice(name, in: catalog.classes.map(\.name)))
  }

  private func classIndex(_ name: String) -> Int? {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      let candidate = catalog.classes[sorted[middle]].name
      if candidate.isExactly(name) { return sorted[middle] }
      if ExactText(candidate) < ExactText(name) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return nil
  }
}
