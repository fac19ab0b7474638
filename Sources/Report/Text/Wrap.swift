/// Makes text fit.
enum Wrap {
  /// A label that leaves room for the numbers: at most 20 characters.
  static func shortened(_ label: String) -> String {
    label.count <= 20 ? label : label.prefix(19) + "…"
  }

  /// The words of a text on lines of at most `width` characters.
  static func lines(_ text: String, width: Int) -> String {
    var result = ""
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        result += line + "\n"
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return result + line + "\n"
  }
}
