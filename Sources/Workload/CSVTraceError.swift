/// What is wrong with a trace or dump: where, what was found, what was expected.
///
/// The description is one line, `FILE:LINE:COL: error: MESSAGE; SUGGESTION`, whatever characters
/// the file contains.
public struct TraceError: Error, Sendable, Equatable {
  /// Whose fault it is.
  public enum Kind: Sendable, Equatable {
    /// The bytes were read but say something that is not allowed.
    case content
    /// The bytes could not be read or written.
    case io

    /// The exit code of a command that ends with this error (`sysexits.h`: data error 65,
    /// input/output error 74).
    public var exitCode: Int32 { self == .content ? 65 : 74 }
  }

  /// Whose fault it is.
  public var kind: Kind
  /// The file as the user named it, `<stdin>` for standard input.
  public var file: String
  /// The line, from 1; 0 when the error belongs to no line.
  public var line: Int
  /// The column in characters, from 1; 0 when the error belongs to no column.
  public var column: Int
  /// The row from 1 where only that is known; 0 when the line is, or the error belongs to none.
  public var row = 0
  /// What was found and what was expected.
  public var message: String
  /// What the user could do about it.
  public var suggestion: String?

  /// Describes an error of content.
  ///
  /// - Parameters:
  ///   - file: The file as the user named it.
  ///   - line: The line from 1, or 0 for none.
  ///   - column: The column in characters from 1, or 0 for none.
  ///   - message: What was found and what was expected.
  ///   - suggestion: What the user could do about it.
  public init(
    file: String, line: Int = 0, column: Int = 0, message: String, suggestion: String? = nil
  ) {
    kind = .content
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.suggestion = suggestion
  }

  /// Describes an error of input or output.
  ///
  /// - Parameters:
  ///   - file: The file as the user named it.
  ///   - reason: Why it cannot be read or written.
  public init(file: String, cannotRead reason: String) {
    self.init(file: file, message: reason)
    kind = .io
  }

  /// Shows a piece of the user's file inside a message: quoted, controls escaped, at most 40
  /// characters of it.
  public static func quote(_ text: String) -> String {
    let kept = String(text.prefix(40))
    return "'\(escape(kept))\(kept.utf8.count == text.utf8.count ? "" : "…")'"
  }

  /// Spells control characters and line separators so that a message stays one line and steers no
  /// terminal; a text that is escaped already stays as it is.
  public static func escape(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09: shown += "\\t"
      case 0x0a: shown += "\\n"
      case 0x0d: shown += "\\r"
      case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029, 0x202a...0x202e, 0x2066...0x2069, 0xfeff:
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}

extension TraceError: CustomStringConvertible {
  /// One line: `FILE:LINE:COL: error: MESSAGE; SUGGESTION`.
  public var description: String {
    var place = Self.escape(file)
    if line > 0 { place += ":\(line)" }
    if line > 0, column > 0 { place += ":\(column)" }
    let advice = suggestion.map { "; " + Self.escape($0) } ?? ""
    let which = line == 0 && row > 0 ? "row \(row): " : ""
    return "\(place): error: \(which)\(Self.escape(message))\(advice)"
  }
}
