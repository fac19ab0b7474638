extension CSVReader {
  // MARK: Columns

  /// Returns the position of a column, nil when the header has none of that name.
  ///
  /// - Throws: ``TraceError`` when the header has two of that name.
  public func column(_ name: String) throws(TraceError) -> Int? {
    guard let first = header.firstIndex(ofExactly: name) else { return nil }
    let second = header[(first + 1)...].firstIndex(ofExactly: name)
    guard second == nil else {
      throw headerError("the header has two columns \(TraceError.quote(name))")
    }
    return first
  }

  /// Returns the position of a column the file must have.
  ///
  /// When the header has none of that name, the error names the nearest column, else gives
  /// `advice`.
  public func requiredColumn(
    _ name: String, advice: String? = nil
  ) throws(TraceError) -> Int {
    if let position = try column(name) { return position }
    let listed = header.prefix(20).map { TraceError.quote($0) }.joined(separator: ", ")
    throw headerError(
      "the header has no column \(TraceError.quote(name)); it has \(listed)",
      suggestion: separatorAdvice ?? NearestName.advice(name, in: header) ?? advice)
  }

  /// What helps where the header is one column that holds what separates others elsewhere.
  private var separatorAdvice: String? {
    guard header.count == 1, header[0].utf8.contains(where: ",;\t".utf8.contains) else {
      return nil
    }
    return "is it separated by something else?"
  }

  /// Makes an error about the header.
  public func headerError(_ message: String, suggestion: String? = nil) -> TraceError {
    TraceError(
      file: input.name, line: 1, column: 1, message: message, suggestion: suggestion)
  }

  // MARK: Fields

  /// Whether a field of the current row is empty or blank.
  public func isBlank(_ column: Int) -> Bool { contents(column).isEmpty }

  /// Returns a field of the current row as text: quotes undone, blanks around it removed.
  ///
  /// - Throws: ``TraceError`` when it is not UTF-8 or holds control characters.
  /// - Complexity: O(length). The same text again costs no allocation.
  public mutating func text(_ column: Int) throws(TraceError) -> String {
    try text(column, isName: false)
  }

  /// The same for a name, which may be empty but else keeps to ``NameRule``.
  public mutating func name(_ column: Int) throws(TraceError) -> String {
    try text(column, isName: true)
  }

  private mutating func text(_ column: Int, isName: Bool) throws(TraceError) -> String {
    let range = contents(column)
    countTrimmed(column, range)
    let known = names.names.count
    let (bytes, kept) = fields[column].isEscaped ? unescaped(range) : (buffer, range)
    let found = names.index(of: bytes.span.extracting(kept))
    guard let found else {
      throw error(column, "this is no UTF-8 text", suggestion: "convert the file, e.g. with iconv")
    }
    let name = names.names[found]
    guard found == known else { return name }
    if isName, !name.isEmpty, let problem = NameRule.problem(of: name) {
      throw error(column, "the name \(TraceError.quote(name)) \(problem)")
    }
    if name.unicodeScalars.contains(where: NameRule.isControl) {
      throw error(column, "\(TraceError.quote(name)) holds control characters")
    }
    return name
  }

  /// Returns a field of the current row as an integer of a scale; nil when it is empty.
  ///
  /// - Throws: ``TraceError`` saying what was expected when it is no decimal number ≥ 0 (decimal
  ///   comma, thousands separators, nan, inf, a minus, words) or larger than the scale's limit.
  public mutating func number(
    _ column: Int, _ scale: CSVScale
  ) throws(TraceError) -> UInt64? {
    let range = contents(column)
    guard !range.isEmpty else { return nil }
    countTrimmed(column, range)
    guard let decimal = CSVDecimal(buffer.span.extracting(range)) else {
      throw numberError(column, range, scale)
    }
    switch decimal.scaled(scale) {
    case .value(let value): return value
    case .fraction: throw numberError(column, range, scale, "is not whole")
    case .tooLarge: throw numberError(column, range, scale, "is too large")
    }
  }

  /// Returns a field of the current row as an integer of a scale; an empty one is an error.
  ///
  /// - Throws: What ``number(_:_:)`` throws, and ``TraceError`` when the field is empty.
  public mutating func requiredNumber(
    _ column: Int, _ scale: CSVScale
  ) throws(TraceError) -> UInt64 {
    if let value = try number(column, scale) { return value }
    throw numberError(column, contents(column), scale)
  }

  /// What was passed over silently, one line each: blanks around values, empty lines.
  public var notes: [String] {
    var notes: [String] = []
    if trimmed.count > 0 {
      notes.append(
        "blanks around values removed: \(trimmed.count), first on line \(trimmed.line)")
    }
    if emptyLines > 0 { notes.append("empty lines skipped: \(emptyLines)") }
    return notes
  }

  /// The file as errors name it.
  public var fileName: String { input.name }

  // MARK: Bytes

  /// The range of a field without the blanks around it.
  private func contents(_ column: Int) -> Range<Int> {
    var (start, end) = (fields[column].start, fields[column].end)
    while start < end, Self.isBlank(buffer[start]) { start += 1 }
    while start < end, Self.isBlank(buffer[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private mutating func countTrimmed(_ column: Int, _ kept: Range<Int>) {
    guard kept.count != fields[column].end - fields[column].start else { return }
    if trimmed.count == 0 { trimmed.line = line }
    trimmed.count += 1
  }

  /// Copies a range with doubled quotes made single.
  private func unescaped(_ range: Range<Int>) -> ([UInt8], Range<Int>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      bytes.append(buffer[index])
      index += buffer[index] == UInt8(ascii: "\"") ? 2 : 1
    }
    return (bytes, 0..<bytes.count)
  }

  private func numberError(
    _ column: Int, _ range: Range<Int>, _ scale: CSVScale, _ fault: String? = nil
  ) -> TraceError {
    let text = String(decoding: buffer[range], as: UTF8.self)
    let name = header[column]
    if let fault {
      let expected = "\(scale.expected), at most \(scale.limitText)"
      return error(
        column, "\(name) \(TraceError.quote(text)) \(fault); \(expected), was expected")
    }
    let problem = CSVNumberProblem.of(buffer.span.extracting(range))
    let (message, suggestion) = problem.message(text, expected: scale.expected)
    return error(column, "\(name) \(message)", suggestion: suggestion)
  }
}
