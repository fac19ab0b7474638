import Experiment
import Glibc
import RandomStreams

/// The process: one call into a pure tool, and what only a process can do.
@main
enum Main {
  static func main() {
    // A standard stream that is closed would give its number to the next file that is opened, and
    // messages would end up in results. What is put in its place refuses what it is used for.
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    // A full disk or a reader that went away must end as an error, not as a signal.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    SignalWatch.restoreQuit()
    prepareGSL()
    if let word = firstUnreadable() {
      Output.line("jetsim: the argument '\(word)' is not UTF-8, so no file can be named by it")
      exit(ExitStatus.usage.rawValue)
    }
    let status = Tool.run(Array(CommandLine.arguments.dropFirst()))
    exit(status.rawValue)
  }

  /// The first argument that is not UTF-8, repaired: Swift would open and make other files by it.
  private static func firstUnreadable() -> String? {
    for index in 0..<Int(CommandLine.argc) {
      guard let bytes = CommandLine.unsafeArgv[index] else { continue }
      if String(validatingCString: bytes) == nil { return String(cString: bytes) }
    }
    return nil
  }
}
