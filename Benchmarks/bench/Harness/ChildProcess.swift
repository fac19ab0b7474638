import Glibc

/// A program started by this one that answers each line on its input with a line on its output.
final class ChildProcess {
  private let processID: pid_t
  private let input: Int32
  private let output: Int32
  private let name: String
  private var pending: [UInt8] = []

  /// Starts a program found on the search path.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - isQuiet: Whether what it says on standard error is dropped.
  /// - Throws: `BenchmarkFailure` if it cannot be started.
  init(_ command: [String], isQuiet: Bool = false) throws {
    name = command[0]
    let toChild = try Self.makePipe()
    let fromChild = try Self.makePipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild.writing, 1)
    if isQuiet { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var started = pid_t()
    let error = posix_spawnp(&started, command[0], &actions, nil, &arguments, environ)
    close(toChild.reading)
    close(fromChild.writing)
    guard error == 0 else {
      close(toChild.writing)
      close(fromChild.reading)
      let reason = String(cString: strerror(error))
      throw BenchmarkFailure(message: "cannot start \(command[0]): \(reason)")
    }
    processID = started
    input = toChild.writing
    output = fromChild.reading
  }

  deinit {
    close(input)
    close(output)
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
  }

  /// Both ends of a new pipe, closed in programs started later except by explicit duplication.
  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw BenchmarkFailure(message: "no pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Sends one line.
  func send(_ line: String) throws {
    try StandardStreams.write(line + "\n", to: input)
  }

  /// Waits for one line.
  ///
  /// - Throws: `BenchmarkFailure` when the program ends instead.
  func receive() throws -> String {
    while true {
      if let newline = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: pending[..<newline], as: UTF8.self)
        pending.removeSubrange(...newline)
        return line
      }
      guard readMore() else {
        throw BenchmarkFailure(message: "\(name) ended without an answer")
      }
    }
  }

  /// Closes the program's input, lets it end and returns what it still had to say.
  func finish() -> (output: String, succeeded: Bool) {
    while readMore() {}
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
    return (String(decoding: pending, as: UTF8.self), status == 0)
  }

  private func readMore() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let size = read(output, &chunk, chunk.count)
      if size < 0 && errno == EINTR { continue }
      guard size > 0 else { return false }
      pending += chunk[..<size]
      return true
    }
  }
}

/// Runs a program to its end.
///
/// - Parameters:
///   - command: The program, found on the search path, and its arguments.
///   - isQuiet: Whether what it says on standard error is dropped.
/// - Returns: Its standard output, or nil if it is absent or fails.
func outputOf(_ command: [String], isQuiet: Bool = false) -> String? {
  guard let child = try? ChildProcess(command, isQuiet: isQuiet) else { return nil }
  let (output, succeeded) = child.finish()
  return succeeded ? output : nil
}
