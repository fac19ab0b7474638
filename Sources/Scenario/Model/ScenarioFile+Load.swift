public import Device
import Workload

extension ScenarioFile {
  /// Reads a scenario.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input. Files that the scenario names are relative to its
  ///     folder.
  ///   - overrides: Values that replace or add to what the scenario states (`--set`).
  ///   - policies: The policies there are.
  /// - Returns: The scenario with every point decoded.
  /// - Throws: `ScenarioError`: content (65) with line and column, or input (74).
  public static func load(
    path: String, overrides: [ScenarioOverride] = [],
    policies: [PolicyDescription] = PolicyRegistry.entries
  ) throws(ScenarioError) -> ScenarioFile {
    let file = path == "-" ? "<stdin>" : path
    let bytes = try FileBytes.read(
      path, limit: YAMLText.largest, position: SourcePosition(file: file, line: 0, column: 0))
    return try parse(bytes, path: file, overrides: overrides, policies: policies)
  }

  /// Reads a scenario from its text.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - path: The name for errors; its folder is the one that file names are relative to.
  ///   - overrides: Values that replace or add to what the scenario states.
  ///   - policies: The policies there are.
  /// - Returns: The scenario with every point decoded.
  /// - Throws: `ScenarioError`: content (65) with line and column, or input (74) when a file that
  ///   the scenario names cannot be read.
  /// - Complexity: O(*n* + points · fields).
  public static func parse(
    _ bytes: [UInt8], path: String, overrides: [ScenarioOverride] = [],
    policies: [PolicyDescription] = PolicyRegistry.entries
  ) throws(ScenarioError) -> ScenarioFile {
    var tree = try YAMLNode.parse(bytes, file: path)
    guard case .mapping = tree.content else {
      throw ScenarioError(
        tree.position, "found \(tree.inWords), expected a mapping such as 'version: 1'")
    }
    for override in overrides { tree = try tree.applying(override) }
    return try ScenarioFile(tree, path: path, policies: policies, overrides: overrides)
  }

  private init(
    _ tree: YAMLNode, path: String, policies: [PolicyDescription], overrides: [ScenarioOverride]
  ) throws(ScenarioError) {
    // Another version may have other keys; without one, a mistyped 'version' is what is wrong.
    if tree.value("version") != nil { try Self.checkVersion(tree) }
    let root = try MappingReader(FieldNode(node: tree, path: ""), keys: PointDecoder.keys)
    try Self.checkVersion(tree)
    self.tree = tree
    self.path = path
    name = try root.optional("name")?.name() ?? Self.stem(of: path)
    seed = try root.optional("seed")?.unsigned() ?? 1
    replications = try Self.replications(root)
    self.policies = try PoliciesDecoder(descriptions: policies).entries(root)
    let comparison = ComparisonDecoder(labels: self.policies.map(\.label))
    self.comparison = try comparison.settings(root)
    try comparison.refuseRecord(root)
    let sweep = try SweepDecoder.points(root)
    sweptKeys = sweep[0].map(\.key)
    try Self.checkOverrides(overrides, sweep[0])

    var notes: [String] = []
    var points: [Point] = []
    var places: [ExactText: Int] = [:]
    var written: Point.WrittenDevice?
    var decoder = PointDecoder(folder: Self.folder(of: path))
    decoder.toleratesMissingTraces = sweep.count > 1 && sweptKeys.containsExactly("workload.trace")
    for assignments in sweep {
      var point = try decoder.decode(try tree.applying(assignments), notes: &notes)
      point.swept = assignments.map { SweptValue(key: $0.key, text: $0.value.columnText) }
      point.replications = replications
      point.policies = self.policies
      try Self.checkBounds(self.policies, point.device.profile, root)
      point.id = point.identity(after: &written)
      if let first = places.updateValue(points.count, forKey: ExactText(point.id)) {
        throw Self.repeated(assignments, points[first].swept, tree)
      }
      points.append(point)
    }
    self.points = points
    self.notes = notes.distinct
  }

  private static func checkVersion(_ tree: YAMLNode) throws(ScenarioError) {
    guard let version = tree.value("version") else {
      throw ScenarioError(tree.position, "missing key 'version', expected 'version: 1'")
    }
    let field = FieldNode(node: version, path: "version")
    guard try field.unsigned(expected: "1") == 1 else {
      throw field.found(expected: "1, the version this program reads")
    }
  }

  private static func replications(_ root: MappingReader) throws(ScenarioError) -> Int {
    guard let field = root.optional("replications") else { return 1 }
    if case .mapping = field.node.content {
      throw field.error(
        "replications until a precision is reached are not available in this version, "
          + "expected a whole number")
    }
    return try field.integer(in: 1...1_000_000)
  }

  private static func checkOverrides(
    _ overrides: [ScenarioOverride], _ swept: [SweepDecoder.Assignment]
  ) throws(ScenarioError) {
    for override in overrides {
      guard let twin = swept.first(where: { $0.key.isExactly(override.key) }) else { continue }
      throw ScenarioError(
        override.position, "the scenario sweeps '\(twin.key)' (line \(twin.keyPosition.line))")
    }
  }

  /// Offline bounds belong to caches, not to devices.
  private static func checkBounds(
    _ policies: [PolicyEntry], _ profile: DeviceProfile, _ root: MappingReader
  ) throws(ScenarioError) {
    guard profile != .plain,
      let index = policies.firstIndex(where: { $0.description.isOffline })
    else { return }
    let items = try root.required("policies").items(expected: "a list of policies")
    throw items[index].error(
      "\(policies[index].specification.name) bounds profile plain only, and the profile is "
        + "\(profile.rawValue): belady and belady-size are the heuristic bounds there")
  }

  private static func repeated(
    _ assignments: [SweepDecoder.Assignment], _ first: [SweptValue], _ tree: YAMLNode
  ) -> ScenarioError {
    func text(_ values: [SweptValue]) -> String {
      values.map { "\($0.key) = \($0.text)" }.joined(separator: ", ")
    }
    let values = assignments.map { SweptValue(key: $0.key, text: $0.value.columnText) }
    return ScenarioError(
      assignments.last?.value.position ?? tree.position,
      "the sweep has the same point twice: \(text(first)) and \(text(values))")
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
  }

  private static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".yaml", ".yml", ".json"] where file.hasSuffix(ending) && file != ending {
      return String(file.dropLast(ending.count))
    }
    return file == "<stdin>" ? "scenario" : file
  }
}

extension ScenarioOverride {
  /// Where errors about the option point to.
  fileprivate var position: SourcePosition {
    SourcePosition(file: "--set \(key)", line: 1, column: 1)
  }
}

extension YAMLNode {
  fileprivate func applying(_ override: ScenarioOverride) throws(ScenarioError) -> YAMLNode {
    let position = override.position
    let isBlank = override.text.allSatisfy { $0 == " " }
    let value =
      isBlank
      ? YAMLNode(.scalar("", .plain), at: position)
      : try YAMLNode.parse(Array(override.text.utf8), file: position.file)
    return try setting(override.key, to: value, at: position)
  }

  fileprivate func applying(
    _ assignments: [SweepDecoder.Assignment]
  ) throws(ScenarioError) -> YAMLNode {
    var tree = self
    for assignment in assignments {
      tree = try tree.setting(
        assignment.key, to: assignment.value, at: assignment.keyPosition)
    }
    return tree
  }

  /// The text in the column of a swept field: a scalar as written, else flow YAML.
  fileprivate var columnText: String {
    if case .scalar(let text, _) = content, !isNull { text } else { ResolvedValue(self).flow }
  }
}
