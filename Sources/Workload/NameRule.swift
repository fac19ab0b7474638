/// What a name may be: of an app in a trace or a scenario, of a policy, of a scenario.
public enum NameRule {
  /// The longest name in bytes of UTF-8.
  public static let longest = 256

  /// Why a text is no name, in words that go after it; nil when it is one.
  ///
  /// No name is empty, begins or ends with a blank of any kind, is longer than 256 bytes or holds
  /// control characters (C0, C1 and the separators of lines).
  public static func problem(of text: String) -> String? {
    if text.isEmpty { return "is empty" }
    if text.utf8.count > longest { return "is longer than \(longest) bytes" }
    if text.unicodeScalars.contains(where: isControl) { return "has control characters" }
    let scalars = text.unicodeScalars
    if scalars.first?.properties.isWhitespace ?? false
      || scalars.last?.properties.isWhitespace ?? false
    {
      return "has blanks around it"
    }
    return nil
  }

  /// Whether a character would break a line or steer a terminal.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029: true
    default: false
    }
  }
}
