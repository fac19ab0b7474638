import Device
import Experiment
import Report
import Scenario
import Synchronization
import Workload

/// `jetsim tune`: searches the parameters of a policy, and says whether that helped.
let tuneCommand = Command(
  name: "tune", summary: "Search the numeric parameters of a policy; test what was found.",
  synopsis: "SCENARIO --policy NAME [OPTION]...",
  description: """
    Minimises the mean of a metric over the numeric parameters of a policy, or the numbers of a
    formula that have a decimal point, with the simplex method of Nelder and Mead. All candidates
    meet the same replications. What was found is then compared to the start on replications that
    the search never saw: only that difference says what new users would notice. Prints the entry
    to put into a scenario. The scenario's other policies are not run.
    """,
  example: "jetsim tune scenarios/phone.yaml --policy value --budget 20",
  operands: ["a SCENARIO"],
  options: [
    OptionDescription(
      "policy", value: "NAME", "a policy, or the label of an entry of the scenario"),
    OptionDescription(
      "metric", value: "M", "what is made best, a column of runs.csv (default: wait_s_per_day)"),
    OptionDescription(
      "replications", value: "N", "replications of the search (default: 10)"),
    OptionDescription("holdout", value: "M", "replications of the test (default: 20)"),
    OptionDescription("budget", value: "K", "most candidates to run (default: 60)"),
    OptionDescription("point", value: "ID", "the point, where the scenario sweeps"),
  ] + ScenarioArguments.running + ScenarioArguments.changing,
  statuses: [.success, .someRunsFailed, .usage, .content, .inputOutput, .interrupted, .controlC],
  run: tune)

/// How far a search is, for the thread that waits for signals too.
private final class SearchState: Sendable {
  private struct State {
    var count = 0
    var best: Tuner.Candidate?
  }

  private let metric: Int
  private let state = Mutex(State())

  init(metric: Int) { self.metric = metric }

  var count: Int { state.withLock { $0.count } }
  var bestMean: Double? { state.withLock { $0.best?.mean } }

  func add(_ candidate: Tuner.Candidate) {
    let sign = Metric.all[metric].better == .higher ? -1.0 : 1
    state.withLock { state in
      state.count = candidate.number
      guard let mean = candidate.mean else { return }
      if state.best?.mean.map({ sign * mean < sign * $0 }) ?? true { state.best = candidate }
    }
  }

  /// What is to be said when the search is stopped.
  var stopped: String {
    state.withLock { state in
      state.best.map { "; " + TuneReport.stopped(best: $0, metric: metric, count: state.count) }
        ?? " before a candidate was done"
    }
  }
}

private func tune(_ arguments: Arguments) throws(Failure) -> ExitStatus {
  guard let policy = arguments.value("policy") else {
    throw .usage("which policy? give --policy NAME")
  }
  let metricName = arguments.value("metric") ?? "wait_s_per_day"
  guard let metric = Metric.index(of: metricName) else {
    throw noMetric(metricName)
  }
  let request = Tuner.Request(
    policy: policy, metric: metric,
    replications: try number("replications", 10, 1...100_000, arguments),
    holdout: try number("holdout", 20, 2...100_000, arguments),
    budget: try number("budget", 60, 2...1_000_000, arguments),
    jobs: try ScenarioArguments.jobs(arguments), point: arguments.value("point"))
  let style = try ScenarioArguments.progress(arguments)
  let source = try ScenarioArguments.source(arguments)
  do {
    let tuner = try Tuner(request) { (extra) throws(ScenarioError) in
      try ScenarioFile.parse(
        source.bytes, path: source.path, overrides: source.overrides + extra,
        policies: PolicyRegistry.entries)
    }
    let result = try search(tuner, request, style)
    for warning in result.warnings { Output.line("warning: \(warning)") }
    let shown = try Tool.show(TuneReport(request, result).text)
    return result.heldOut.hasFailures ? .someRunsFailed : shown
  } catch let failure as Failure {
    throw failure
  } catch let problem as Tuner.Problem {
    throw failure(problem)
  } catch {
    throw .usage("\(error)")
  }
}

/// Searches while signals are watched and progress is told.
private func search(
  _ tuner: Tuner, _ request: Tuner.Request, _ style: ProgressStyle
) throws(Tuner.Problem) -> Tuner.Result {
  let state = SearchState(metric: request.metric)
  SignalWatch.start { state.stopped }
  var display = ProgressDisplay(style: style, unit: .candidates, total: request.budget)
  func show() { display.update(done: state.count, best: state.bestMean) }
  do {
    let result = try tuner.run(tick: show) { candidate in
      state.add(candidate)
      show()
    }
    display.finish(done: state.count)
    return result
  } catch {
    display.clear()
    throw error
  }
}

private func failure(_ problem: Tuner.Problem) -> Failure {
  switch problem {
  case .usage(let text): .usage(text)
  case .failed(let text): Failure(.someRunsFailed, text)
  case .scenario(let error):
    .located(error.exitCode == 65 ? .content : .inputOutput, error.description)
  case .trace(let error):
    .located(error.kind == .content ? .content : .inputOutput, error.description)
  }
}

private func number(
  _ option: String, _ usual: Int, _ range: ClosedRange<Int>, _ arguments: Arguments
) throws(Failure) -> Int {
  guard let text = arguments.value(option) else { return usual }
  guard let number = Int(text), range.contains(number) else {
    throw .usage(
      "--\(option) '\(text)' is no whole number from \(range.lowerBound) to \(range.upperBound)")
  }
  return number
}
