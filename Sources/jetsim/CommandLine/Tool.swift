import Experiment
import Workload

/// From the words of the command line to an exit status.
enum Tool {
  /// All commands, in the order of the overview.
  static let commands: [Command] = [
    checkCommand, planCommand, runCommand, compareCommand, replayCommand, explainCommand,
    tuneCommand, policiesCommand, importCommand,
  ]

  /// Commands that the interface names and this version does not have.
  static let later = [
    "report", "merge", "fit", "schema", "selftest", "slurm", "completions",
  ]

  /// Runs the command that the words name; messages go to standard error.
  static func run(_ words: [String]) -> ExitStatus {
    do {
      return try dispatch(words)
    } catch {
      if error.isLocated {
        Output.line(error.message)
      } else {
        let command = words.first.flatMap { word in commands.first { $0.name.isExactly(word) } }
        let name = error.status == .usage ? command?.name : nil
        Output.line("jetsim: \(error.message)")
        if let name { Output.line("Try 'jetsim \(name) --help'.") }
      }
      return error.status
    }
  }

  private static func dispatch(_ words: [String]) throws(Failure) -> ExitStatus {
    guard let first = words.first else {
      // Not data: whoever reads standard output did not ask for it.
      Output.message(Help.overview(commands))
      return .usage
    }
    if ["--help", "-h", "help"].contains(first) {
      return try show(try helpText(about: words.dropFirst().first))
    }
    if first == "--version" || first == "-V" { return try show(Build.description) }
    guard let command = commands.first(where: { $0.name.isExactly(first) }) else {
      throw unknownCommand(first)
    }
    let arguments = try Arguments(Array(words.dropFirst()), for: command)
    if arguments.has("help") { return try show(Help.text(of: command)) }
    try arguments.checkOperands(for: command)
    return try command.run(arguments)
  }

  private static func helpText(about name: String?) throws(Failure) -> String {
    guard let name else { return Help.overview(commands) }
    guard let command = commands.first(where: { $0.name.isExactly(name) }) else {
      throw unknownCommand(name)
    }
    return Help.text(of: command)
  }

  private static func unknownCommand(_ word: String) -> Failure {
    if later.containsExactly(word) {
      return .usage("this version does not have '\(word)' yet")
    }
    if word.hasPrefix("-") { return .usage("there is no option \(word) before a command") }
    let hint = NearestName.find(word, in: commands.map(\.name)).map { ", did you mean '\($0)'?" }
    return .usage("there is no command '\(word)'" + (hint ?? "; 'jetsim --help' lists them"))
  }

  /// Writes data to standard output; a reader that went away is no failure.
  static func show(_ text: String) throws(Failure) -> ExitStatus {
    do {
      try Output.data(text)
    } catch {
      if !error.isBrokenPipe { throw Failure(.inputOutput, error.message) }
    }
    return .success
  }
}
