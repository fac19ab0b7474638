import RandomStreams
import Workload

/// Decodes the list of `apps`.
struct AppsDecoder {
  /// What every class starts from.
  let defaults: AppClass
  /// The folder that file names are relative to.
  let folder: String

  /// The most members all classes may have together.
  static let mostMembers = 8_000_000

  /// The classes, the names of user apps whose footprint is stated nowhere, and of those whose
  /// `demand_length` is stated without use.
  ///
  /// - Throws: `ScenarioError` for equal names (of classes or of members), and when a user has no
  ///   app to open.
  func classes(
    _ root: MappingReader, of workload: PointWorkload
  ) throws(ScenarioError) -> (classes: [AppClass], withoutFootprint: [String], undemanded: [String])
  {
    guard let section = root.optional("apps") else {
      if case .trace = workload { return ([], [], []) }
      throw ScenarioError(root.field.position, "missing key 'apps'")
    }
    var classes: [AppClass] = []
    var withoutFootprint: [String] = []
    var undemanded: [String] = []
    var names = MemberNames()
    var members = 0
    for item in try section.items(expected: "a list of apps") {
      let reader = try MappingReader(
        item, keys: ["name", "kind"] + AppClass.parameterFields.map(\.key))
      let app = try appClass(reader)
      try names.insert(app, at: try reader.required("name"))
      members += app.count
      if members > Self.mostMembers {
        throw item.error("found \(members) members so far, expected at most \(Self.mostMembers)")
      }
      if !reader.has("footprint") { withoutFootprint.append(app.name) }
      if app.kind == .app, app.demandLengthSeconds != defaults.demandLengthSeconds {
        undemanded.append(app.name)
      }
      classes.append(app)
    }
    if case .user = workload,
      !classes.contains(where: { $0.kind == .app && $0.popularity > 0 })
    {
      throw section.error("found no app that the user could open (kind app, popularity > 0)")
    }
    return (classes, withoutFootprint, undemanded)
  }

  /// A note on apps that take the default footprint because none is stated.
  func footprintNote(_ names: [String]) -> String? {
    guard let first = names.first else { return nil }
    let size = defaults.footprintMiB.mean.map { Quantity.mebibytes.text(of: $0) } ?? "the default"
    let others = names.count == 1 ? "" : " and \(names.count - 1) more"
    return "no footprint is stated for '\(shortened(first))'\(others): each member takes \(size)"
  }

  private func appClass(_ reader: MappingReader) throws(ScenarioError) -> AppClass {
    var app = defaults
    let name = try reader.required("name")
    app.name = try name.name()
    if app.name.isExactly(NativeTrace.frontApp) {
      throw name.error("the name '-' means \"no app\" in traces")
    }
    app.kind = try reader.optional("kind")?.word(ProcessKind.self) ?? .app
    try reader.read(AppClass.parameterFields, into: &app, folder: folder)
    if app.kind == .app, app.demandsPerDay > 0, let demands = reader.optional("demands_per_day") {
      throw demands.error("only extensions and daemons are demanded, '\(app.name)' is an app")
    }
    if let soft = app.softLimitMiB, let fatal = app.fatalLimitMiB, soft > fatal {
      throw (reader.optional("soft_limit") ?? reader.field).error(
        "the soft limit (\(Quantity.mebibytes.text(of: soft))) is above the fatal one "
          + "(\(Quantity.mebibytes.text(of: fatal)))")
    }
    return app
  }
}

/// The names of classes and members so far, to find two that are equal.
private struct MemberNames {
  /// The line of each class and its number of members, by name; looked up, never iterated.
  private var classes: [ExactText: (line: Int, count: Int)] = [:]
  /// `chat` by `chat-7` for classes of one whose name looks like a member's.
  private var memberLike: [ExactText: [(ordinal: Int, line: Int)]] = [:]

  mutating func insert(_ app: AppClass, at name: FieldNode) throws(ScenarioError) {
    if let first = classes[ExactText(app.name)] {
      throw name.error("two apps are called '\(app.name)': the first in line \(first.line)")
    }
    classes[ExactText(app.name)] = (name.position.line, app.count)
    if app.count == 1, let (base, ordinal) = split(app.name) {
      if let group = classes[ExactText(base)], group.count > 1, ordinal <= group.count {
        throw clash(name, app.name, base, line: group.line)
      }
      memberLike[ExactText(base), default: []].append((ordinal, name.position.line))
    }
    if app.count > 1,
      let single = memberLike[ExactText(app.name)]?.first(where: { $0.ordinal <= app.count })
    {
      throw clash(name, "\(app.name)-\(single.ordinal)", app.name, line: single.line)
    }
  }

  private func clash(
    _ name: FieldNode, _ member: String, _ group: String, line: Int
  ) -> ScenarioError {
    name.error(
      "two apps are called '\(member)': '\(group)' has members, the other is in line \(line)")
  }

  /// `chat-7` as (`chat`, 7); nil when it is not written as a member's name is.
  private func split(_ name: String) -> (base: String, ordinal: Int)? {
    guard let dash = name.lastIndex(of: "-") else { return nil }
    let digits = name[name.index(after: dash)...]
    guard let ordinal = Int(digits), ordinal >= 1, "\(ordinal)" == digits else { return nil }
    return (String(name[..<dash]), ordinal)
  }
}
