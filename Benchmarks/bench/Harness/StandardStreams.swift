import Glibc
import Synchronization

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

  /// Writes complaints to standard error; a closed standard error is no failure.
  static func note(_ text: String) {
    clear()
    try? write(text, to: 2)
  }

  /// Whether a line of progress stands on the terminal.
  private static let isLineShown = Mutex(false)

  /// A terminal, on which a line can be written over.
  private static let isTerminal: Bool = {
    guard isatty(2) == 1, let kind = getenv("TERM") else { return false }
    return String(cString: kind) != "dumb"
  }()

  /// Says what is begun: a line in a log; on a terminal the line that ``progress(_:)`` writes over.
  static func begin(_ label: String) {
    if isTerminal { progress("\(label): setting up") } else { note(label + "\n") }
  }

  /// Writes over the line of progress on a terminal; a log gets nothing.
  static func progress(_ text: String) {
    guard isTerminal else { return }
    isLineShown.withLock { $0 = true }
    try? write("\r" + text + "\u{1b}[K", to: 2)
  }

  /// Takes the line of progress away.
  static func clear() {
    let wasShown = isLineShown.withLock { shown in
      defer { shown = false }
      return shown
    }
    if wasShown { try? write("\r\u{1b}[K", to: 2) }
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
