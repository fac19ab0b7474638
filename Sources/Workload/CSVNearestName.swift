/// Finds the name a user probably meant.
public enum NearestName {
  /// Longer names are not compared: the work grows with the product of the lengths.
  private static let lengthLimit = 80

  /// Returns the candidate with the fewest edits to `name`, or nil when none is near.
  ///
  /// An edit inserts, drops or replaces one character or swaps two neighbours (optimal string
  /// alignment); upper and lower case are the same, and a name that begins with the other (`time`,
  /// `time_ms`) is one edit away. Near means at most a third of the longer name and at least two
  /// edits allowed, never a whole name. Of equally near candidates the first wins.
  ///
  /// - Complexity: O(candidates × length²).
  public static func find(_ name: String, in candidates: [String]) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    guard !wanted.isEmpty, wanted.count <= lengthLimit else { return nil }
    var best: String?
    var fewest = Int.max
    for candidate in candidates {
      let scalars = Array(candidate.lowercased().unicodeScalars)
      guard !scalars.isEmpty, scalars.count <= lengthLimit else { continue }
      let longer = max(wanted.count, scalars.count)
      let edits = isBeginning(wanted, scalars) ? 1 : distance(wanted, scalars)
      guard edits <= max(2, longer / 3), edits < longer, edits < fewest else { continue }
      fewest = edits
      best = candidate
    }
    return best
  }

  /// Returns `did you mean 'x'?`, or nil when no candidate is near.
  public static func advice(_ name: String, in candidates: [String]) -> String? {
    find(name, in: candidates).map { "did you mean \(TraceError.quote($0))?" }
  }

  /// Whether one name of at least three characters is the beginning of the other, longer one.
  private static func isBeginning(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Bool {
    let shorter = min(a.count, b.count)
    return shorter >= 3 && a.count != b.count && a.prefix(shorter) == b.prefix(shorter)
  }

  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var row = last
    for i in 1...a.count {
      row[0] = i
      for j in 1...b.count {
        let replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        row[j] = min(replaced, last[j] + 1, row[j - 1] + 1)
        let swaps = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]
        if swaps { row[j] = min(row[j], beforeLast[j - 2] + 1) }
      }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[b.count]
  }
}
