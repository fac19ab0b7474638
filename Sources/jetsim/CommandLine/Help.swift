import Report
import Workload

/// The texts of `--help`, laid out for 80 columns.
enum Help {
  /// The option that every command has.
  static let option = OptionDescription("help", letter: "h", "show this help")

  /// The overview: what `jetsim --help` prints, and `jetsim` alone as a wrong call.
  static func overview(_ commands: [Command]) -> String {
    let width = commands.map(\.name.count).max() ?? 0
    var text = """
      jetsim simulates a device whose apps are purged when memory is short, and tells
      under which purge policy its user waits least.

      Usage: jetsim COMMAND [OPTION]...

      Commands:

      """
    for command in commands {
      text += Wrap.hanging(
        "  \(padded(command.name, width))  ", command.summary, indent: width + 4, width: 80)
    }
    text += """

      Example: jetsim run scenarios/phone.yaml -o results/phone
      'jetsim COMMAND --help' explains a command; 'jetsim --version' tells the
      version.

      """
    return text
  }

  /// The help of one command.
  static func text(of command: Command) -> String {
    let options = (command.options + [option]).filter(\.isListed)
    let width = options.map(\.spelling.count).max() ?? 0
    var text = """
      \(command.summary)

      Usage: jetsim \(command.name) \(command.synopsis)

      """
    text += "\n" + wrapped(command.description, indent: 0)
    text += "\nExample: \(command.example)\n\nOptions:\n"
    for option in options {
      let meaning = wrapped(option.meaning, indent: width + 4)
      text += "  \(padded(option.spelling, width))  \(meaning.drop { $0 == " " })"
    }
    text += "\nExit status:\n"
    for status in command.statuses {
      let number = "\(status.rawValue)"
      text += "  " + String(repeating: " ", count: 3 - number.count) + number
      let keeps = command.options.contains { $0.name.isExactly("resume") }
      text += "  \(keeps ? status.meaning : status.meaningWithoutFolder)\n"
    }
    return text
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func wrapped(_ text: String, indent: Int, width: Int = 80) -> String {
    let margin = String(repeating: " ", count: indent)
    return Wrap.hanging(margin, text, indent: indent, width: width)
  }
}
