import Device
import Experiment
import Scenario
import Statistics

/// The text of `manifest.json`: everything needed to run the batch again, and nothing else.
///
/// No clock, host or path is in it, so two runs of the same batch have equal manifests.
struct Manifest {
  private let batch: Batch
  private let identity: BatchIdentity
  private let files: [ResultFile]

  init(_ batch: Batch, identity: BatchIdentity, files: [ResultFile]) {
    self.batch = batch
    self.identity = identity
    self.files = files
  }

  var text: String {
    let plan = batch.comparison
    let rows = ResultRows(batch)
    var lines = [
      field("program", JSONText.string("jetsim")),
      field("version", JSONText.string(Build.version)),
      field(BatchIdentity.manifestKey, JSONText.string(identity.line)),
      field("name", JSONText.string(batch.scenario.name)),
      field("seed", "\(batch.scenario.seed)"),
      field(
        "filter", batch.selection.text.isEmpty ? "null" : JSONText.string(batch.selection.text)),
      field("shard", JSONText.string(batch.shard.text)),
      field("runs", "\(batch.runCount)"),
      field("swept", strings(batch.scenario.sweptKeys)),
      field("baseline", JSONText.string(plan.baseline)),
      field("adjust", JSONText.string(plan.adjustment.rawValue)),
      field("confidence", JSONText.number(plan.confidence)),
      field("metrics", strings(plan.metrics.map { Metric.all[$0].name })),
    ]
    lines.append(field("policies", block(batch.scenario.policies.map(policy))))
    lines.append(field("points", block(batch.points.map(point))))
    let columns = files.map { file in
      "\(JSONText.string(file.rawValue + ".csv")): \(strings(rows.columns(of: file)))"
    }
    lines.append(
      field("columns", "{\n    " + columns.joined(separator: ",\n    ") + "\n  }"))
    lines.append(field("scenario", batch.scenario.resolvedJSON()))
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  private func field(_ key: String, _ value: String) -> String {
    "  \(JSONText.string(key)): \(value)"
  }

  private func strings(_ values: [String]) -> String { JSONText.list(values.map(JSONText.string)) }

  private func block(_ items: [String]) -> String {
    "[\n    " + items.joined(separator: ",\n    ") + "\n  ]"
  }

  private func policy(_ entry: PolicyEntry) -> String {
    let arguments = entry.specification.arguments.map { argument in
      "\(JSONText.string(argument.name)): \(JSONText.string(argument.value.text))"
    }
    return "{\"label\": \(JSONText.string(entry.label)), "
      + "\"policy\": \(JSONText.string(entry.specification.name)), "
      + "\"parameters\": {\(arguments.joined(separator: ", "))}, "
      + "\"bound\": \(entry.description.isClairvoyant), "
      + "\"proven\": \(batch.points.allSatisfy { $0.point.isProven(entry) })}"
  }

  private func point(_ runs: Batch.PointRuns) -> String {
    let swept = runs.point.swept.map { "\(JSONText.string($0.key)): \(JSONText.string($0.text))" }
    return "{\"id\": \(JSONText.string(runs.point.id)), "
      + "\"swept\": {\(swept.joined(separator: ", "))}, "
      + "\"replications\": \(runs.replications.count)}"
  }
}
