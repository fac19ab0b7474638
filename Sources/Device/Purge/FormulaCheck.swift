/// Finds the parts of a formula that are constant and have no finite value.
///
/// muParser gives infinity for `1/0` and nan for `sqrt(-1)` without an error; such a formula could
/// never order anything, so it is refused before a run.
struct FormulaCheck {
  private typealias Token = FormulaScanner.Token
  private let scanner: FormulaScanner

  init(_ scanner: FormulaScanner) { self.scanner = scanner }

  /// Checks every division, power and call whose operands are constant.
  ///
  /// The formula must be one that parses.
  ///
  /// - Throws: The first one without a finite value.
  func run() throws(FormulaError) {
    for index in scanner.tokens.indices {
      let token = scanner.tokens[index]
      switch token.kind {
      case .function: try checkFinite(index..<operandEnd(index), at: token)
      case .symbol where text(token) == "/":
        let operand = index + 1..<operandEnd(index + 1)
        guard value(operand) == 0 else { continue }
        throw FormulaError(position: token.range.lowerBound, message: "division by zero")
      case .symbol where text(token) == "^":
        try checkFinite(operandStart(index)..<operandEnd(index + 1), at: token)
      default: break
      }
    }
    try checkFinite(scanner.tokens.indices, at: scanner.tokens[0])
  }

  private func text(_ token: Token) -> String { scanner.text(token.range) }

  private func checkFinite(_ range: Range<Int>, at token: Token) throws(FormulaError) {
    guard let value = value(range), !value.isFinite else { return }
    throw FormulaError(
      position: token.range.lowerBound,
      message: "this is \(value.isNaN ? "not a number" : "infinite") whatever the app")
  }

  /// The value of some tokens; nil when it depends on a variable.
  private func value(_ range: Range<Int>) -> Double? {
    guard let first = range.first, let last = range.last,
      !scanner.tokens[range].contains(where: { $0.kind == .variable })
    else { return nil }
    let places = scanner.tokens[first].range.lowerBound..<scanner.tokens[last].range.upperBound
    guard let parser = try? FormulaParser(scanner.text(places)) else { return nil }
    return parser.evaluate()
  }

  /// The end of the operand that starts at a token: signs, a primary, and its power if it has one.
  private func operandEnd(_ start: Int) -> Int {
    let tokens = scanner.tokens
    var index = start
    while index < tokens.count, tokens[index].kind == .symbol { index += 1 }
    if index < tokens.count, tokens[index].kind == .function { index += 1 }
    guard index < tokens.count else { return tokens.count }
    if tokens[index].kind == .opening {
      var depth = 0
      repeat {
        if tokens[index].kind == .opening { depth += 1 }
        if tokens[index].kind == .closing { depth -= 1 }
        index += 1
      } while depth > 0 && index < tokens.count
    } else {
      index += 1
    }
    guard index < tokens.count, text(tokens[index]) == "^" else { return index }
    return operandEnd(index + 1)
  }

  /// The start of the primary that ends before a token.
  private func operandStart(_ end: Int) -> Int {
    let tokens = scanner.tokens
    var index = max(0, end - 1)
    guard tokens[index].kind == .closing else { return index }
    var depth = 0
    while index >= 0 {
      if tokens[index].kind == .closing { depth += 1 }
      if tokens[index].kind == .opening { depth -= 1 }
      if depth == 0 { break }
      index -= 1
    }
    index = max(0, index)
    return index > 0 && tokens[index - 1].kind == .function ? index - 1 : index
  }
}
