import Glibc
import Workload

/// Unpacks gzip files through the `gzip` tool, so that no decompressor need be linked.
enum Gunzip {
  /// Returns the content of a gzip file, at most `limit` bytes of it.
  ///
  /// - Throws: ``TraceError`` of kind io when `gzip` cannot be started or its output read, of kind
  ///   content when the file is damaged.
  static func unpack(path: String, limit: Int) throws(TraceError) -> [UInt8] {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw TraceError(file: path, cannotRead: "cannot unpack: no pipe can be made")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let started = start(path: path, output: ends[1])
    close(ends[1])
    guard let process = started else {
      close(ends[0])
      throw TraceError(
        file: path, cannotRead: "the file is gzip-compressed and the tool gzip cannot be started")
    }
    let output = Result { () throws(TraceError) in
      var output = CSVInput(descriptor: ends[0], name: path)
      return try output.read(upTo: limit)
    }
    // The reader goes first: gzip would else wait for room in the pipe.
    close(ends[0])
    let bytes: [UInt8]
    switch output {
    case .success(let read): bytes = read
    case .failure(let error):
      kill(process, SIGKILL)
      _ = wait(for: process)
      throw error
    }
    let isCutShort = bytes.count >= limit
    if isCutShort { kill(process, SIGKILL) }
    let status = wait(for: process)
    // 2 is a warning, as for zeros after the compressed data.
    guard isCutShort || status == 0 || status == 2 else {
      throw TraceError(
        file: path, message: "the gzip data are damaged or cut off",
        suggestion: "test the file with gzip -t")
    }
    return bytes
  }

  /// Starts `gzip -dc` with the file as its input; nil when that fails.
  private static func start(path: String, output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // The thread may block signals that gzip must see; a child would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("gzip"), strdup("-dc"), nil]
    defer { for argument in arguments { free(argument) } }
    // No environment: options in it could change what gzip writes.
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var process: pid_t = 0
    let code = posix_spawnp(&process, "gzip", &actions, &attributes, &arguments, &environment)
    return code == 0 ? process : nil
  }

  /// Waits for the end of a process and returns its exit code, -1 when a signal ended it.
  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return -1 }
    }
    return status & 0x7f == 0 ? status >> 8 & 0xff : -1
  }
}
