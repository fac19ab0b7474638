/// Text of JSON values (RFC 8259).
public enum JSONText {
  /// A string in quotes.
  public static func string(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// A number; nil, nan and infinity are null.
  public static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "null" }
    return value == value.rounded() && abs(value) < 9e15 ? "\(Int64(value))" : value.description
  }

  /// A list of texts of values.
  public static func list(_ values: [String]) -> String {
    "[" + values.joined(separator: ", ") + "]"
  }
}
