/// Finds the fields of one row in a piece of a CSV file.
///
/// It copies nothing: a field is a range of the buffer, doubled quotes included, so that positions
/// in errors stay true.
struct RowScan {
  /// How the scan ended.
  enum Outcome {
    /// A row was found; `position` is where the next begins.
    case row
    /// There is no further row.
    case end
    /// The row goes on beyond the buffer.
    case incomplete
    /// The quote at `position` is never closed.
    case openQuote
    /// Text follows a closing quote, at `position`.
    case afterQuote
    /// A quote stands in an unquoted field, at `position`.
    case strayQuote
  }

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Where the scan is in the buffer.
  var position: Int
  /// The byte between two columns.
  let separator: UInt8
  /// Whether nothing follows the buffer.
  let isLast: Bool
  /// How many line ends were passed, those inside quotes included.
  var lineEnds = 0
  /// The quote that is open where an incomplete scan ended.
  var openQuote: Int?
  var outcome = Outcome.incomplete

  init(position: Int, separator: UInt8, isLast: Bool) {
    self.position = position
    self.separator = separator
    self.isLast = isLast
  }

  /// Scans one row.
  ///
  /// - Complexity: O(length of the row).
  mutating func run(_ bytes: Span<UInt8>, end: Int, into fields: inout [CSVReader.Field]) {
    fields.removeAll(keepingCapacity: true)
    while position < end {
      let isMore =
        bytes[position] == Self.quote
        ? quoted(bytes, end: end, into: &fields) : plain(bytes, end: end, into: &fields)
      if !isMore { return }
    }
    guard isLast else { return }
    guard !fields.isEmpty else {
      outcome = .end
      return
    }
    // The input ends right after a separator: the last field is empty.
    fields.append(.init(start: end, end: end, isQuoted: false, isEscaped: false))
    outcome = .row
  }

  /// Scans a field without quotes and what ends it; true when another field follows.
  private mutating func plain(
    _ bytes: Span<UInt8>, end: Int, into fields: inout [CSVReader.Field]
  ) -> Bool {
    let start = position
    var index = start
    var byte: UInt8 = 0
    while index < end {
      byte = bytes[index]
      if byte == separator || byte == Self.lineFeed || byte == Self.quote { break }
      index += 1
    }
    if index == end {
      guard isLast else { return false }
    } else if byte == Self.quote {
      position = index
      outcome = .strayQuote
      return false
    }
    var fieldEnd = index
    if index == end || byte == Self.lineFeed {
      if fieldEnd > start, bytes[fieldEnd - 1] == Self.carriageReturn { fieldEnd -= 1 }
      lineEnds += 1
      outcome = .row
    }
    fields.append(.init(start: start, end: fieldEnd, isQuoted: false, isEscaped: false))
    position = min(index + 1, end)
    return index < end && byte == separator
  }

  /// Scans a quoted field and what ends it; true when another field follows.
  private mutating func quoted(
    _ bytes: Span<UInt8>, end: Int, into fields: inout [CSVReader.Field]
  ) -> Bool {
    let open = position
    openQuote = open
    var isEscaped = false
    var index = open + 1
    while true {
      while index < end, bytes[index] != Self.quote {
        if bytes[index] == Self.lineFeed { lineEnds += 1 }
        index += 1
      }
      guard index < end else {
        if isLast { outcome = .openQuote }
        return false
      }
      guard index + 1 < end || isLast else { return false }
      guard index + 1 < end, bytes[index + 1] == Self.quote else { break }
      isEscaped = true
      index += 2
    }
    openQuote = nil
    fields.append(.init(start: open + 1, end: index, isQuoted: true, isEscaped: isEscaped))
    index += 1
    if index < end, bytes[index] == separator {
      position = index + 1
      return true
    }
    if index + 1 < end, bytes[index] == Self.carriageReturn, bytes[index + 1] == Self.lineFeed {
      index += 1
    } else if index + 1 == end, bytes[index] == Self.carriageReturn {
      // A CR at the end of the input ends the last row; before more input it may precede a LF.
      guard isLast else { return false }
      index += 1
    }
    guard index == end || bytes[index] == Self.lineFeed else {
      position = index
      outcome = .afterQuote
      return false
    }
    guard index < end || isLast else { return false }
    position = min(index + 1, end)
    lineEnds += 1
    outcome = .row
    return false
  }
}
