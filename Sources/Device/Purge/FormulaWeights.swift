/// The numbers of a formula that a search may change: those written with a decimal point.
///
/// `idle^1.0 * freed / max(gap_mean, 1)` has one, 1.0; the whole number 1 stays as it is.
public struct FormulaWeights: Sendable, Equatable {
  /// Their values in the order of the text.
  public let values: [Double]
  /// The pieces of the text between them, one more than there are numbers.
  private let pieces: [String]

  /// Finds them.
  ///
  /// - Throws: `FormulaError` when the text cannot be split into words.
  /// - Complexity: O(length).
  public init(_ text: String) throws(FormulaError) {
    let scanner = try FormulaScanner(text)
    var values: [Double] = []
    var pieces: [String] = []
    var end = 0
    for token in scanner.tokens where token.kind == .number {
      let number = scanner.text(token.range)
      guard number.contains("."), let value = Double("0" + number) else { continue }
      pieces.append(scanner.text(end..<token.range.lowerBound))
      values.append(value)
      end = token.range.upperBound
    }
    pieces.append(scanner.text(end..<scanner.bytes.count))
    self.values = values
    self.pieces = pieces
  }

  /// The formula with other numbers, each as it is to be written.
  public func text(_ numbers: [String]) -> String {
    var text = pieces[0]
    for (number, piece) in zip(numbers, pieces.dropFirst()) { text += number + piece }
    return text
  }
}
