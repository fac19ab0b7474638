/// Reads the rows of a CSV file (RFC 4180) with a header, front to back in bounded memory.
///
///     var csv = try CSVReader(CSVInput(path: "trace.csv"))
///     let app = try csv.requiredColumn("app")
///     while try csv.next() {
///       let name = try csv.text(app)
///     }
///
/// Fields may be quoted; quoted fields may hold separators, line ends and doubled quotes. Lines end
/// in LF or CRLF, the last one with or without. A byte-order mark at the start and empty lines are
/// skipped. The separator is declared or detected from the header (comma, semicolon, tab); then
/// every row must have as many columns as the header. Every error has the line and the column, in
/// characters, where it lies.
public struct CSVReader: ~Copyable {
  /// A longer row is an error: mostly a quote that is never closed.
  public static let rowLimit = 1 << 18

  private static let chunkSize = 1 << 18

  /// How many bytes tell what kind of file it is: one record of a tar archive.
  private static let startSize = 512

  /// One field of the current row: a range of the buffer, without the surrounding quotes.
  struct Field {
    var start: Int
    var end: Int
    var isQuoted: Bool
    /// Whether it holds doubled quotes.
    var isEscaped: Bool
  }

  /// The names in the header, surrounding blanks removed.
  public private(set) var header: [String] = []
  /// The byte between two columns.
  public private(set) var separator: UInt8
  /// The line on which the current row begins, from 1.
  public private(set) var line = 0
  /// How many empty lines were skipped.
  public private(set) var emptyLines = 0
  /// How many fields read as text or number had blanks around them, and the line of the first.
  public internal(set) var trimmed: (count: Int, line: Int) = (0, 0)

  var input: CSVInput
  var buffer = [UInt8](repeating: 0, count: CSVReader.chunkSize)
  /// The fields of the current row.
  var fields: [Field] = []
  /// Where the current row begins in the buffer.
  var rowStart = 0
  var names = CSVNameTable()
  /// How many bytes of the buffer are valid.
  private var filled = 0
  /// Where the next row begins in the buffer.
  private var position = 0
  private var nextLine = 1
  private var isAtEnd = false

  /// Opens a file for reading and reads its header.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - separator: The byte between two columns; nil = detect it from the header.
  /// - Throws: ``TraceError`` when it cannot be read, is empty, compressed, UTF-16 or no text.
  public init(_ input: consuming CSVInput, separator: UInt8? = nil) throws(TraceError) {
    self.input = input
    self.separator = separator ?? UInt8(ascii: ",")
    try refill()
    try checkStart()
    if separator == nil { try detectSeparator() }
    try readHeader()
  }

  /// Moves to the next row.
  ///
  /// - Returns: False after the last row.
  /// - Throws: ``TraceError`` at a broken quote or a row with another number of columns than the
  ///   header, and when the input fails.
  /// - Complexity: O(length of the row).
  public mutating func next() throws(TraceError) -> Bool {
    while try readRow() {
      if fields.count == header.count { return true }
      guard fields.count == 1, fields[0].start == fields[0].end, !fields[0].isQuoted else {
        throw columnCountError()
      }
      emptyLines += 1
    }
    return false
  }

  // MARK: Rows

  /// Finds the fields of the next row; false at the end of the input.
  private mutating func readRow() throws(TraceError) -> Bool {
    rowStart = position
    line = nextLine
    while true {
      var scan = RowScan(position: rowStart, separator: separator, isLast: isAtEnd)
      // Moved out and back: the buffer and the fields may not be lent at the same time.
      var found = fields
      fields = []
      scan.run(buffer.span, end: filled, into: &found)
      fields = found
      switch scan.outcome {
      case .row:
        position = scan.position
        nextLine = line + scan.lineEnds
        return true
      case .end: return false
      case .incomplete:
        guard filled - rowStart <= Self.rowLimit else { throw tooLongError(scan.openQuote) }
        try refill()
      case .openQuote:
        throw error(at: scan.position, "this quote is never closed")
      case .afterQuote:
        throw error(
          at: scan.position, "text after a closing quote",
          suggestion: "double the quotes inside a quoted field")
      case .strayQuote:
        throw error(
          at: scan.position, "a quote inside a field that does not begin with one",
          suggestion: "quote the whole field and double the quotes inside")
      }
    }
  }

  /// Moves what is left from the current row on to the front of the buffer and reads more.
  private mutating func refill() throws(TraceError) {
    if rowStart > 0 {
      let (from, left) = (rowStart, filled - rowStart)
      buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        base.copyMemory(from: base + from, byteCount: left)
      }
      position -= from
      rowStart = 0
      filled = left
    }
    if filled == buffer.count { buffer.append(contentsOf: repeatElement(0, count: filled)) }
    let count = try input.read(into: &buffer, at: filled)
    filled += count
    isAtEnd = count == 0
  }

  // MARK: Start of the file

  private mutating func checkStart() throws(TraceError) {
    while filled < Self.startSize, !isAtEnd { try refill() }
    guard filled > 0 else {
      throw TraceError(
        file: input.name, line: 1, column: 1, message: "the file is empty; a header was expected")
    }
    switch (buffer[0], filled > 1 ? buffer[1] : 0, filled > 2 ? buffer[2] : 0) {
    case (0xef, 0xbb, 0xbf):
      position = 3
      rowStart = 3
    case (0xff, 0xfe, _), (0xfe, 0xff, _):
      throw startError("the file is UTF-16; UTF-8 was expected", "convert it, e.g. with iconv")
    case (0x1f, 0x8b, _):
      throw startError("the file is gzip-compressed", "unpack it with gzip -dc")
    case (0x50, 0x4b, 0x03):
      throw startError("the file is a ZIP archive or a spreadsheet", "export it as CSV")
    default: break
    }
    let start = buffer[..<min(filled, Self.startSize)]
    if start.dropFirst(257).starts(with: "ustar".utf8) {
      throw startError("the file is a tar archive", "unpack it with tar")
    }
    if start.contains(0) { throw startError("the file is no text: it holds zero bytes", nil) }
  }

  private func startError(_ message: String, _ suggestion: String?) -> TraceError {
    TraceError(
      file: input.name, line: 1, column: 1, message: message, suggestion: suggestion)
  }

  /// Takes the most frequent of comma, semicolon and tab outside the quotes of the header.
  private mutating func detectSeparator() throws(TraceError) {
    var index = position
    var counts = (comma: 0, semicolon: 0, tab: 0)
    var isQuoted = false
    while true {
      if index == filled {
        guard !isAtEnd, filled <= Self.rowLimit else { break }
        let passed = index - position
        try refill()
        index = position + passed
        continue
      }
      let byte = buffer[index]
      if byte == UInt8(ascii: "\n"), !isQuoted, index > position + 1 { break }
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: counts.comma += 1
      case UInt8(ascii: ";") where !isQuoted: counts.semicolon += 1
      case UInt8(ascii: "\t") where !isQuoted: counts.tab += 1
      default: break
      }
      index += 1
    }
    if counts.semicolon > counts.comma, counts.semicolon >= counts.tab {
      separator = UInt8(ascii: ";")
    } else if counts.tab > counts.comma {
      separator = UInt8(ascii: "\t")
    }
  }

  private mutating func readHeader() throws(TraceError) {
    repeat {
      guard try readRow() else {
        throw startError("the file has empty lines only", "a header was expected")
      }
    } while fields.count == 1 && fields[0].start == fields[0].end
    for column in fields.indices {
      let name = try text(column)
      guard !name.isEmpty else {
        throw error(column, "a column of the header has no name")
      }
      header.append(name)
    }
    trimmed = (0, 0)
    names = CSVNameTable()
  }

  // MARK: Errors

  private func columnCountError() -> TraceError {
    let found = fields.count == 1 ? "1 column" : "\(fields.count) columns"
    let message = "\(found) where the header has \(header.count)"
    guard fields.count > header.count else {
      return error(at: fields[fields.count - 1].end, message)
    }
    let advice = "quote fields that hold a comma; decimals take a point"
    let isComma = separator == UInt8(ascii: ",")
    return error(header.count, message, suggestion: isComma ? advice : nil)
  }

  private func tooLongError(_ quote: Int?) -> TraceError {
    guard let quote else {
      return error(at: rowStart, "a line of more than \(Self.rowLimit) bytes")
    }
    return error(
      at: quote, "a quoted field of more than \(Self.rowLimit) bytes",
      suggestion: "is this quote never closed?")
  }

  /// Makes an error at the beginning of a field of the current row.
  public func error(
    _ column: Int, _ message: String, suggestion: String? = nil
  ) -> TraceError {
    let field = fields[column]
    return error(
      at: field.start - (field.isQuoted ? 1 : 0), message, suggestion: suggestion)
  }

  /// Makes an error at a byte of the current row.
  func error(at offset: Int, _ message: String, suggestion: String? = nil) -> TraceError {
    var place = (line: line, column: 1)
    for index in rowStart..<min(offset, filled) {
      if buffer[index] == UInt8(ascii: "\n") {
        place = (place.line + 1, 1)
      } else if buffer[index] & 0xc0 != 0x80 {
        place.column += 1
      }
    }
    return TraceError(
      file: input.name, line: place.line, column: place.column, message: message,
      suggestion: suggestion)
  }
}
