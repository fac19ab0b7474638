/// Checks the bytes of a YAML text before any parser sees them.
///
/// libyaml reads UTF-16, reports a bad byte by offset only and takes a byte-order mark in mid-text
/// for part of a key; here each of these is an error with line and column.
enum YAMLText {
  /// The longest text that is read: 16 MiB.
  static let largest = 16 << 20

  /// Returns the text without a leading byte-order mark.
  ///
  /// - Throws: `ScenarioError` for UTF-16, invalid UTF-8, control characters, a byte-order mark
  ///   elsewhere, and texts over 16 MiB.
  /// - Complexity: O(*n*).
  static func checked(_ bytes: [UInt8], file: String) throws(ScenarioError) -> ArraySlice<UInt8> {
    let start = SourcePosition(file: file, line: 1, column: 1)
    if bytes.count > largest {
      throw ScenarioError(start, "the text is longer than 16 MiB")
    }
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      throw ScenarioError(start, "found UTF-16 or UTF-32, expected UTF-8: save the file as UTF-8")
    }
    let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    try check(text, from: start)
    return text
  }

  /// A place that is in the text: libyaml puts what is missing at the end into a line of its own.
  static func within(_ text: ArraySlice<UInt8>, _ position: SourcePosition) -> SourcePosition {
    let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
    guard position.line > lines.count, let last = lines.last else { return position }
    var position = position
    position.line = lines.count
    position.column = String(decoding: last, as: UTF8.self).unicodeScalars.count + 1
    return position
  }

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  private static func check(
    _ text: ArraySlice<UInt8>, from start: SourcePosition
  ) throws(ScenarioError) {
    var position = start
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == 0x0a || (byte == 0x0d && !(index + 1 < text.endIndex && text[index + 1] == 0x0a)) {
        position.line += 1
        position.column = 1
        index += 1
        continue
      }
      guard let (scalar, length) = decode(text, at: index) else {
        throw ScenarioError(position, "found the byte \(hex(byte)), which is not valid UTF-8")
      }
      if let problem = problem(of: scalar) { throw ScenarioError(position, problem) }
      index += length
      if scalar != 0x0d { position.column += 1 }
    }
  }

  private static func problem(of scalar: UInt32) -> String? {
    switch scalar {
    case 0:
      "found a NUL character: the file is binary or not UTF-8"
    case 0x09, 0x0a, 0x0d, 0x85: nil
    case 0..<0x20, 0x7f..<0xa0, 0xfffe, 0xffff:
      "found the control character \(hex(UInt8(truncatingIfNeeded: scalar)))"
    case 0xfeff:
      "found a byte-order mark in mid-text: it may stand at the very start only"
    default: nil
    }
  }

  /// The scalar at an index and its length in bytes; nil when it is not valid UTF-8 (RFC 3629).
  private static func decode(
    _ text: ArraySlice<UInt8>, at index: Int
  ) -> (scalar: UInt32, length: Int)? {
    let first = text[index]
    let length: Int
    var scalar: UInt32
    switch first {
    case 0..<0x80: return (UInt32(first), 1)
    case 0xc2...0xdf: (length, scalar) = (2, UInt32(first & 0x1f))
    case 0xe0...0xef: (length, scalar) = (3, UInt32(first & 0x0f))
    case 0xf0...0xf4: (length, scalar) = (4, UInt32(first & 0x07))
    default: return nil
    }
    guard index + length <= text.endIndex else { return nil }
    for next in text[(index + 1)..<(index + length)] {
      guard next & 0xc0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(next & 0x3f)
    }
    let smallest: [UInt32] = [0, 0, 0x80, 0x800, 0x10000]
    guard scalar >= smallest[length], Unicode.Scalar(scalar) != nil else { return nil }
    return (scalar, length)
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return "0x" + (digits.count == 1 ? "0" : "") + digits
  }

  /// Whether a tab stands at a position or in the indentation of its line.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - line: From 1.
  ///   - column: From 1, in characters.
  /// - Returns: False also when there is no such place.
  static func hasTab(_ text: ArraySlice<UInt8>, line: Int, column: Int) -> Bool {
    let lines = text.split(separator: 0x0a, maxSplits: line, omittingEmptySubsequences: false)
    guard line >= 1, line <= lines.count else { return false }
    let wanted = lines[line - 1]
    if wanted.prefix(while: { $0 == 0x20 || $0 == 0x09 }).contains(0x09) { return true }
    var characters = 0
    for byte in wanted where byte & 0xc0 != 0x80 {
      characters += 1
      if characters == column { return byte == 0x09 }
    }
    return false
  }
}
