extension NativeTrace {
  /// Writes a trace as CSV: header first, lines end in LF, a name is quoted only when it must be.
  ///
  /// Reading the result gives the same rows. Numbers are the shortest that do so: times with up to
  /// 6 decimals, footprints with up to 4.
  ///
  /// - Complexity: O(rows).
  public static func write(_ trace: Trace) -> [UInt8] {
    var bytes = Array(columns.joined(separator: ",").utf8)
    bytes.append(UInt8(ascii: "\n"))
    bytes.reserveCapacity(trace.rows.count * 32)
    for row in trace.rows {
      append(row.time, decimals: 6, to: &bytes)
      bytes.append(UInt8(ascii: ","))
      appendText(row.app.isEmpty ? frontApp : row.app, to: &bytes)
      bytes.append(UInt8(ascii: ","))
      if let visit = row.visit { append(visit, decimals: 6, to: &bytes) }
      bytes.append(UInt8(ascii: ","))
      if let size = row.footprintKiB { appendMebibytes(UInt64(clamping: size), to: &bytes) }
      bytes.append(UInt8(ascii: ","))
      bytes.append(contentsOf: row.action.name.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// A time in seconds as a trace writes it: `0`, `2.5`, `0.000001`.
  public static func seconds(_ time: Ticks) -> String {
    var bytes: [UInt8] = []
    append(time, decimals: 6, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A footprint in MiB as a trace writes it: the fewest decimals that read back as the same KiB.
  public static func mebibytes(_ kibibytes: Int64) -> String {
    var bytes: [UInt8] = []
    appendMebibytes(UInt64(clamping: kibibytes), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Four decimals always suffice: 0.0001 MiB is a tenth of a KiB.
  private static func appendMebibytes(_ kibibytes: UInt64, to bytes: inout [UInt8]) {
    let (whole, rest) = kibibytes.quotientAndRemainder(dividingBy: 1024)
    var power: UInt64 = 1
    var decimals = 0
    while decimals < 4 {
      let written = (rest * power + 512) / 1024
      if (written * 1024 + power / 2) / power == rest { break }
      power *= 10
      decimals += 1
    }
    append(whole * power + (rest * power + 512) / 1024, decimals: decimals, to: &bytes)
  }

  /// Appends `value / 10^decimals` without trailing zeros.
  private static func append(_ value: UInt64, decimals: Int, to bytes: inout [UInt8]) {
    var (value, decimals) = (value, decimals)
    while decimals > 0, value % 10 == 0 {
      value /= 10
      decimals -= 1
    }
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
      value /= 10
      decimals -= 1
      if decimals == 0 { bytes.append(UInt8(ascii: ".")) }
    } while value > 0 || decimals >= 0
    var (low, high) = (start, bytes.count - 1)
    while low < high {
      bytes.swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }

  private static func appendText(_ text: String, to bytes: inout [UInt8]) {
    let mustQuote = text.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n")
        || $0 == UInt8(ascii: "\r")
    }
    guard mustQuote else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
