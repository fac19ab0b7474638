import Device
import Workload

/// Decodes `compare:` and `record:`.
struct ComparisonDecoder {
  /// The labels of the policies.
  let labels: [String]

  /// The settings of `compare:`; without it the defaults.
  func settings(_ root: MappingReader) throws(ScenarioError) -> ComparisonSettings {
    var settings = ComparisonSettings()
    guard let section = root.optional("compare") else { return settings }
    let reader = try MappingReader(
      section, keys: ["baseline", "adjust", "metrics", "confidence"])
    if let baseline = reader.optional("baseline") {
      let label = try baseline.name()
      guard labels.containsExactly(label) else {
        throw baseline.error(
          "no policy is labelled '\(shortened(label))', expected one of "
            + labels.joined(separator: ", "),
          suggestion: NearestName.find(label, in: labels))
      }
      settings.baseline = label
    }
    if let adjust = reader.optional("adjust") {
      settings.adjustment = try adjust.word(ComparisonSettings.Adjustment.self)
    }
    if let metrics = reader.optional("metrics") { settings.metrics = try names(metrics) }
    if let confidence = reader.optional("confidence") {
      settings.confidence = try confidence.quantity(.fraction, in: 0.5...0.999_999)
    }
    return settings
  }

  private func names(_ field: FieldNode) throws(ScenarioError) -> [String] {
    let known = Metric.all.map(\.name)
    var names: [String] = []
    for item in try field.items(expected: "a list of metrics") {
      let name = try item.name()
      guard known.containsExactly(name) else {
        throw item.error(
          "there is no metric '\(shortened(name))'",
          suggestion: NearestName.find(name, in: known))
      }
      if names.containsExactly(name) { throw item.error("the metric '\(name)' appears twice") }
      names.append(name)
    }
    return names
  }

  /// Refuses `record:` whatever it holds: no way of writing it would help.
  func refuseRecord(_ root: MappingReader) throws(ScenarioError) {
    guard root.has("record") else { return }
    throw ScenarioError(
      root.keyPosition("record"), "'record' is not available in this version")
  }
}
