/// Which known name is most like a mistyped one.
enum Likeness {
  /// The name with the fewest insertions, deletions and substitutions [Levenshtein 1966], if at
  /// most a third of the longer one differs.
  ///
  /// Complexity: O(names × length²).
  static func nearest(to text: String, among names: [String]) -> String? {
    let wanted = Array(text.lowercased().utf8.prefix(64))
    var best: (name: String, distance: Int)?
    for name in names {
      let candidate = Array(name.utf8)
      let distance = distance(wanted, candidate)
      let limit = max(1, max(wanted.count, candidate.count) / 3)
      if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var row = last
    for i in a.indices {
      row[0] = i + 1
      for j in b.indices {
        let replaced = last[j] + (a[i] == b[j] ? 0 : 1)
        row[j + 1] = min(replaced, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[b.count]
  }
}
