/// Where something stands: a file, a line and a column, both counted from 1.
///
/// Text given with `--set key=value` has the option as its file: `--set device.ram`.
public struct SourcePosition: Sendable, Hashable {
  /// The file's path as the user wrote it, or the option.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column in characters, from 1.
  public var column: Int

  /// Names a place.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

/// Why a scenario cannot be used; `description` is one line for the terminal and for editors.
public struct ScenarioError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Which exit code the error leads to.
  public enum Kind: Sendable {
    /// The text is wrong: exit code 65.
    case content
    /// A file is missing, a directory or unreadable: exit code 74.
    case io
  }

  /// Content or input.
  public let kind: Kind
  /// Where; an error about a file as a whole has no line.
  public let position: SourcePosition
  /// What was found and what was expected, without a full stop.
  public let message: String
  /// The valid name that is nearest to the one found.
  public let suggestion: String?

  /// An error in the text at a position.
  public init(_ position: SourcePosition, _ message: String, suggestion: String? = nil) {
    kind = .content
    self.position = position
    self.message = message
    self.suggestion = suggestion
  }

  /// An error of reading; `position` is where the scenario names the file, or line 0 when the
  /// scenario itself cannot be read.
  public init(io message: String, at position: SourcePosition) {
    kind = .io
    self.position = position
    self.message = message
    suggestion = nil
  }

  /// The file in which the error stands.
  public var file: String { position.file }
  /// The line, from 1; 0 when the file as a whole is meant.
  public var line: Int { position.line }
  /// The column in characters, from 1; 0 when the file as a whole is meant.
  public var column: Int { position.column }
  /// The exit code: 65 for content, 74 for input.
  public var exitCode: Int32 { kind == .content ? 65 : 74 }

  /// `FILE:LINE:COL: error: … (did you mean 'x'?)`.
  public var description: String {
    let place = line > 0 ? "\(file):\(line):\(column)" : file
    let hint = suggestion.map { " (did you mean '\($0)'?)" } ?? ""
    return "\(place): error: \(message)\(hint)"
  }
}
