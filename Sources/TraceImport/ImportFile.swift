import Workload

/// An input file of an import: opened as often as needed, unpacked if need be.
struct ImportFile: Sendable {
  /// Standard input and unpacked files are held in memory up to this size.
  static let memoryLimit = 4 << 30

  private static let sampleSize = 1 << 16

  /// The name in errors.
  let name: String
  private let path: String
  /// The content, when it cannot be read from the path a second time.
  private let held: [UInt8]?

  /// Looks at a file; `-` is standard input.
  ///
  /// - Throws: ``TraceError`` when it cannot be read or unpacked.
  init(path: String) throws(TraceError) {
    self.path = path
    var input = try CSVInput(path: path)
    name = input.name
    if path == "-" {
      let bytes = try input.read(upTo: Self.memoryLimit + 1)
      guard bytes.count <= Self.memoryLimit else { throw Self.tooLarge(name) }
      guard !Self.isGzip(bytes) else {
        throw TraceError(
          file: name, line: 1, column: 1, message: "standard input is gzip-compressed",
          suggestion: "pipe it through gzip -dc")
      }
      held = bytes
    } else if Self.isGzip(try input.read(upTo: 2)) {
      let bytes = try Gunzip.unpack(path: path, limit: Self.memoryLimit + 1)
      guard bytes.count <= Self.memoryLimit else { throw Self.tooLarge(path) }
      held = bytes
    } else {
      held = nil
    }
  }

  private static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b]) }

  private static func tooLarge(_ name: String) -> TraceError {
    TraceError(
      file: name, message: "more than \(memoryLimit >> 30) GiB",
      suggestion: "unpack it to a file first")
  }

  /// Opens the content from its beginning.
  func open() throws(TraceError) -> CSVInput {
    if let held { return CSVInput(bytes: held, name: name) }
    return try CSVInput(path: path)
  }

  /// The first bytes of the content.
  func sample() throws(TraceError) -> [UInt8] {
    if let held { return Array(held.prefix(Self.sampleSize)) }
    var input = try CSVInput(path: path)
    return try input.read(upTo: Self.sampleSize)
  }
}
