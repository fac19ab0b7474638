/// Why a text is not the value a field needs; the decoder adds the field's name and place.
struct ValueProblem: Error {
  /// What was found and what was expected.
  let message: String
  /// The nearest valid text.
  let suggestion: String?

  init(_ message: String, suggestion: String? = nil) {
    self.message = message
    self.suggestion = suggestion
  }

  /// `found '…', expected …`.
  static func found(
    _ text: String, expected: String, suggestion: String? = nil
  ) -> ValueProblem {
    let found = text.isEmpty ? "nothing" : "'\(shortened(text))'"
    return ValueProblem("found \(found), expected \(expected)", suggestion: suggestion)
  }
}

/// A decimal number and the unit behind it, as a scenario writes them: `4 GiB`, `1e3`, `12 %`.
///
/// Only finite decimal numbers count: no octal or hexadecimal, no digit separators, no infinities,
/// because readers of YAML differ in what they take these for.
struct NumberText {
  /// The value of the number.
  let value: Double
  /// The number as written, without the unit.
  let literal: String
  /// What follows the number, without blanks around it; empty when nothing does.
  let unit: String

  /// Reads a number at the start of a text.
  ///
  /// - Parameters:
  ///   - text: What a scalar holds.
  ///   - expected: What the field needs, for the error.
  /// - Throws: `ValueProblem` when there is no finite decimal number.
  init(_ text: String, expected: String) throws(ValueProblem) {
    let bytes = Array(text.utf8)
    let end = Self.endOfNumber(bytes)
    guard end > 0 else { throw Self.notANumber(text, expected) }
    literal = String(decoding: bytes[..<end], as: UTF8.self)
    let rest = bytes[end...].drop { $0 == 0x20 }
    unit = String(decoding: rest, as: UTF8.self)
    try Self.check(text, literal: bytes[..<end], unit: unit, expected)
    guard let value = Double(literal), value.isFinite else {
      throw ValueProblem("found '\(shortened(text))', which is too large for a number")
    }
    self.value = value
  }

  /// The end of `[+-] digits [. digits] [e [+-] digits]` at the start of a text; 0 without one.
  ///
  /// An `e` without digits belongs to the unit (`5 EiB`).
  private static func endOfNumber(_ bytes: [UInt8]) -> Int {
    var index = 0
    func skipDigits() -> Int {
      let start = index
      while index < bytes.count, isDigit(bytes[index]) { index += 1 }
      return index - start
    }
    if let first = bytes.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
      index = 1
    }
    var digits = skipDigits()
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      digits += skipDigits()
    }
    guard digits > 0 else { return 0 }
    let mantissa = index
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count,
        bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      if skipDigits() == 0 { index = mantissa }
    }
    return index
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func check(
    _ text: String, literal: ArraySlice<UInt8>, unit: String, _ expected: String
  ) throws(ValueProblem) {
    if unit.utf8.contains(UInt8(ascii: "_")) {
      throw ValueProblem(
        "found '\(shortened(text))': '_' between digits is not read the same everywhere",
        suggestion: text.filter { $0 != "_" })
    }
    if unit.hasPrefix(",") {
      throw .found(text, expected: "\(expected), with '.' before decimals and no separators")
    }
    let digits = literal.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let isZero = digits.elementsEqual("0".utf8)
    if isZero, unit.hasPrefix("x") || unit.hasPrefix("o") || unit.hasPrefix("b") {
      throw ValueProblem("found '\(shortened(text))': only decimal numbers are read")
    }
    if digits.count > 1, digits.first == 0x30, isDigit(digits[digits.startIndex + 1]) {
      let rest = digits.drop { $0 == 0x30 }
      let decimal = String(decoding: rest, as: UTF8.self)
      let isWhole = rest.first.map(isDigit) ?? false
      throw ValueProblem(
        "found '\(shortened(text))': a leading zero means octal to some readers",
        suggestion: (isWhole ? decimal : "0" + decimal) + (unit.isEmpty ? "" : " " + unit))
    }
  }

  private static func notANumber(_ text: String, _ expected: String) -> ValueProblem {
    let bare = text.lowercased().drop { $0 == "-" || $0 == "+" || $0 == "." }
    if ["inf", "infinity", "nan"].contains(String(bare)) {
      return ValueProblem(
        "found '\(shortened(text))', expected a finite number (a limit that is not there is none)")
    }
    return .found(text, expected: expected)
  }
}

extension NumberText {
  /// Reads an unsigned whole number, exact to 64 bits.
  static func unsigned(_ text: String, expected: String) throws(ValueProblem) -> UInt64 {
    let number = try NumberText(text, expected: expected)
    guard number.unit.isEmpty else { throw .found(text, expected: expected) }
    guard let exact = exactWhole(number.literal) else { throw .found(text, expected: expected) }
    return exact
  }

  /// The whole number that `1000`, `1e3`, `1000.0` or `1.5e1` is; nil for any other.
  ///
  /// - Parameter literal: `[+-] digits [. digits] [e [+-] digits]`.
  /// - Returns: The number, exact; nil also for one below 0 or above 2⁶⁴ − 1.
  private static func exactWhole(_ literal: String) -> UInt64? {
    let parts = literal.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
    guard let mantissa = parts.first else { return nil }
    // An exponent beyond these limits leaves nothing whole but 0.
    let stated = parts.count > 1 ? Int(String(Substring(parts[1]))) ?? -1_000_000 : 0
    var exponent = max(-1_000_000, min(1_000_000, stated))
    var digits = mantissa.filter { isDigit($0) }
    if let point = mantissa.firstIndex(of: UInt8(ascii: ".")) {
      exponent -= mantissa.distance(from: point, to: mantissa.endIndex) - 1
    }
    while digits.count > 1, digits.last == 0x30 {
      digits.removeLast()
      exponent += 1
    }
    if digits == [0x30] { return 0 }
    guard mantissa.first != UInt8(ascii: "-"), (0...19).contains(exponent) else { return nil }
    digits += repeatElement(0x30, count: exponent)
    return UInt64(String(decoding: digits, as: UTF8.self))
  }
}
