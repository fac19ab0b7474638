/// The tokens of a formula, and what can be told from them before it is parsed.
///
/// muParser takes `idle = 7` for an assignment, `1,2` for 2 and `1/0` for infinity without a word;
/// the scanner refuses them with their place.
struct FormulaScanner {
  enum Kind { case number, variable, constant, function, opening, closing, comma, symbol }

  struct Token {
    var kind: Kind
    /// Places in ``bytes``.
    var range: Range<Int>
  }

  /// Functions of muParser with the number of arguments that they take.
  static let functions = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
    "log2", "log10", "log", "ln", "exp", "sqrt", "sign", "rint", "abs", "atan2", "min", "max",
    "sum", "avg",
  ]
  /// Constants of muParser, about 12 digits each.
  static let constants = ["_pi", "_e"]

  let bytes: [UInt8]
  private(set) var tokens: [Token] = []
  /// The variables that the formula names, each once, in order of first use.
  private(set) var variables: [FormulaVariable] = []

  /// Splits a text into tokens.
  ///
  /// - Throws: The first error by position.
  init(_ text: String) throws(FormulaError) {
    bytes = Array(text.utf8)
    var place = 0
    while place < bytes.count {
      if Self.isBlank(bytes[place]) { place += 1 } else { place = try scan(place) }
    }
    guard !tokens.isEmpty else { throw FormulaError(position: 0, message: "the formula is empty") }
    try checkCommas()
  }

  /// The whole text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text of a range of places.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func scan(_ start: Int) throws(FormulaError) -> Int {
    let byte = bytes[start]
    if Self.isNameStart(byte) { return try scanName(start) }
    if Self.isDigit(byte) || byte == UInt8(ascii: ".") {
      let end = numberEnd(start)
      tokens.append(Token(kind: .number, range: start..<end))
      return end
    }
    switch byte {
    case UInt8(ascii: "("): tokens.append(Token(kind: .opening, range: start..<start + 1))
    case UInt8(ascii: ")"): tokens.append(Token(kind: .closing, range: start..<start + 1))
    case UInt8(ascii: ","): tokens.append(Token(kind: .comma, range: start..<start + 1))
    default: return try scanSymbol(start)
    }
    return start + 1
  }

  private mutating func scanSymbol(_ start: Int) throws(FormulaError) -> Int {
    let pairs: [StaticString] = ["==", "!=", "<=", ">=", "&&", "||"]
    if start + 1 < bytes.count,
      pairs.contains(where: {
        $0.utf8Start[0] == bytes[start] && $0.utf8Start[1] == bytes[start + 1]
      })
    {
      tokens.append(Token(kind: .symbol, range: start..<start + 2))
      return start + 2
    }
    let singles: StaticString = "+-*/^<>?:"
    guard (0..<singles.utf8CodeUnitCount).contains(where: { singles.utf8Start[$0] == bytes[start] })
    else {
      if isAssignment(start) { throw Self.assignment(start) }
      throw FormulaError(
        position: start, message: "a formula cannot contain \(shown(start))")
    }
    tokens.append(Token(kind: .symbol, range: start..<start + 1))
    return start + 1
  }

  private func isAssignment(_ place: Int) -> Bool {
    let equals = UInt8(ascii: "=")
    guard place < bytes.count, bytes[place] == equals else { return false }
    return place + 1 == bytes.count || bytes[place + 1] != equals
  }

  private static func assignment(_ place: Int) -> FormulaError {
    FormulaError(position: place, message: "a formula cannot assign; compare with '=='")
  }

  private func shown(_ place: Int) -> String {
    let rest = String(decoding: bytes[place...], as: UTF8.self)
    guard let first = rest.unicodeScalars.first, first.value >= 32, first.value != 127 else {
      return "a control character"
    }
    return "'\(first)'"
  }

  private mutating func scanName(_ start: Int) throws(FormulaError) -> Int {
    var end = start
    while end < bytes.count, Self.isNameStart(bytes[end]) || Self.isDigit(bytes[end]) { end += 1 }
    let name = text(start..<end)
    var next = end
    while next < bytes.count, Self.isBlank(bytes[next]) { next += 1 }
    // Before the name is looked up: what is assigned to is often a name of the user's own.
    if isAssignment(next) { throw Self.assignment(next) }
    if next < bytes.count, bytes[next] == UInt8(ascii: "(") {
      try check(name, "function", among: Self.functions, at: start)
      tokens.append(Token(kind: .function, range: start..<end))
    } else if Self.constants.contains(name) {
      tokens.append(Token(kind: .constant, range: start..<end))
    } else {
      try check(name, "variable", among: FormulaVariable.allCases.map(\.name), at: start)
      tokens.append(Token(kind: .variable, range: start..<end))
      for variable in FormulaVariable.allCases
      where variable.name == name && !variables.contains(variable) {
        variables.append(variable)
      }
    }
    return end
  }

  private func check(
    _ name: String, _ what: String, among known: [String], at place: Int
  ) throws(FormulaError) {
    guard !known.contains(name) else { return }
    throw FormulaError(
      position: place, message: "there is no \(what) '\(name)'",
      suggestion: Likeness.nearest(to: name, among: known))
  }

  /// The end of a number: digits, a point, digits, an exponent.
  private func numberEnd(_ start: Int) -> Int {
    var end = start
    while end < bytes.count, Self.isDigit(bytes[end]) || bytes[end] == UInt8(ascii: ".") {
      end += 1
    }
    guard end < bytes.count, bytes[end] | 32 == UInt8(ascii: "e") else { return end }
    var digits = end + 1
    if digits < bytes.count,
      bytes[digits] == UInt8(ascii: "+") || bytes[digits] == UInt8(ascii: "-")
    {
      digits += 1
    }
    guard digits < bytes.count, Self.isDigit(bytes[digits]) else { return end }
    while digits < bytes.count, Self.isDigit(bytes[digits]) { digits += 1 }
    return digits
  }

  /// Commas stand between the arguments of a function and nowhere else.
  private func checkCommas() throws(FormulaError) {
    var isCall: [Bool] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .opening: isCall.append(index > 0 && tokens[index - 1].kind == .function)
      case .closing: _ = isCall.popLast()
      case .comma:
        guard isCall.last != true else { continue }
        throw FormulaError(
          position: token.range.lowerBound,
          message: "a comma may only separate arguments; decimals have a point")
      default: break
      }
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32) || byte == UInt8(ascii: "_")
  }
}
