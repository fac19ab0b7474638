import Device
import Experiment
import Report
import Scenario
import Statistics
import Workload

/// `jetsim compare`: differences between the policies, with intervals and adjusted p-values.
let compareCommand = Command(
  name: "compare", summary: "Compare the policies of a results folder, or of a scenario.",
  synopsis: "DIR|SCENARIO [OPTION]...",
  description: """
    Prints for each metric how every policy differs from the baseline: the difference paired by
    replication, its confidence interval, the p-value adjusted for the number of tests, the rank.
    A SCENARIO is run in memory and leaves no files.
    """,
  example: "jetsim compare results/phone --metrics wait_s_per_day,resume_frac",
  operands: ["a results folder or a scenario"],
  options: [
    OptionDescription("baseline", value: "P", "the label of the policy to compare to"),
    OptionDescription("metrics", value: "A,B", "the metrics, named as the columns of runs.csv"),
    OptionDescription(
      "adjust", value: "HOW", "of p-values over policies × metrics: holm, bonferroni, none"),
    OptionDescription(
      "regret",
      "instead, how much of the gap between lru and the best bound each policy closes"),
    OptionDescription("format", value: "F", "table, csv or json (default: table)"),
  ] + ScenarioArguments.running + ScenarioArguments.changing + ScenarioArguments.choosing,
  statuses: [.success, .someRunsFailed, .usage, .content, .inputOutput, .interrupted, .controlC],
  run: compare)

private func compare(_ arguments: Arguments) throws(Failure) -> ExitStatus {
  let format = try format(arguments)
  let path = arguments.operands[0]
  do {
    if path != "-", try FileSystem.kind(of: path) == .folder {
      return try compareFolder(path, format, arguments)
    }
  } catch let error as FileError {
    throw Failure(.inputOutput, error.message)
  } catch let failure as Failure {
    throw failure
  } catch {
    throw Failure(.inputOutput, "\(error)")
  }
  return try compareScenario(format, arguments)
}

private func compareFolder(
  _ path: String, _ format: ComparisonReport.Format, _ arguments: Arguments
) throws(Failure) -> ExitStatus {
  let onlyForScenarios = ["jobs", "progress", "seed", "set", "filter", "shard"]
  if let option = onlyForScenarios.first(where: arguments.has) {
    throw .usage("--\(option) has no use for a folder: its runs are done")
  }
  do {
    let saved = try SavedResults(folder: path)
    let plan = try plan(saved.comparison, labels: saved.policies.map(\.label), arguments)
    var report = report(
      format, plan, labels: saved.policies.map(\.label), swept: saved.sweptKeys, arguments)
    try saved.forEachPoint(metrics: BatchReport.metrics(plan)) { report.add($0) }
    return try Tool.show(report.text)
  } catch let problem as SavedResults.Problem {
    throw SavedRunArguments.failure(problem)
  } catch let failure as Failure {
    throw failure
  } catch {
    throw Failure(.inputOutput, "\(error)")
  }
}

private func compareScenario(
  _ format: ComparisonReport.Format, _ arguments: Arguments
) throws(Failure) -> ExitStatus {
  let jobs = try ScenarioArguments.jobs(arguments)
  let style = try ScenarioArguments.progress(arguments)
  let batch = try ScenarioArguments.runnableBatch(arguments)
  let plan = try plan(batch.comparison, labels: batch.scenario.policies.map(\.label), arguments)
  let runner = try ScenarioArguments.runner(batch, jobs: jobs)
  let store = ResultStore(itemCount: batch.itemCount)
  try BatchProcess.run(runner, into: store, jobs: jobs, style: style, resume: nil)
  let results = BatchResults(batch: batch, store: store)
  var report = report(
    format, plan, labels: batch.scenario.policies.map(\.label), swept: batch.scenario.sweptKeys,
    arguments)
  var hasFailures = false
  do {
    for point in batch.points.indices {
      let records = try results.records(of: point)
      let values = results.values(of: point, records: records)
      report.add(values)
      hasFailures = hasFailures || values.hasFailures
      for warning in results.warnings(of: point, records: records) {
        Output.line("warning: \(warning)")
      }
    }
  } catch {
    throw Failure(.inputOutput, error.message)
  }
  let shown = try Tool.show(report.text)
  return hasFailures ? .someRunsFailed : shown
}

/// What is printed: differences to the baseline, or closed gaps.
private enum PointwiseReport {
  case differences(ComparisonReport)
  case gaps(GapReport)

  mutating func add(_ results: PointResults) {
    switch self {
    case .differences(var report):
      report.add(results)
      self = .differences(report)
    case .gaps(var report):
      report.add(results)
      self = .gaps(report)
    }
  }

  var text: String {
    switch self {
    case .differences(let report): report.text
    case .gaps(let report): report.text
    }
  }
}

private func report(
  _ format: ComparisonReport.Format, _ plan: ComparisonPlan, labels: [String], swept: [String],
  _ arguments: Arguments
) -> PointwiseReport {
  guard arguments.has("regret") else {
    return .differences(ComparisonReport(format: format, plan: plan, sweptKeys: swept))
  }
  let hasUsual = labels.containsExactly(GapReport.usualReference)
  let reference =
    arguments.has("baseline") || !hasUsual ? plan.baseline : GapReport.usualReference
  return .gaps(
    GapReport(
      format: format, reference: reference, confidence: plan.confidence, sweptKeys: swept,
      metrics: arguments.has("metrics") ? plan.metrics : nil))
}

private func format(_ arguments: Arguments) throws(Failure) -> ComparisonReport.Format {
  try ScenarioArguments.choice("format", arguments) ?? .table
}

/// The comparison that the scenario states, changed as the options say.
private func plan(
  _ stated: ComparisonPlan, labels: [String], _ arguments: Arguments
) throws(Failure) -> ComparisonPlan {
  var plan = stated
  if let baseline = arguments.value("baseline") {
    guard labels.containsExactly(baseline) else {
      throw .usage(
        "no policy is labelled '\(baseline)'" + alternatives(to: baseline, among: labels))
    }
    plan.baseline = baseline
  }
  if let names = arguments.value("metrics") {
    plan.metrics = []
    for name in names.split(separator: ",").map(String.init) {
      guard let index = Metric.index(of: name) else {
        throw noMetric(name)
      }
      if !plan.metrics.contains(index) { plan.metrics.append(index) }
    }
    guard !plan.metrics.isEmpty else { throw .usage("--metrics names no metric") }
  }
  if let adjustment: Adjustment = try ScenarioArguments.choice("adjust", arguments) {
    plan.adjustment = adjustment
  }
  return plan
}
