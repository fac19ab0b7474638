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
    var row = Array(0...b.count)
    for i in a.indices {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let replaced = diagonal + (a[i] == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
