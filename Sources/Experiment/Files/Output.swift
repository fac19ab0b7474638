import Glibc

/// Standard output and standard error, written with every result checked.
public enum Output {
  /// Writes data to standard output.
  ///
  /// - Throws: ``FileError``; ``FileError/isBrokenPipe`` when the reader is gone (`| head -1`).
  public static func data(_ text: String) throws(FileError) {
    try writeAll(Array(text.utf8), to: STDOUT_FILENO, path: "standard output")
  }

  /// Writes a message to standard error.
  ///
  /// A message that cannot be written is dropped: there is no place left to say so, and no reason
  /// to lose the results.
  public static func message(_ text: String) {
    try? writeAll(Array(text.utf8), to: STDERR_FILENO, path: "standard error")
  }
}
