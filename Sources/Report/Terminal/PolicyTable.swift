import Device
public import Experiment
import Statistics

/// The answer at one point: which policy makes the user wait least, and whether that is certain.
public struct PolicyTable {
  let results: PointResults
  let plan: ComparisonPlan
  let ranking: Ranking
  private let differences: [PolicyDifference]
  /// Measured days, which turn counts into rates; nil where the length is not known.
  private let days: Double?

  /// Summarises a point.
  ///
  /// - Parameters:
  ///   - results: The values of the point.
  ///   - plan: What is compared to what.
  ///   - days: Measured days of a replication; nil when not known.
  public init(results: PointResults, plan: ComparisonPlan, days: Double?) {
    self.results = results
    // A rate a day says nothing about a run of a minute.
    self.days = days.flatMap { $0 >= 1 ? $0 : nil }
    let metric = results.decidingMetric
    // What decides is tested too, whatever else is compared.
    var plan = plan
    if !plan.metrics.contains(metric) { plan.metrics.append(metric) }
    self.plan = plan
    ranking = results.ranking(metric: metric, confidence: plan.confidence)
    differences = results.differences(plan)
  }

  /// The labels of the policies in the order of the rows, bounds last.
  var order: [String] {
    (ranking.ranked + ranking.bounds).map { results.policies[$0].label }
  }

  var metricName: String { Metric.all[ranking.metric].name }
  var isWait: Bool { metricName == "wait_s_per_day" }
  var percent: String { NumberText.percent(plan.confidence) }

  /// The table, at most 100 columns wide, without a title.
  public var text: String {
    var table = TextTable(
      header: [
        [
          "", isWait ? "wait" : "cold launches", "vs \(Wrap.shortened(plan.baseline))", "",
          "resumed",
        ]
          + rates.map(\.title),
        ["policy", "\(isWait ? "s/day " : "")± \(percent)", "± \(percent)", "verdict", "%"]
          + rates.map { _ in days == nil ? "a run" : "/day" },
      ],
      sides: [.left, .right, .right, .left, .right] + rates.map { _ in .right })
    let errors = Errors(self)
    for policy in ranking.ranked { table.row(cells(policy, errors)) }
    if !ranking.bounds.isEmpty {
      table.rule()
      for policy in ranking.bounds { table.row(cells(policy, errors)) }
    }
    return table.text
      + (ranking.bounds.isEmpty ? "" : boundNote) + testNote
  }

  /// What the verdicts count and the errors beside them do not.
  private var testNote: String {
    let count = differences.count { $0.adjustedP != nil }
    guard count > 1 else { return "" }
    return plan.adjustment == .none
      ? "Verdicts: \(count) tests, not adjusted.\n"
      : "Verdicts are adjusted (\(plan.adjustment.rawValue)) for \(count) tests, the ± are not.\n"
  }

  private var boundNote: String {
    let isProven = ranking.bounds.map { results.policies[$0].isProven }
    var text = "Below the line: they know the future and are not ranked."
    if isProven.contains(true) {
      text += " Proven: no policy that keeps what it launches needs fewer cold launches."
    }
    if isProven.contains(false) { text += " Heuristic: a policy may still do better." }
    return Wrap.hanging("", text, indent: 0, width: 100)
  }

  private var rates: [(title: String, metric: String)] {
    (isWait ? [("cold", "cold_launches")] : [])
      + [("purges", "purges"), ("regrets", "regretted_purges")]
  }

  /// The decimals of the two columns with errors.
  private struct Errors {
    let mean: Int
    let difference: Int

    init(_ table: PolicyTable) {
      let policies = table.results.policies.indices
      let halfWidths = policies.compactMap { policy in
        table.results.summary(
          policy: policy, metric: table.ranking.metric, confidence: table.plan.confidence
        ).halfWidth
      }
      mean = NumberText.decimals(forErrors: halfWidths)
      difference = NumberText.decimals(
        forErrors: policies.compactMap { table.difference(of: $0)?.comparison?.halfWidth })
    }
  }

  func difference(of policy: Int) -> PolicyDifference? {
    differences.first { $0.metric == ranking.metric && $0.policy == policy }
  }

  private func cells(_ policy: Int, _ errors: Errors) -> [String] {
    let summary = results.summary(
      policy: policy, metric: ranking.metric, confidence: plan.confidence)
    var cells = [Wrap.shortened(results.policies[policy].label)]
    cells.append(withError(summary.mean, summary.halfWidth, decimals: errors.mean, isSigned: false))
    let isBaseline = results.policies[policy].label == plan.baseline
    let difference = difference(of: policy)
    cells.append(
      isBaseline
        ? "baseline"
        : withError(
          difference?.difference, difference?.comparison?.halfWidth, decimals: errors.difference,
          isSigned: true))
    cells.append(verdict(difference, results.policies[policy]))
    let resumed = mean("resume_frac", policy)
    cells.append(resumed.map { NumberText.fixed($0 * 100, decimals: 1) } ?? "")
    for rate in rates {
      let value = mean(rate.metric, policy).map { $0 / (days ?? 1) }
      cells.append(value.map { NumberText.fixed($0, decimals: 1) } ?? "")
    }
    return cells
  }

  private func verdict(_ difference: PolicyDifference?, _ policy: PolicyIdentity) -> String {
    if policy.isClairvoyant { return policy.boundWords }
    guard let difference, difference.comparison != nil || difference.isExact else { return "" }
    return difference.verdict(level: 1 - plan.confidence).rawValue
  }

  private func mean(_ metric: String, _ policy: Int) -> Double? {
    guard let index = Metric.index(of: metric) else { return nil }
    return results.summary(policy: policy, metric: index, confidence: plan.confidence).mean
  }

  private func withError(
    _ value: Double?, _ error: Double?, decimals: Int, isSigned: Bool
  ) -> String {
    guard let value else { return "" }
    let text =
      isSigned
      ? NumberText.signed(value, decimals: decimals) : NumberText.fixed(value, decimals: decimals)
    guard let error else { return text }
    return "\(text) ± \(NumberText.fixed(error, decimals: decimals))"
  }
}
