/// The results as an aligned table for people.
struct ResultTable {
  private static let header = [
    "case", "size", "ns", "p10", "p90", "peer", "peer ns", "ratio", "p10", "p90", "digest",
  ]

  private var rows: [[String]] = [header]

  /// Adds one line.
  mutating func add(_ result: BenchmarkResult) {
    let times = result.samples.map(\.nanoseconds)
    var row = [
      "\(result.suite)/\(result.name)", String(result.size), fixed(result.nanoseconds, 1),
      fixed(quantile(times, 0.1), 1), fixed(quantile(times, 0.9), 1), result.peer ?? "-",
    ]
    if let peer = result.peerNanoseconds, let ratio = result.ratio {
      let ratios = result.ratios
      row += [
        fixed(peer, 1), fixed(ratio, 3), fixed(quantile(ratios, 0.1), 3),
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
    let leftAligned = [0, 5, 10]
    return rows.map { row in
      let cells = row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return leftAligned.contains(column) ? row[column] + padding : padding + row[column]
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }
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
