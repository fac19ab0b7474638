import Workload
import Device
public import Experiment
import Statistics

/// The answer at one point: which policy makes the user wait least, and whether that is certain.
public struct PolicyTable {
  let results: PointResults
  let plan: ComparisonPlan
  let ranking: Ranking
  /// How the deciding metric is written.
  let digits: MetricDigits
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
    digits = MetricDigits(
      results, metric: metric, differences: differences, confidence: plan.confidence)
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
    let rates = makeRates()
    let policies = results.policies.indices
    func error(_ exists: Bool) -> [String] { exists ? ["± \(percent)"] : [] }
    let hasErrors = policies.contains { summary($0).halfWidth != nil }
    let hasDifferenceErrors = policies.contains { difference(of: $0)?.comparison != nil }
    let baseline = plan.baseline.count <= 20 ? plan.baseline : "baseline"
    var table = TextTable(
      header: [
        ["", isWait ? "wait" : "cold launches", "vs \(baseline)", "", "resumed"]
          + rates.map(\.title),
        [
          "policy", ((isWait ? ["s/day"] : []) + error(hasErrors)).joined(separator: " "),
          error(hasDifferenceErrors).joined(), "verdict", "%",
        ] + rates.map { _ in days == nil ? "a run" : "/day" },
      ],
      sides: [.left, .measured, .measured, .left, .right] + rates.map { _ in .right }, labels: 0)
    for policy in ranking.ranked { table.row(cells(policy, rates)) }
    if !ranking.bounds.isEmpty {
      table.rule()
      for policy in ranking.bounds { table.row(cells(policy, rates)) }
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

  /// A column of counts, a day or a run.
  private struct Rate {
    let title: String
    let metric: String
    let decimals: Int
  }

  private func makeRates() -> [Rate] {
    let columns =
      (isWait ? [("cold", "cold_launches")] : [])
      + [("purges", "purges"), ("regrets", "regretted_purges")]
    return columns.map { title, metric in
      let means = results.policies.indices.compactMap { mean(metric, $0) }
      // Counts of a single run are whole; a rate keeps a decimal, and more where all are small.
      let isWhole = days == nil && means.allSatisfy { $0 == $0.rounded() }
      let largest = (means.max() ?? 0) / (days ?? 1)
      return Rate(
        title: title, metric: metric,
        decimals: isWhole ? 0 : max(1, NumberText.decimals(digits: 1, of: largest)))
    }
  }

  func difference(of policy: Int) -> PolicyDifference? {
    differences.first { $0.metric == ranking.metric && $0.policy == policy }
  }

  private func summary(_ policy: Int) -> Summary {
    results.summary(policy: policy, metric: ranking.metric, confidence: plan.confidence)
  }

  private func cells(_ policy: Int, _ rates: [Rate]) -> [String] {
    let identity = results.policies[policy]
    var cells = [identity.label]
    cells.append(digits.mean(summary(policy)))
    let difference = difference(of: policy)
    if identity.label.isExactly(plan.baseline) {
      cells.append("baseline")
    } else {
      let error = difference?.comparison.map { " ± " + digits.difference($0.halfWidth) } ?? ""
      cells.append((difference.map(digits.signed) ?? "") + error)
    }
    cells.append(verdict(difference, identity))
    let resumed = mean("resume_frac", policy)
    cells.append(resumed.map { NumberText.fixed($0 * 100, decimals: 1) } ?? "")
    for rate in rates {
      let value = mean(rate.metric, policy).map { $0 / (days ?? 1) }
      cells.append(value.map { NumberText.fixed($0, decimals: rate.decimals) } ?? "")
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
}
