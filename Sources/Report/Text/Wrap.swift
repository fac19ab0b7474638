/// Makes text fit.
enum Wrap {
  /// A label that leaves room for the numbers: at most 20 characters.
  static func shortened(_ label: String) -> String {
    label.count <= 20 ? label : label.prefix(19) + "…"
  }

  /// The words of a text on lines of at most `width` characters.
  static func lines(_ text: String, width: Int) -> String {
    hanging("", text, indent: 0, width: width)
  }

  /// The same behind a first line's `head`, all further lines indented.
  static func hanging(_ head: String, _ text: String, indent: Int, width: Int) -> String {
    var result = ""
    var line = head
    var isFirst = true
    for word in text.split(separator: " ") {
      if !isFirst, line.count + 1 + word.count > width {
        result += line + "\n"
        line = String(repeating: " ", count: indent)
        isFirst = true
      }
      line += (isFirst ? "" : " ") + word
      isFirst = false
    }
    return result + line + "\n"
  }
}
