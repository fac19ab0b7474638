/// The results as one JSON object a line, for scripts.
enum JSONLine {
  /// The line of one result; peer fields are null without a peer.
  static func text(of result: BenchmarkResult) -> String {
    let last = result.samples.last
    var fields: [(String, String)] = [
      ("suite", quoted(result.suite)),
      ("case", quoted(result.name)),
      ("size", String(result.size)),
      ("ns", number(result.nanoseconds)),
      ("peer", result.peer.map(quoted) ?? "null"),
      ("peer_ns", result.peerNanoseconds.map(number) ?? "null"),
      ("ratio", result.ratio.map(number) ?? "null"),
      ("rounds", String(result.samples.count)),
      ("digest", last?.digest.map { quoted(hexadecimal($0)) } ?? "null"),
    ]
    let times = result.samples.map(\.nanoseconds)
    fields += [
      ("ns_p10", number(quantile(times, 0.1))), ("ns_p90", number(quantile(times, 0.9))),
    ]
    if !result.peerSamples.isEmpty {
      fields += [
        ("ratio_p10", number(quantile(result.ratios, 0.1))),
        ("ratio_p90", number(quantile(result.ratios, 0.9))),
      ]
    }
    for extra in last?.extras ?? [] {
      fields.append((extra.name, number(extra.value)))
    }
    return "{" + fields.map { "\(quoted($0)):\($1)" }.joined(separator: ",") + "}\n"
  }

  /// Four decimals are below anything the clock can tell; JSON has no nan.
  private static func number(_ figure: Double) -> String {
    guard figure.isFinite else { return "null" }
    return abs(figure) < 1e12 ? fixed(figure, 4) : String(figure)
  }

  /// Names in this program have neither quotes nor control characters.
  private static func quoted(_ text: String) -> String {
    "\"\(text)\""
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
