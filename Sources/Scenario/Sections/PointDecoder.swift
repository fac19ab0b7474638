import Device
import RandomStreams
import Workload

/// Decodes the sections of a scenario that decide what happens at a point.
struct PointDecoder {
  /// The folder that file names are relative to.
  let folder: String
  /// Whether a trace that is not there fails its point's runs instead of the scenario.
  var toleratesMissingTraces = false

  /// Every key a scenario may have at its top level.
  static let keys = [
    "version", "name", "seed", "duration", "warm_up", "replications", "run", "device",
    "background", "default_app", "apps", "user", "workload", "random", "policies", "sweep",
    "compare", "record", "definitions",
  ]

  /// The top-level keys whose fields may be swept.
  static let sweptSections = [
    "duration", "warm_up", "run", "device", "background", "default_app", "apps", "user",
    "workload", "random",
  ]

  /// Decodes a tree into a point without identity, policies and replications.
  func decode(
    _ tree: YAMLNode, notes: inout [String]
  ) throws(ScenarioError) -> Point {
    let root = try MappingReader(FieldNode(node: tree, path: ""), keys: Self.keys)
    var point = Point()
    point.device = try device(root, notes: &notes)
    let defaults = try defaultApp(root)
    point.defaultApp = defaults.app
    point.statesDefaultFootprint = defaults.statesFootprint
    point.workload = try workload(root)
    try checkTrace(point.workload, root, notes: &notes)
    let apps = AppsDecoder(defaults: defaults.app, folder: folder)
    let classes = try apps.classes(root, of: point.workload)
    point.catalog = AppCatalog(classes: classes.classes)
    if !defaults.statesFootprint, let note = apps.footprintNote(classes.withoutFootprint) {
      notes.append(note)
    }
    if let note = IdleFields.note(undemanded: classes.undemanded) { notes.append(note) }
    try times(root, into: &point)
    if let run = root.optional("run") {
      let reader = try MappingReader(run, keys: ["max_events", "queue"])
      point.queue = try reader.optional("queue")?.word(QueueKind.self) ?? .auto
      if let limit = reader.optional("max_events"), !limit.isWord("none") {
        point.maxEvents = try limit.unsigned()
      }
    }
    if let random = root.optional("random") {
      let reader = try MappingReader(random, keys: ["sampler"])
      point.samplerMode = try reader.optional("sampler")?.word(SamplerMode.self) ?? .fast
    }
    return point
  }

  private func device(
    _ root: MappingReader, notes: inout [String]
  ) throws(ScenarioError) -> DeviceConfiguration {
    var configuration = DeviceConfiguration()
    if let section = root.optional("device") {
      let fields = DeviceConfiguration.parameterFields
      let reader = try MappingReader(section, keys: ["profile", "ram"] + fields.map(\.key))
      let profile = try reader.optional("profile")?.word(DeviceProfile.self) ?? .ios
      let ram = try reader.optional("ram")?.quantity(.mebibytes, in: DeviceConfiguration.ramRange)
      configuration = DeviceConfiguration(profile: profile, ramMiB: ram ?? configuration.ramMiB)
      try reader.read(fields, into: &configuration, folder: folder)
      try checkLines(configuration, reader)
      if let note = IdleFields.note(reader, configuration) { notes.append(note) }
    }
    if let section = root.optional("background") {
      let fields = DeviceConfiguration.backgroundSectionFields
      let reader = try MappingReader(section, keys: fields.map(\.key))
      try reader.read(fields, into: &configuration, folder: folder)
    }
    return configuration
  }

  /// A pressure level that clears below its own line would flicker without end, and so would a
  /// reclaim that ends below where it begins.
  private func checkLines(
    _ device: DeviceConfiguration, _ reader: MappingReader
  ) throws(ScenarioError) {
    var pairs = [
      ("warning_line", device.warningLine, "warning_clear_line", device.warningClearLine),
      (
        "pressure_critical_line", device.pressureCriticalLine,
        "pressure_critical_clear_line", device.pressureCriticalClearLine
      ),
    ]
    if device.profile == .android {
      pairs += [
        (
          "min_watermark", device.android.minWatermark, "low_watermark", device.android.lowWatermark
        ),
        (
          "low_watermark", device.android.lowWatermark, "high_watermark",
          device.android.highWatermark
        ),
      ]
    }
    for (low, lowValue, high, highValue) in pairs where lowValue > highValue {
      let culprit = reader.optional(high) ?? reader.optional(low) ?? reader.field
      throw culprit.error(
        "\(high) (\(Quantity.fraction.text(of: highValue))) is below "
          + "\(low) (\(Quantity.fraction.text(of: lowValue)))")
    }
  }

  private func workload(_ root: MappingReader) throws(ScenarioError) -> PointWorkload {
    guard let section = root.optional("workload") else { return .user(try user(root)) }
    if root.has("user") {
      throw ScenarioError(
        root.keyPosition("workload"),
        "found both 'user' and 'workload', expected one: a trace replaces the user")
    }
    let reader = try MappingReader(section, keys: ["trace"])
    let trace = try reader.required("trace")
    let stated = try trace.name()
    let path = FileBytes.resolve(stated, in: folder)
    return .trace(TraceReference(statedPath: stated, path: path))
  }

  /// A trace must be there; in a sweep of traces one that is not fails only its own runs.
  private func checkTrace(
    _ workload: PointWorkload, _ root: MappingReader, notes: inout [String]
  ) throws(ScenarioError) {
    guard case .trace(let reference) = workload else { return }
    let position = root.optional("workload")?.node.value("trace")?.position
    do {
      try FileBytes.check(reference.path, position: position ?? root.field.node.position)
    } catch {
      guard toleratesMissingTraces else { throw error }
      notes.append("\(reference.statedPath): \(error.message); the runs of its point will fail")
    }
  }

  private func times(_ root: MappingReader, into point: inout Point) throws(ScenarioError) {
    if case .trace = point.workload {
      if let duration = root.optional("duration"), !duration.isWord("trace") {
        point.duration = try duration.ticks(from: 1)
      }
    } else {
      point.duration = try root.required("duration").ticks(from: 1)
    }
    guard let warmUp = root.optional("warm_up"), !warmUp.isWord("none") else { return }
    if warmUp.isWord("mser5") {
      throw warmUp.error("'mser5' is not available in this version, state a duration or none")
    }
    point.warmUp = try warmUp.ticks(from: 0)
    if let duration = point.duration, point.warmUp >= duration {
      throw warmUp.error(
        "the warm-up (\(Quantity.seconds.text(of: point.warmUp.inSeconds))) leaves nothing of the "
          + "duration (\(Quantity.seconds.text(of: duration.inSeconds)))")
    }
  }
}

extension DeviceConfiguration {
  /// What `device.ram` may be: 1 KiB to 8 TiB.
  static let ramRange: ClosedRange<Double> = 1.0 / 1024...8_388_608
}
