import RandomStreams

/// One line of a journal: the number of an item, its runs, and a checksum.
enum JournalLine {
  /// The line with its line end.
  static func encode(item: Int, runs: [RunRecord]) -> [UInt8] {
    var bytes = Array("\(item)".utf8)
    for run in runs {
      bytes.append(UInt8(ascii: "\t"))
      run.encode(into: &bytes)
    }
    let sum = checksum(bytes[...])
    bytes.append(contentsOf: "\t\(sum)\n".utf8)
    return bytes
  }

  /// The item and its runs; nil when the line, given without its line end, is cut or damaged.
  ///
  /// Without `details` those of the runs are passed over.
  static func decode(
    _ line: some Collection<UInt8>, details: Bool = true
  ) -> (item: Int, runs: [RunRecord])? {
    // Bytes throughout: as text this was most of the time it takes to write results.
    let bytes = Array(line)
    let tab = UInt8(ascii: "\t")
    guard let end = bytes.lastIndex(of: tab),
      bytes[(end + 1)...].elementsEqual(checksum(bytes[..<end]).utf8)
    else { return nil }
    var fields = bytes[..<end].split(separator: tab, omittingEmptySubsequences: false)[...]
    guard let first = fields.popFirst(), let item = Int(String(decoding: first, as: UTF8.self)),
      item >= 0
    else { return nil }
    var runs: [RunRecord] = []
    for field in fields {
      guard let run = RunRecord(decoding: field, details: details) else { return nil }
      runs.append(run)
    }
    return (item, runs)
  }

  private static func checksum(_ text: ArraySlice<UInt8>) -> String {
    String(stableHash(text, ordinal: 0), radix: 16)
  }
}
