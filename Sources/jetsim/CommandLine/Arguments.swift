import Workload

/// What a user wrote after the name of a command, split into options and operands.
struct Arguments: Equatable, Sendable {
  /// An option with its value; a switch has an empty value.
  struct Given: Equatable, Sendable {
    /// The long name.
    let name: String
    /// The text of the value.
    let value: String
  }

  /// The options in the order of the command line.
  private(set) var options: [Given] = []
  /// Everything that is not an option.
  private(set) var operands: [String] = []
  /// The words as they were given.
  let words: [String]

  /// Whether a switch is set.
  func has(_ name: String) -> Bool { options.contains { $0.name.isExactly(name) } }

  /// The value of an option.
  func value(_ name: String) -> String? { options.first { $0.name.isExactly(name) }?.value }

  /// All values of a repeatable option.
  func values(_ name: String) -> [String] {
    options.filter { $0.name.isExactly(name) }.map(\.value)
  }

  /// Splits the arguments of a command.
  ///
  /// Options may stand anywhere; `--name value`, `--name=value`, `-x value`, `-xvalue` and
  /// `-x=value` are the same; `--` ends the options; `-` is an operand.
  ///
  /// - Throws: ``Failure`` with status `usage`; an unknown option names the nearest one.
  init(_ words: [String], for command: Command) throws(Failure) {
    self.words = words
    var rest = words[...]
    var optionsEnded = false
    while let word = rest.popFirst() {
      if optionsEnded || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        optionsEnded = true
      } else {
        try takeOption(word, &rest, command)
      }
    }
  }

  /// Checks that the operands are those the command names.
  func checkOperands(for command: Command) throws(Failure) {
    if operands.count < command.requiredOperands, command.operands.count > operands.count {
      throw .usage("\(command.name) needs \(command.operands[operands.count])")
    }
    if operands.containsExactly("") {
      throw .usage("\(command.name) is given an empty name of a file")
    }
    if operands.count > command.operands.count, !command.extraOperands {
      throw .usage("\(command.name) has no use for '\(operands[command.operands.count])'")
    }
  }

  private mutating func takeOption(
    _ word: String, _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(Failure) {
    let (option, attached) = try Self.split(word, command)
    guard option.isRepeatable || !has(option.name) else {
      throw .usage("--\(option.name) is given twice")
    }
    guard let placeholder = option.value else {
      guard attached == nil else { throw .usage("--\(option.name) takes no value") }
      options.append(Given(name: option.name, value: ""))
      return
    }
    if let attached {
      options.append(Given(name: option.name, value: attached))
      return
    }
    guard let next = rest.first else {
      throw .usage("--\(option.name) needs its value: \(placeholder)")
    }
    // `-o --force` is a forgotten value far more often than a folder called `--force`.
    guard next == "-" || !next.hasPrefix("-") else {
      throw .usage(
        "--\(option.name) needs its value: \(placeholder) (for '\(next)' write "
          + "--\(option.name)=\(next))")
    }
    rest = rest.dropFirst()
    options.append(Given(name: option.name, value: next))
  }

  private static func split(
    _ word: String, _ command: Command
  ) throws(Failure) -> (OptionDescription, attached: String?) {
    let all = command.options + [Help.option]
    if word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map(String.init) ?? ""
      guard let option = all.first(where: { $0.name.isExactly(name) }) else {
        throw unknown(word: "--\(name)", all.map { "--\($0.name)" }, command)
      }
      return (option, parts.count == 2 ? String(parts[1]) : nil)
    }
    let letter = word[word.index(after: word.startIndex)]
    guard let option = all.first(where: { $0.letter == letter }) else {
      throw unknown(word: word, all.map { "--\($0.name)" }, command)
    }
    var attached = word.dropFirst(2)
    if attached.isEmpty { return (option, nil) }
    if attached.first == "=" { attached = attached.dropFirst() }
    return (option, String(attached))
  }

  private static func unknown(word: String, _ known: [String], _ command: Command) -> Failure {
    let hint = NearestName.find(word, in: known).map { ", did you mean \($0)?" }
    return .usage("\(command.name) has no option \(word)" + (hint ?? ""))
  }
}
