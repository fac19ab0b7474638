import Workload

/// An option of an import format, as `--name value` or, without a value name, as `--name`.
public struct ImportOption: Sendable, Equatable {
  /// The name without dashes.
  public let name: String
  /// What stands for the value in a help text; nil = the option takes no value.
  public let valueName: String?
  /// One line: what it does.
  public let meaning: String
  /// The value when the option is not given, as a user would write it; nil = none.
  public let defaultValue: String?
  /// The values allowed; empty = any.
  public let choices: [String]
  /// Whether it may be given several times.
  public let isRepeatable: Bool

  /// Describes an option with a free value.
  public init(
    _ name: String, _ valueName: String, _ meaning: String, default defaultValue: String? = nil,
    isRepeatable: Bool = false
  ) {
    self.name = name
    self.valueName = valueName
    self.meaning = meaning
    self.defaultValue = defaultValue
    choices = []
    self.isRepeatable = isRepeatable
  }

  /// Describes an option whose value is one of some words; the first is the default.
  public init(_ name: String, oneOf choices: [String], _ meaning: String) {
    self.name = name
    valueName = choices.joined(separator: "|")
    self.meaning = meaning
    defaultValue = choices.first
    self.choices = choices
    isRepeatable = false
  }

  /// Describes an option without a value.
  public init(flag name: String, _ meaning: String) {
    self.name = name
    valueName = nil
    self.meaning = meaning
    defaultValue = nil
    choices = []
    isRepeatable = false
  }
}

/// The options of one import, checked against those the format has.
struct ImportValues: Sendable {
  private let given: [(name: String, value: String)]
  private let options: [ImportOption]

  /// Checks names, values and repetitions.
  init(
    _ given: [(name: String, value: String)], options: [ImportOption], format: String
  ) throws(ImportError) {
    self.given = given
    self.options = options
    for (position, entry) in given.enumerated() {
      guard let option = options.first(where: { $0.name.isExactly(entry.name) }) else {
        throw .usage(Self.unknown(entry.name, options: options, format: format))
      }
      let isRepeated = given[..<position].contains { $0.name.isExactly(entry.name) }
      guard option.isRepeatable || !isRepeated else {
        throw .usage("--\(option.name) is given twice")
      }
      try Self.check(entry.value, for: option)
    }
  }

  private static func unknown(
    _ name: String, options: [ImportOption], format: String
  ) -> String {
    let known = options.isEmpty ? "none" : options.map { "--\($0.name)" }.joined(separator: ", ")
    let advice =
      NearestName.find(name, in: options.map(\.name))
      .map { "did you mean --\($0)?" } ?? "its options are: \(known)"
    return "import format '\(format)' has no option --\(name); \(advice)"
  }

  private static func check(_ value: String, for option: ImportOption) throws(ImportError) {
    guard let valueName = option.valueName else {
      if value.isEmpty { return }
      throw .usage("--\(option.name) takes no value, got \(TraceError.quote(value))")
    }
    guard !value.isEmpty else { throw .usage("--\(option.name) needs a value, \(valueName)") }
    guard option.choices.isEmpty || option.choices.containsExactly(value) else {
      throw .usage(
        "--\(option.name) is one of \(option.choices.joined(separator: ", ")), got "
          + TraceError.quote(value))
    }
  }

  /// Whether a flag is given.
  func has(_ name: String) -> Bool { given.contains { $0.name.isExactly(name) } }

  /// Whether an option has a value, given or by default.
  func has(_ name: String, _ value: String) -> Bool { self[name]?.isExactly(value) ?? false }

  /// The value given, else the default.
  subscript(_ name: String) -> String? {
    given.last { $0.name.isExactly(name) }?.value
      ?? options.first { $0.name.isExactly(name) }?.defaultValue
  }

  /// The values of a repeatable option, split at commas outside of double quotes.
  func list(_ name: String) -> [String] {
    given.filter { $0.name.isExactly(name) }.flatMap { Self.parts(of: $0.value) }
  }

  /// `time="a,b",app=x` is `time=a,b` and `app=x`; quotes count at the start of a value only.
  private static func parts(of text: String) -> [String] {
    var parts: [[UInt8]] = [[]]
    var isQuoted = false
    for byte in text.utf8 {
      let part = parts.count - 1
      let isStart = parts[part].isEmpty || parts[part].last == UInt8(ascii: "=")
      if byte == UInt8(ascii: "\""), isQuoted || isStart {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ","), !isQuoted {
        parts.append([])
      } else {
        parts[part].append(byte)
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }
}
