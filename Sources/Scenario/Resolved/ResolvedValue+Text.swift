extension ResolvedValue {
  // MARK: JSON

  /// The value as JSON on one line, without blanks; also the text that a point's id is a hash of.
  var json: String {
    var text = ""
    writeJSON(to: &text)
    return text
  }

  private func writeJSON(to result: inout String) {
    switch self {
    case .text(let text): result += Self.quoted(text)
    case .quantity(let text): result += Self.isJSONNumber(text) ? text : Self.quoted(text)
    case .flag(let flag): result += flag ? "true" : "false"
    case .null: result += "null"
    case .written(let json): result += json
    case .list(let items):
      var separator = "["
      for item in items {
        result += separator
        item.writeJSON(to: &result)
        separator = ","
      }
      result += items.isEmpty ? "[]" : "]"
    case .mapping(let pairs):
      var separator = "{"
      for pair in pairs {
        result += separator
        result += Self.quoted(pair.key)
        result += ":"
        pair.value.writeJSON(to: &result)
        separator = ","
      }
      result += pairs.isEmpty ? "{}" : "}"
    }
  }

  /// A text in double quotes, escaped so that JSON and YAML both read it back.
  static func quoted(_ text: String) -> String {
    let isSimple = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte < 0x7f && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    if isSimple { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        let mustEscape =
          scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value)
          || [0x2028, 0x2029, 0xfeff].contains(scalar.value)
        if mustEscape {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// Whether JSON reads a text as the same number.
  ///
  /// Texts like `+5`, `.5` or `5.` are numbers here, but not in JSON.
  private static func isJSONNumber(_ text: String) -> Bool {
    let bytes = text.utf8
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 &- 0x30 < 10 } ?? false }
    guard isDigit(bytes.last), isDigit(bytes.first) || bytes.first == UInt8(ascii: "-") else {
      return false
    }
    let dot = UInt8(ascii: ".")
    let dotsStandBetweenDigits = zip(bytes, bytes.dropFirst()).allSatisfy { left, right in
      (left != dot || isDigit(right)) && (right != dot || isDigit(left))
    }
    guard dotsStandBetweenDigits, let number = try? NumberText(text, expected: "") else {
      return false
    }
    return number.unit.isEmpty
  }

  // MARK: YAML

  /// The value as YAML on one line (flow style).
  var flow: String {
    switch self {
    case .text(let text): Self.isPlainName(text) ? text : Self.quoted(text)
    case .quantity(let text): Self.isPlain(text) ? text : Self.quoted(text)
    case .flag(let flag): flag ? "true" : "false"
    case .null: "null"
    case .written(let json): json
    case .list(let items): "[" + items.map(\.flow).joined(separator: ", ") + "]"
    case .mapping(let pairs):
      "{" + pairs.map { Self.key($0.key) + ": " + $0.value.flow }.joined(separator: ", ") + "}"
    }
  }

  private static func key(_ text: String) -> String {
    isPlainName(text) ? text : quoted(text)
  }

  /// Whether a text needs no quotes anywhere, whatever YAML reader reads it.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.last != 0x20 else { return false }
    func isAlphanumeric(_ byte: UInt8) -> Bool {
      byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
    }
    guard isAlphanumeric(first) || first == UInt8(ascii: "-") && text.utf8.count > 1 else {
      return false
    }
    return text.utf8.dropFirst().allSatisfy { byte in
      isAlphanumeric(byte) || " _./%+-".utf8.contains(byte)
    }
  }

  /// The same for a name, which no reader may take for a number, a truth value or nothing.
  private static func isPlainName(_ text: String) -> Bool {
    let special = [
      "null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan",
    ]
    guard isPlain(text), let first = text.utf8.first else { return false }
    return (first | 0x20) &- 0x61 < 26 && !special.contains(text.lowercased())
  }

  /// The pairs of a mapping as YAML over several lines (block style), comments behind the values.
  func block(indent: Int = 0) -> String {
    guard case .mapping(let pairs) = self else { return flow }
    let margin = String(repeating: " ", count: indent)
    var result = ""
    for pair in pairs {
      let head = margin + Self.key(pair.key) + ":"
      let comment = pair.comment.map { "  # \($0)" } ?? ""
      switch pair.value {
      case .mapping(let inner) where pair.isBlock && !inner.isEmpty:
        result += head + comment + "\n" + pair.value.block(indent: indent + 2)
      case .list(let items) where pair.isBlock && !items.isEmpty:
        result += head + comment + "\n"
        for item in items { result += Self.blockItem(item, indent: indent + 2) }
      default:
        result += head + " " + pair.value.flow + comment + "\n"
      }
    }
    return result
  }

  /// An item of a block list; a mapping's first key stands behind the dash.
  private static func blockItem(_ item: ResolvedValue, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    guard case .mapping(let pairs) = item, pairs.contains(where: \.isBlock) else {
      return margin + "- " + item.flow + "\n"
    }
    return margin + "- " + item.block(indent: indent + 2).dropFirst(indent + 2)
  }
}
