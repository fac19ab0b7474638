import Glibc

/// An end of the run that the user is told about in one line.
struct BenchmarkFailure: Error {
  let message: String
  var exitCode: Int32 = 74
}

/// The streams of this process, written without buffers of their own.
enum StandardStreams {
  /// Writes results to standard output.
  static func result(_ text: String) throws {
    try write(text, to: 1)
  }

  /// Writes progress and complaints to standard error; a closed standard error is no failure.
  static func note(_ text: String) {
    try? write(text, to: 2)
  }

  /// Writes all of `text`, taking up again after signals and partial writes.
  static func write(_ text: String, to descriptor: Int32) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else {
        throw BenchmarkFailure(message: "cannot write: \(String(cString: strerror(errno)))")
      }
      rest = rest.dropFirst(written)
    }
  }
}
