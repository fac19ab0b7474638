import Experiment
import Report
import Workload

/// `jetsim run`: simulate, write the results, say what they mean.
let runCommand = Command(
  name: "run", summary: "Simulate a scenario and write the results into a folder.",
  synopsis: "SCENARIO -o DIR [OPTION]...",
  description: """
    Runs every policy at every point of the sweep, replication by replication, on all processors.
    All policies of a replication meet the same user. DIR receives runs.csv, summary.csv,
    compare.csv, survival.csv, apps.csv, timing.csv and manifest.json, also failures.csv where runs
    failed, and origin.txt, which tells where the scenario was, where a trace drives the device.
    Standard output gets a table that says which policy makes the user wait least and whether that
    is certain. An interrupted run loses nothing that is finished: call it again with --resume.
    """,
  example: "jetsim run scenarios/phone.yaml -o results/phone -j 2",
  operands: ["a SCENARIO"],
  options: [
    OptionDescription(
      "output", letter: "o", value: "DIR", "the folder to write; missing parents are made"),
    OptionDescription("force", "replace the results in DIR"),
    OptionDescription("resume", "continue the unfinished run in DIR, or begin it"),
  ] + ScenarioArguments.running + ScenarioArguments.changing + ScenarioArguments.choosing,
  statuses: [
    .success, .someRunsFailed, .usage, .content, .inputOutput, .interrupted, .controlC,
  ],
  run: run)

private func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
  guard let path = arguments.value("output") else {
    throw .usage("run needs a folder for its results: -o DIR")
  }
  guard !(arguments.has("force") && arguments.has("resume")) else {
    throw .usage("--force begins anew and --resume continues: give one of them")
  }
  let jobs = try ScenarioArguments.jobs(arguments)
  let style = try ScenarioArguments.progress(arguments)
  let batch = try ScenarioArguments.runnableBatch(arguments)
  let runner = try ScenarioArguments.runner(batch, jobs: jobs, keepsDetails: true)
  let existing: ExistingFolder =
    arguments.has("force") ? .replace : arguments.has("resume") ? .resume : .refuse
  switch try prepare(path, existing, runner) {
  case .complete(let folder):
    Output.line("\(folder.path) is complete; nothing is left to run")
    return try showSaved(folder, runner)
  case .open(let folder, let store):
    try BatchProcess.run(
      runner, into: store, jobs: jobs, style: style,
      resume: resumeCommand(arguments))
    return try finish(folder, runner, store)
  }
}

/// The command that continues this run: the same words with `--resume`.
private func resumeCommand(_ arguments: Arguments) -> String {
  let words = arguments.words.filter { $0 != "--force" && $0 != "--resume" }
  return (["jetsim", "run", "--resume"] + words).map(shellQuoted).joined(separator: " ")
}

private func prepare(
  _ path: String, _ existing: ExistingFolder, _ runner: BatchRunner
) throws(Failure) -> PreparedFolder {
  do {
    return try OutputFolder.prepare(
      path, existing: existing, identity: runner.identity, itemCount: runner.batch.itemCount)
  } catch {
    switch error {
    case .usage(let text): throw .usage(text)
    case .file(let error): throw Failure(.inputOutput, error.message)
    }
  }
}

private func finish(
  _ folder: OutputFolder, _ runner: BatchRunner, _ store: ResultStore
) throws(Failure) -> ExitStatus {
  var report = BatchReport(runner.batch)
  let outcome: ResultsWriter.Outcome
  do {
    let writer = ResultsWriter(BatchResults(batch: runner.batch, store: store), to: folder, runner)
    outcome = try writer.write(identity: runner.identity) { point, results, survival in
      report.add(
        point: point, results, days: runner.measuredDays(point), survival: survival)
    }
    try folder.finish()
  } catch {
    throw Failure(.inputOutput, error.message)
  }
  for warning in outcome.warnings { Output.line("warning: \(warning)") }
  let shown = try Tool.show(report.text)
  guard outcome.failedRuns > 0 else { return shown }
  Output.message(
    BatchReport.failed(
      outcome.failedRuns, file: TraceError.escape(folder.file("failures.csv"))))
  return .someRunsFailed
}

private func showSaved(
  _ folder: OutputFolder, _ runner: BatchRunner
) throws(Failure) -> ExitStatus {
  var report = BatchReport(runner.batch)
  var point = 0
  var hasFailures = false
  do {
    let saved = try SavedResults(folder: folder.path)
    let survival = runner.batch.points.count == 1 ? try saved.survival() : []
    try saved.forEachPoint(metrics: BatchReport.metrics(saved.comparison)) { results in
      // The manifest is that of this batch, so only a table that was changed has more points.
      guard point < runner.batch.points.count else { return }
      report.add(
        point: point, results, days: runner.measuredDays(point), survival: survival)
      hasFailures = hasFailures || results.hasFailures
      point += 1
    }
  } catch {
    throw SavedRunArguments.failure(error)
  }
  let shown = try Tool.show(report.text)
  return hasFailures ? .someRunsFailed : shown
}
