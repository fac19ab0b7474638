/// Rows of comma-separated values as RFC 4180 describes them, with `\n` as line end.
///
/// Numbers have a decimal point and the fewest digits that read back as the same number. What does
/// not exist is an empty field; neither `nan` nor `inf` is ever written.
public struct CSVText {
  /// The rows so far.
  public private(set) var text = ""
  private var isRowEmpty = true

  /// No rows.
  public init() {}

  /// Rows that begin with a header.
  public init(header: [String]) { row(header) }

  /// Appends a field.
  public mutating func field(_ value: String) {
    if isRowEmpty { isRowEmpty = false } else { text += "," }
    text += Self.quoted(value)
  }

  /// Appends a number; nil, nan and infinity are empty.
  public mutating func field(_ value: Double?) {
    guard let value, value.isFinite else { return field("") }
    field(value == 0 ? "0.0" : value.description)
  }

  /// Appends a number that is written without decimals when it is whole.
  public mutating func count(_ value: Double?) {
    guard let value, value.isFinite, value == value.rounded(), abs(value) < 9e15 else {
      return field(value)
    }
    field(String(Int64(value)))
  }

  /// Ends the row.
  public mutating func endRow() {
    text += "\n"
    isRowEmpty = true
  }

  /// Appends a whole row.
  public mutating func row(_ fields: [String]) {
    for value in fields { field(value) }
    endRow()
  }

  /// Returns the rows and forgets them; a long file is written piece by piece.
  mutating func take() -> String {
    defer { text = "" }
    return text
  }

  /// A value, in quotes where commas, quotes, line ends or outer blanks demand them.
  static func quoted(_ value: String) -> String {
    let needsQuotes =
      value.utf8.contains { $0 == 0x2c || $0 == 0x22 || $0 == 0x0a || $0 == 0x0d }
      || value.first == " " || value.last == " "
    guard needsQuotes else { return value }
    return "\""
      + value.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
