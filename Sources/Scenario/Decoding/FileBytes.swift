import Glibc

/// Reads whole files of bounded size.
enum FileBytes {
  /// Reads a file, or standard input for `-`.
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
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, position) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw failure(path, position) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
      if bytes.count > limit {
        throw ScenarioError(io: "'\(path)' is larger than \(limit >> 20) MiB", at: position)
      }
    }
  }

  /// Checks that a file can be read, without reading it.
  static func check(_ path: String, position: SourcePosition) throws(ScenarioError) {
    if path == "-" { return }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path, position) }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      errno = EISDIR
      throw failure(path, position)
    }
  }

  /// A path relative to a folder, unless it is absolute or standard input.
  static func resolve(_ path: String, in folder: String) -> String {
    path == "-" || path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
  }

  private static func failure(_ path: String, _ position: SourcePosition) -> ScenarioError {
    let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
    return ScenarioError(io: "cannot read '\(path)': \(reason)", at: position)
  }
}
