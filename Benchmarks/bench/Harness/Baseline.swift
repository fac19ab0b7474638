/// An earlier `--json` output that a run is compared with.
struct Baseline {
  private struct Row {
    let key: String
    let ratio: Double
  }

  /// How much worse a ratio may be before it counts: the repeatability of quiet runs.
  static let tolerance = 0.15

  /// The file.
  let path: String
  private var rows: [Row] = []

  /// Reads the lines of an earlier run.
  ///
  /// - Throws: `BenchmarkFailure` when the file cannot be read, has a line that is damaged or of
  ///   another kind, or no line with a ratio.
  init(path: String) throws {
    self.path = path
    let lines = try Package.contents(path).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() where !line.isEmpty {
      func damage(_ what: String) -> BenchmarkFailure {
        BenchmarkFailure(message: "\(path):\(number + 1): \(what)", exitCode: 65)
      }
      guard line.first == "{", line.last == "}", line.ranges(of: "\"suite\":").count == 1 else {
        throw damage("this is no result of bench --json")
      }
      guard let suite = Self.field("suite", of: line), let name = Self.field("case", of: line),
        let size = Self.field("size", of: line), let peer = Self.field("peer", of: line),
        let text = Self.field("ratio", of: line)
      else { throw damage("this result lacks its suite, case, size, peer or ratio") }
      if text == "null" { continue }
      guard let ratio = Double(text), ratio.isNormal, ratio > 0 else {
        throw damage("the ratio is '\(text)'; expected a number above 0")
      }
      rows.append(Row(key: "\(suite)/\(name) \(size) \(peer)", ratio: ratio))
    }
    guard !rows.isEmpty else {
      throw BenchmarkFailure(message: "\(path): no result with a ratio", exitCode: 65)
    }
  }

  /// How many results both runs have, and what has become worse: a line for each whose ratio to its
  /// peer grew beyond tolerance.
  ///
  /// Ratios are compared, not times, so that a baseline from another day still says something.
  func compare(_ results: [BenchmarkResult]) -> (count: Int, worse: [String]) {
    var count = 0
    var worse: [String] = []
    for result in results {
      guard let ratio = result.ratio, let peer = result.peer else { continue }
      let key = "\(result.suite)/\(result.name) \(result.size) \(peer)"
      guard let before = rows.last(where: { $0.key == key })?.ratio else { continue }
      count += 1
      if ratio > before * (1 + Self.tolerance) {
        worse.append("\(key): ratio \(fixed(ratio, 3)), was \(fixed(before, 3))")
      }
    }
    return (count, worse)
  }

  /// The value of a field in a line that `JSONLine` wrote; no general parser.
  private static func field(_ name: String, of line: Substring) -> String? {
    let mark = "\"\(name)\":"
    guard let start = line.firstRange(of: mark)?.upperBound else { return nil }
    let rest = line[start...]
    if rest.first == "\"" { return String(rest.dropFirst().prefix { $0 != "\"" }) }
    return String(rest.prefix { $0 != "," && $0 != "}" })
  }
}
