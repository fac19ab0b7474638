import Glibc

/// Where the peers' sources lie and where their programs go.
enum Package {
  /// The folder of `Package.swift`: the current one if it is that, else where this was compiled.
  static let root: String = {
    if access("Benchmarks/peers", R_OK) == 0 { return "." }
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/")
  }()

  /// Creates a folder and its parents; one that exists is fine.
  static func createFolder(_ path: String) throws {
    var prefix = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") where part != "." {
      prefix += "/" + part
      guard mkdir(prefix, 0o777) == 0 || errno == EEXIST else {
        throw failure(prefix)
      }
    }
  }

  /// The whole of a text file.
  static func contents(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let size = read(descriptor, &chunk, chunk.count)
      if size < 0 && errno == EINTR { continue }
      guard size >= 0 else { throw failure(path) }
      if size == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<size]
    }
  }

  /// Writes words in the machine's byte order, for the peers to read.
  static func write(_ words: [UInt64], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var written = 0
    try words.withUnsafeBytes { bytes in
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        let size = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if size < 0 && errno == EINTR { continue }
        guard size > 0 else { throw failure(path) }
        written += size
      }
    }
  }

  private static func failure(_ path: String) -> BenchmarkFailure {
    BenchmarkFailure(message: "\(path): \(String(cString: strerror(errno)))")
  }
}
