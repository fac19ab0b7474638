import Glibc

/// Where the bytes of a text file come from: memory, a file or a descriptor.
///
/// It closes the file it opened.
public struct CSVInput: ~Copyable {
  /// The name in errors: the path, `<stdin>`, or what the maker calls it.
  public let name: String

  private var held: [UInt8]
  private var heldPosition = 0
  /// The most held bytes that one read returns.
  private let pieceSize: Int
  private let descriptor: Int32
  private let ownsDescriptor: Bool

  /// Reads bytes that are in memory.
  public init(bytes: [UInt8], name: String) {
    self.init(bytes: bytes, name: name, pieceSize: .max)
  }

  /// Reads bytes that are in memory in small pieces, as a pipe gives them.
  init(bytes: [UInt8], name: String, pieceSize: Int) {
    self.name = name
    self.pieceSize = pieceSize
    held = bytes
    descriptor = -1
    ownsDescriptor = false
  }

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: ``TraceError`` of kind io when it is missing, a directory or unreadable.
  public init(path: String) throws(TraceError) {
    guard path != "-" else {
      self.init(descriptor: STDIN_FILENO, name: "<stdin>")
      return
    }
    guard !path.utf8.contains(0) else {
      throw TraceError(file: path, cannotRead: "cannot open: the name contains a zero byte")
    }
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else {
      throw TraceError(file: path, cannotRead: "cannot open: \(Self.reason(errno))")
    }
    var status = stat()
    if fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      close(opened)
      throw TraceError(file: path, cannotRead: "cannot read: it is a directory")
    }
    self.init(descriptor: opened, name: path, closes: true)
  }

  /// Reads an open descriptor, which stays open.
  public init(descriptor: Int32, name: String) {
    self.init(descriptor: descriptor, name: name, closes: false)
  }

  private init(descriptor: Int32, name: String, closes: Bool) {
    self.name = name
    pieceSize = .max
    held = []
    self.descriptor = descriptor
    ownsDescriptor = closes
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  /// Fills a part of `buffer` from `offset` and returns how many bytes; 0 at the end.
  ///
  /// - Throws: ``TraceError`` of kind io when the system reports an error.
  mutating func read(into buffer: inout [UInt8], at offset: Int) throws(TraceError) -> Int {
    let room = buffer.count - offset
    if heldPosition < held.count {
      let count = min(room, held.count - heldPosition, pieceSize)
      buffer.replaceSubrange(
        offset..<offset + count, with: held[heldPosition..<heldPosition + count])
      heldPosition += count
      return count
    }
    guard descriptor >= 0 else { return 0 }
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes -> Int in
        guard let base = bytes.baseAddress else { return 0 }
        return Glibc.read(descriptor, base + offset, room)
      }
      if count >= 0 { return count }
      if errno == EINTR { continue }
      throw TraceError(file: name, cannotRead: "cannot read: \(Self.reason(errno))")
    }
  }

  /// Reads up to `count` bytes, fewer only at the end of the input.
  ///
  /// - Throws: ``TraceError`` of kind io when the system reports an error.
  public mutating func read(upTo count: Int) throws(TraceError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(count, 1 << 18))
    while bytes.count < count {
      let read = try read(into: &chunk, at: 0)
      guard read > 0 else { break }
      bytes.append(contentsOf: chunk[..<read])
      if count - bytes.count < chunk.count { chunk.removeLast(chunk.count - count + bytes.count) }
    }
    return bytes
  }

  private static func reason(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}
