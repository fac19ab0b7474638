import Experiment
import Glibc
import RandomStreams

/// The process: one call into a pure tool, and what only a process can do.
@main
enum Main {
  static func main() {
    // A full disk or a reader that went away must end as an error, not as a signal.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    prepareGSL()
    let status = Tool.run(Array(CommandLine.arguments.dropFirst()))
    exit(status.rawValue)
  }
}
