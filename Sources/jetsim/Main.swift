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
    prepareGSL()
    let status = Tool.run(Array(CommandLine.arguments.dropFirst()))
    exit(status.rawValue)
  }
}
