/// One option of a command, as the parser and the help read it.
struct OptionDescription: Sendable {
  /// The long name without its dashes.
  let name: String
  /// The one-letter name, if any.
  let letter: Character?
  /// The placeholder of its value; nil for a switch.
  let value: String?
  /// Whether it may be given more than once.
  let isRepeatable: Bool
  /// Whether the help names it; one that is not is known in order to be refused by name.
  let isListed: Bool
  /// Meaning and default in one line.
  let meaning: String

  init(
    _ name: String, letter: Character? = nil, value: String? = nil, isRepeatable: Bool = false,
    isListed: Bool = true, _ meaning: String
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.isRepeatable = isRepeatable
    self.isListed = isListed
    self.meaning = meaning
  }

  /// `-o, --output DIR`.
  var spelling: String {
    let short = letter.map { "-\($0), " } ?? "    "
    return short + "--\(name)" + (value.map { " \($0)" } ?? "")
  }
}

/// One subcommand: a table the parser and the help read, and what it does.
struct Command: Sendable {
  /// The name on the command line.
  let name: String
  /// One line for the overview.
  let summary: String
  /// What follows the name: `SCENARIO -o DIR [OPTION]...`.
  let synopsis: String
  /// A paragraph that teaches what it is for.
  let description: String
  /// One call that works in a checkout.
  let example: String
  /// Names of the operands, for messages.
  let operands: [String]
  /// How many operands may follow those named.
  let extraOperands: Bool
  /// How many of the named operands must be given.
  let requiredOperands: Int
  /// Its options besides `--help`.
  let options: [OptionDescription]
  /// The statuses it may end with.
  let statuses: [ExitStatus]
  /// Does it.
  let run: @Sendable (Arguments) throws(Failure) -> ExitStatus

  init(
    name: String, summary: String, synopsis: String, description: String, example: String,
    operands: [String] = [], requiredOperands: Int? = nil, extraOperands: Bool = false,
    options: [OptionDescription] = [], statuses: [ExitStatus],
    run: @escaping @Sendable (Arguments) throws(Failure) -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.synopsis = synopsis
    self.description = description
    self.example = example
    self.operands = operands
    self.extraOperands = extraOperands
    self.requiredOperands = requiredOperands ?? operands.count
    self.options = options
    self.statuses = statuses
    self.run = run
  }
}
