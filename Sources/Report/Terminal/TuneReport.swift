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

  /// A line about one candidate.
  public static func progress(
    _ count: Int, _ mean: Double?, _ values: [(String, Double)], isBest: Bool
  ) -> String {
    let parameters = values.map { "\($0) = \(NumberText.significant($1))" }
    let value = mean.map { NumberText.significant($0) } ?? "failed"
    return "\(count): \(value)\(isBest ? " *" : "")  \(parameters.joined(separator: ", "))\n"
  }

  /// The report.
  public var text: String {
    let metric = Metric.all[request.metric]
    var table = TextTable(
      header: [["parameter", "start", "tuned"]], sides: [.left, .right, .right])
    for parameter in result.parameters {
      table.row(
        [
          parameter.name, NumberText.significant(parameter.start),
          NumberText.significant(parameter.found),
        ])
    }
    let candidates = result.evaluations == 1 ? "1 candidate" : "\(result.evaluations) candidates"
    return "\(request.policy), \(metric.name): \(candidates) on replications 0 to "
      + "\(request.replications - 1)\n\n" + table.text + "\n"
      + Wrap.lines(verdict, width: 100) + "\nThe entry for a scenario:\n\n  - \(result.entry)\n"
  }

  /// What the held-out replications say.
  private var verdict: String {
    let (start, found) = (result.searched.start, result.searched.found)
    let searched =
      "In the search the mean went from \(NumberText.significant(start)) to "
      + "\(NumberText.significant(found)), which flatters: the candidate was chosen for it. "
    let held =
      "On \(request.holdout) replications that the search never saw, from "
      + "\(request.replications) on, "
    guard let row = result.heldOut.differences(result.plan).first,
      let comparison = row.comparison
    else { return searched + held + "too few runs succeeded to tell." }
    let means = result.heldOut.policies.indices.map {
      result.heldOut.summary(
        policy: $0, metric: request.metric, confidence: result.plan.confidence
      ).mean ?? 0
    }
    let decimals = NumberText.decimals(forErrors: [comparison.halfWidth])
    func text(_ value: Double) -> String { NumberText.fixed(value, decimals: decimals) }
    let difference = NumberText.signed(comparison.difference, decimals: decimals)
    let interval =
      "\(NumberText.percent(result.plan.confidence)) interval \(text(comparison.lo)) to "
      + "\(text(comparison.hi)), p \(pText(comparison.pValue))"
    return searched + held
      + "it went from \(text(means[0])) to \(text(means[1])): \(difference) (\(interval)): "
      + "\(conclusion(row))."
  }

  private func conclusion(_ row: PolicyDifference) -> String {
    if result.parameters.allSatisfy({ $0.start == $0.found }) {
      return "nothing better than the start was found"
    }
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
