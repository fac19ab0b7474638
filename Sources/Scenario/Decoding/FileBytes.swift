import Glibc
import Workload

/// Files that a scenario consists of or names.
enum FileBytes {
  /// Reads a scenario, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes to read; one more makes an error, so that a device or a pipe without
  ///     end does not fill the memory.
  ///   - position: Where the error points to.
  /// - Returns: All bytes.
  /// - Throws: `ScenarioError` of kind `io` when the file is missing, a directory or unreadable.
  static func read(
    _ path: String, limit: Int, position: SourcePosition
  ) throws(ScenarioError) -> [UInt8] {
    let bytes: [UInt8]
    do {
      var input = try CSVInput(path: path)
      bytes = try input.read(upTo: limit + 1)
    } catch {
      throw ScenarioError(io: error.message, at: position)
    }
    if bytes.count > limit {
      throw ScenarioError(io: "the file is larger than \(limit >> 20) MiB", at: position)
    }
    return bytes
  }

  /// Checks that a file is there and readable, without opening it: it may be a pipe.
  static func check(_ path: String, position: SourcePosition) throws(ScenarioError) {
    if path == "-" { return }
    var status = stat()
    var reason: Int32 = 0
    if access(path, R_OK) != 0 || stat(path, &status) != 0 {
      reason = errno
    } else if status.st_mode & S_IFMT == S_IFDIR {
      reason = EISDIR
    }
    guard reason != 0 else { return }
    let text = strerror(reason).map { String(cString: $0) } ?? "error \(reason)"
    throw ScenarioError(io: "cannot read '\(path)': \(text)", at: position)
  }

  /// A path relative to a folder, unless it is absolute or standard input.
  static func resolve(_ path: String, in folder: String) -> String {
    path == "-" || path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
  }
}
