/// Everything the results of a batch depend on, as one line of `name=value` fields.
///
/// It is the first line of a journal and stands in the manifest. Two batches with the same line
/// have the same items with the same results, so one may continue the other.
public struct BatchIdentity: Sendable, Equatable {
  /// The fields in order; no value has a blank.
  public let fields: [(name: String, value: String)]

  /// Names the fields.
  public init(fields: [(name: String, value: String)]) { self.fields = fields }

  /// The fields as one line.
  public var line: String {
    "jetsim-batch 2 " + fields.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
  }

  /// Compares the lines.
  public static func == (first: BatchIdentity, second: BatchIdentity) -> Bool {
    first.line == second.line
  }

  /// What differs from another line, in words; nil when nothing does.
  func difference(from other: String) -> String? {
    if other == line { return nil }
    let found = other.split(separator: " ").map(String.init)
    guard found.first == "jetsim-batch" else { return "its journal is not one" }
    for field in fields {
      let prefix = "\(field.name)="
      guard let stated = found.first(where: { $0.hasPrefix(prefix) }) else {
        return "the \(field.name) is not stated"
      }
      let value = stated.dropFirst(prefix.count)
      if value != field.value { return "the \(field.name) was \(value), now it is \(field.value)" }
    }
    return "its journal has another format"
  }

  /// The line as a field of a manifest.
  public static let manifestKey = "identity"

  /// Finds the line in the text of a manifest that this program wrote.
  static func line(inManifest text: String) -> String? {
    let key = "\"\(manifestKey)\": \"jetsim-batch "
    guard let start = text.ranges(of: key).first?.upperBound,
      let end = text[start...].firstIndex(of: "\"")
    else { return nil }
    return "jetsim-batch " + text[start..<end]
  }
}
