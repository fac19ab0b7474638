import Glibc

/// A file that appears under its name complete or not at all.
///
/// The bytes go to a temporary file in the same folder, which is flushed and renamed at the end;
/// the folder is flushed after that. Without ``commit()`` the temporary file is removed. A name
/// that stands for something other than a file (a pipe, a terminal, `/dev/full`) is written to
/// directly: a rename would replace the device. `-` is standard output.
///
/// ```swift
/// var file = try AtomicFile(path: "runs.csv")
/// try file.append("point,policy\n")
/// try file.commit()
/// ```
public struct AtomicFile: ~Copyable {
  private let path: String
  private let target: String
  private let temporary: String?
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isCommitted = false

  /// Opens the temporary file.
  public init(path: String) throws(FileError) {
    let target = path == "-" ? path : FileSystem.resolved(path)
    let temporary = try Self.temporaryName(of: target, path: path)
    let descriptor =
      if path == "-" {
        STDOUT_FILENO
      } else if let temporary {
        open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      } else {
        open(target, O_WRONLY | O_CLOEXEC)
      }
    guard descriptor >= 0 else { throw .last(path, "open") }
    self.path = path == "-" ? "standard output" : path
    self.target = target
    self.temporary = temporary
    self.descriptor = descriptor
  }

  /// The name to write under; nil for what must not be replaced.
  private static func temporaryName(of target: String, path: String) throws(FileError) -> String? {
    if target == "-" { return nil }
    switch try FileSystem.kind(of: target) {
    case .folder: throw FileError(path: path, operation: "write", code: EISDIR)
    case .other: return nil
    case .file, .nothing:
      return "\(FileSystem.parent(of: target))/.\(FileSystem.name(of: target)).\(getpid()).tmp"
    }
  }

  /// Appends text.
  public mutating func append(_ text: String) throws(FileError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Appends bytes.
  public mutating func append(bytes: [UInt8]) throws(FileError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Flushes the file to the disk and gives it its name.
  public mutating func commit() throws(FileError) {
    try flush()
    if let temporary {
      guard fsync(descriptor) == 0 else { throw .last(path, "flush") }
      guard rename(temporary, target) == 0 else { throw .last(path, "rename") }
      isCommitted = true
      try FileSystem.syncFolder(FileSystem.parent(of: target))
    }
    isCommitted = true
  }

  /// Writes a whole file at once.
  public static func write(_ text: String, to path: String) throws(FileError) {
    var file = try AtomicFile(path: path)
    try file.append(text)
    try file.commit()
  }

  private mutating func flush() throws(FileError) {
    try writeAll(buffer, to: descriptor, path: path)
    buffer.removeAll(keepingCapacity: true)
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
    if !isCommitted, let temporary { unlink(temporary) }
  }
}
