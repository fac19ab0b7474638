import Glibc

/// A failed operation on a file or a folder.
public struct FileError: Error, Equatable {
  /// The file or folder, as the user named it.
  public let path: String
  /// What failed, as a verb phrase after "cannot": `open`, `write`.
  public let operation: String
  /// The system's error number.
  public let code: Int32

  /// Describes a failure.
  public init(path: String, operation: String, code: Int32) {
    self.path = path
    self.operation = operation
    self.code = code
  }

  /// One line for the user: `x.csv: cannot write: No space left on device`.
  public var message: String {
    "\(path): cannot \(operation): \(String(cString: strerror(code)))"
  }

  /// Whether nobody reads the other end any more.
  public var isBrokenPipe: Bool { code == EPIPE }

  /// The failure that `errno` tells about.
  static func last(_ path: String, _ operation: String) -> FileError {
    FileError(path: path, operation: operation, code: errno)
  }
}

/// Writes all bytes to a descriptor; `print` and buffered streams lose data silently on a full
/// disk.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
  var start = 0
  while start < bytes.count {
    let written = bytes.withUnsafeBytes { buffer in
      write(descriptor, buffer.baseAddress.map { $0 + start }, buffer.count - start)
    }
    if written < 0 {
      if errno == EINTR { continue }
      throw .last(path, "write")
    }
    start += written
  }
}
