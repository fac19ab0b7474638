import Glibc
import Workload

/// Standard output and standard error, written with every result checked.
public enum Output {
  /// Writes data to standard output.
  ///
  /// - Throws: ``FileError``; ``FileError/isBrokenPipe`` when the reader is gone (`| head -1`).
  public static func data(_ text: String) throws(FileError) {
    try writeAll(Array(text.utf8), to: STDOUT_FILENO, path: "standard output")
  }

  /// Writes one line to standard error, whatever names are in it: control characters are spelled.
  public static func line(_ text: String) { message(TraceError.escape(text) + "\n") }

  /// Writes a message to standard error.
  ///
  /// A message that cannot be written is dropped: there is no place left to say so, and no reason
  /// to lose the results.
  public static func message(_ text: String) {
    try? writeAll(Array(text.utf8), to: STDERR_FILENO, path: "standard error")
  }
}
