/// Counts as people read them.
public enum CountText {
  /// A whole number with its thousands separated: `12,345`.
  public static func grouped(_ value: UInt64) -> String {
    let digits = Array(String(value).utf8)
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += "," }
      result.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return result
  }

  /// A count with its thousands separated.
  public static func grouped(_ value: Int) -> String { grouped(UInt64(max(0, value))) }
}
