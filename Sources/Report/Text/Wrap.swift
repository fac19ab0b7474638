/// Makes text fit.
public enum Wrap {
  /// The words of a text on lines of at most `width` characters.
  public static func lines(_ text: String, width: Int) -> String {
    hanging("", text, indent: 0, width: width)
  }

  /// The same behind a first line's `head`, all further lines indented.
  public static func hanging(_ head: String, _ text: String, indent: Int, width: Int) -> String {
    var result = ""
    var line = head
    var isFirst = true
    for word in words(text) {
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

  /// The words of a text; a number and its unit are one, as is a number with its error.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var last: Substring = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !words.isEmpty, belongs(word, after: last) {
        words[words.count - 1] += " " + word
      } else {
        words.append(String(word))
      }
      last = word
    }
    return words
  }

  /// Signs that stand between two numbers.
  private static let signs: Set<Substring> = ["±", "×", "=", "<", "<=", ">", ">="]

  private static let units: Set<Substring> = [
    "%", "s", "ms", "us", "µs", "ns", "min", "h", "d", "B", "kB", "KiB", "MiB", "GiB", "TiB",
  ]

  private static func belongs(_ word: Substring, after last: Substring) -> Bool {
    if signs.contains(last) { return true }
    guard let end = last.last, end.isNumber else { return signs.contains(word) }
    if signs.contains(word) { return true }
    var unit = word
    while let end = unit.last, ".,;:)".contains(end) { unit.removeLast() }
    // `3 s/day`
    return units.contains(unit.prefix { $0 != "/" })
  }
}
