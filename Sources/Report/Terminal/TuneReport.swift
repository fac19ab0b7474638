import Device
public import Experiment
import Statistics

/// What a search of parameters found, and whether it holds: what `jetsim tune` prints.
public struct TuneReport {
  private let request: Tuner.Request
  private let result: Tuner.Result

  /// A report about a search.
  public init(_ request: Tuner.Request, _ result: Tuner.Result) {
    self.request = request
    self.result = result
  }

  /// What a search that is stopped says of the best candidate so far.
  ///
  /// - Parameters:
  ///   - best: The candidate.
  ///   - metric: The position of its metric in `Metric.all`.
  ///   - count: How many candidates were run.
  /// - Returns: A part of one line, as messages are.
  public static func stopped(best: Tuner.Candidate, metric: Int, count: Int) -> String {
    let mean = best.mean.map { NumberText.significant($0) } ?? "none"
    return "\(count == 1 ? "1 candidate" : "\(count) candidates") done, the best has "
      + "\(Metric.all[metric].name) \(mean) in the search and was not tested on others: "
      + best.entry
  }

  /// The report.
  public var text: String {
    let metric = Metric.all[request.metric]
    var table = TextTable(
      header: [["parameter", "start", "tuned"]], sides: [.left, .measured, .measured])
    for parameter in result.parameters {
      let name = parameter.unit.isEmpty ? parameter.name : "\(parameter.name), \(parameter.unit)"
      table.row(
        [name, NumberText.exact(parameter.start), NumberText.exact(parameter.found)])
    }
    let formula = result.formula.map { "formula: \($0)\n\n" } ?? ""
    let candidates = result.evaluations == 1 ? "1 candidate" : "\(result.evaluations) candidates"
    return "\(request.policy), \(metric.name): \(candidates) on "
      + (request.replications == 1
        ? "replication 0" : "replications 0 to \(request.replications - 1)") + "\n\n" + formula
      + table.text + "\n"
      + (isUnchanged
        ? "No candidate was better than the start.\n"
        : Wrap.lines(verdict, width: 100)
          + "\nThe entry for a scenario:\n\n  - \(result.entry)\n")
  }

  private var isUnchanged: Bool { result.parameters.allSatisfy { $0.start == $0.found } }

  /// What the held-out replications say.
  private var verdict: String {
    let row = result.heldOut.differences(result.plan).first
    let (start, found) = (result.searched.start, result.searched.found)
    let decimals =
      NumberText.decimals(forErrors: [row?.comparison?.halfWidth ?? 0])
      ?? NumberText.decimals(forExact: [start, found])
    func text(_ value: Double) -> String { NumberText.fixed(value, decimals: decimals) }
    let searched =
      "In the search the mean went from \(text(start)) to \(text(found)), which flatters: the "
      + "candidate was chosen for it. "
    let held =
      "On \(request.holdout) replications that the search never saw, from "
      + "\(request.replications) on, "
    guard let row, let comparison = row.comparison
    else { return searched + held + "too few runs succeeded to tell." }
    let means = result.heldOut.policies.indices.map {
      result.heldOut.summary(
        policy: $0, metric: request.metric, confidence: result.plan.confidence
      ).mean ?? 0
    }
    let difference = NumberText.signed(comparison.difference, decimals: decimals)
    let interval =
      "\(NumberText.percent(result.plan.confidence)) interval \(text(comparison.lo)) to "
      + "\(text(comparison.hi)), p \(pText(comparison.pValue))"
    return searched + held
      + "it went from \(text(means[0])) to \(text(means[1])): \(difference) (\(interval)): "
      + "\(conclusion(row))."
  }

  private func conclusion(_ row: PolicyDifference) -> String {
    switch row.verdict(level: 1 - result.plan.confidence) {
    case .better, .exactlyBetter: return "the tuned policy is better"
    case .worse, .exactlyWorse:
      return "the tuned policy is worse; the search has learnt its users by heart"
    case .noClearDifference, .equal: return "no clear difference; the gain may be chance"
    }
  }

  private func pText(_ p: Double) -> String {
    let text = NumberText.probability(p)
    return text.hasPrefix("<") ? text : "= \(text)"
  }
}
