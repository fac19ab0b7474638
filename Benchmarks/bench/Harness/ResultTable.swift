/// The results as an aligned table for people.
struct ResultTable {
  private static let header = [
    "case", "size", "time", "p10", "p90", "unit", "peer", "peer time", "ratio", "p10", "p90",
    "digest",
  ]

  private var rows: [[String]] = [header]

  /// Adds one line.
  mutating func add(_ result: BenchmarkResult) {
    let times = result.samples.map(\.nanoseconds)
    let scale = TimeScale([result.nanoseconds, result.peerNanoseconds].compactMap { $0 })
    var row = [
      "\(result.suite)/\(result.name)", String(result.size), scale.text(result.nanoseconds),
      scale.text(quantile(times, 0.1)), scale.text(quantile(times, 0.9)), scale.unit,
      result.peer ?? "-",
    ]
    if let peer = result.peerNanoseconds, let ratio = result.ratio {
      let ratios = result.ratios
      row += [
        scale.text(peer), fixed(ratio, 3), fixed(quantile(ratios, 0.1), 3),
        fixed(quantile(ratios, 0.9), 3),
      ]
    } else {
      row += [result.absence == nil ? "-" : "absent", "-", "-", "-"]
    }
    row.append(result.digestsAgree.map { $0 ? "agrees" : "DIFFERS" } ?? "-")
    rows.append(row)
  }

  /// All lines, numbers to the right, names to the left.
  var text: String {
    let widths = Self.header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let leftAligned = [0, 5, 6, 11]
    return rows.map { row in
      let cells = row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return leftAligned.contains(column) ? row[column] + padding : padding + row[column]
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

/// The unit of the times in one row, for people; JSON has nanoseconds.
struct TimeScale {
  private static let units: [(name: String, nanoseconds: Double)] = [
    ("ns", 1), ("us", 1e3), ("ms", 1e6), ("s", 1e9),
  ]

  /// The unit.
  let unit: String
  private let nanoseconds: Double
  private let decimals: Int

  /// A unit in which the first time is from 1 to 1000, and decimals that show the least of all.
  init(_ times: [Double]) {
    let chosen = Self.units.last { $0.nanoseconds <= times.first ?? 0 } ?? Self.units[0]
    (unit, nanoseconds) = chosen
    let least = (times.min() ?? 0) / chosen.nanoseconds
    decimals = least < 1 ? 3 : least < 10 ? 2 : 1
  }

  /// A time in the unit.
  func text(_ time: Double) -> String { fixed(time / nanoseconds, decimals) }
}

/// A figure with so many decimals, rounded to nearest.
func fixed(_ figure: Double, _ decimals: Int) -> String {
  guard figure.isFinite else { return "-" }
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let scaled = Int((figure * scale).rounded())
  guard decimals > 0 else { return String(scaled) }
  let digits = String(abs(scaled))
  let padded = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
  return (scaled < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
}
