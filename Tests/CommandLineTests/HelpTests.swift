import Testing

@testable import jetsim

@Suite struct HelpTests {
  @Test func everyHelpTeaches() {
    for command in Tool.commands {
      let text = Help.text(of: command)
      #expect(text.contains("Usage: jetsim \(command.name) "), "\(command.name)")
      #expect(text.contains("Example: jetsim \(command.name)"), "\(command.name)")
      #expect(text.contains("Exit status:\n    0  done\n"), "\(command.name)")
      for option in command.options + [Help.option] {
        #expect(
          text.contains(option.spelling) == option.isListed, "\(command.name): --\(option.name)")
        #expect(!option.meaning.isEmpty)
      }
      for line in text.split(separator: "\n") {
        #expect(line.count <= 80, "\(command.name): \(line)")
      }
    }
  }

  @Test func helpSaysWhatIsThere() {
    func text(_ name: String) -> String {
      Tool.commands.first { $0.name == name }.map { Help.text(of: $0) } ?? ""
    }
    #expect(!text("replay").contains("timeline"))
    #expect(text("run").contains(" 64  usage, also an output folder that exists"))
    #expect(text("check").contains(" 64  usage: a wrong call"))
    #expect(text("run").contains("130  stopped with Ctrl-C; --resume continues"))
    for name in ["tune", "compare"] {
      #expect(
        text(name).hasSuffix("75  interrupted by SIGTERM or SIGQUIT\n  130  stopped with Ctrl-C\n"))
    }
    // Nothing asks for a precision yet.
    for command in Tool.commands { #expect(!command.statuses.contains(.precisionMissed)) }
    #expect(text("run").contains("origin.txt"))
    #expect(text("import").contains("scenarios/trace.csv"))
    for option in ["map", "drop"] {
      let after = text("import").split(separator: "--\(option) ").last ?? ""
      let meaning = after.split(separator: "--").first ?? ""
      #expect(meaning.contains("repeated"), "\(option)")
    }
  }

  @Test func overviewNamesEveryCommandAndOnlyThose() {
    let text = Help.overview(Tool.commands)
    for command in Tool.commands { #expect(text.contains("  \(command.name) ")) }
    for later in Tool.later { #expect(!text.contains("  \(later) ")) }
    for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func everyExampleParses() throws {
    for command in Tool.commands {
      let words = command.example.split(separator: " ").map(String.init)
      #expect(words.prefix(2) == ["jetsim", command.name])
      let arguments = try Arguments(Array(words.dropFirst(2)), for: command)
      try arguments.checkOperands(for: command)
    }
  }

  @Test func lettersAndNamesAreDistinctInEachCommand() {
    for command in Tool.commands {
      let options = command.options + [Help.option]
      #expect(Set(options.map(\.name)).count == options.count, "\(command.name)")
      let letters = options.compactMap(\.letter)
      #expect(Set(letters).count == letters.count, "\(command.name)")
    }
  }
}
