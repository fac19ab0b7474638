import Workload
import Device
public import Experiment
import Statistics

/// Differences to the baseline, metric by metric: what `jetsim compare` prints.
public struct ComparisonReport {
  /// The forms it can be printed in.
  public enum Format: String, Sendable, CaseIterable {
    /// Aligned columns for people.
    case table
    /// The rows of `compare.csv`.
    case csv
    /// A list of objects with the columns of `compare.csv`.
    case json
  }

  private let format: Format
  private let plan: ComparisonPlan
  private let sweptKeys: [String]
  private let rows: ResultRows
  private var parts: [String] = []

  /// A report without points.
  ///
  /// - Parameters:
  ///   - format: The form.
  ///   - plan: What is compared to what.
  ///   - sweptKeys: The names of the swept fields.
  public init(format: Format, plan: ComparisonPlan, sweptKeys: [String]) {
    self.format = format
    self.plan = plan
    self.sweptKeys = sweptKeys
    rows = ResultRows(sweptKeys: sweptKeys)
  }

  /// Adds a point.
  public mutating func add(_ results: PointResults) {
    switch format {
    case .table: parts.append(table(results))
    case .csv: parts.append(rows.compare(results, plan))
    case .json: parts += results.differences(plan).map { object($0, results) }
    }
  }

  /// The report.
  public var text: String {
    switch format {
    case .table: parts.joined(separator: "\n")
    case .csv: rows.header(of: .compare) + parts.joined()
    case .json: parts.isEmpty ? "[]\n" : "[\n" + parts.joined(separator: ",\n") + "\n]\n"
    }
  }

  private func object(_ row: PolicyDifference, _ results: PointResults) -> String {
    var fields = [("point", JSONText.string(results.point.id))]
    fields += zip(sweptKeys, results.point.swept).map { ($0, JSONText.string($1)) }
    fields += [
      ("metric", JSONText.string(Metric.all[row.metric].name)),
      ("baseline", JSONText.string(plan.baseline)),
      ("policy", JSONText.string(results.policies[row.policy].label)),
      ("n", "\(row.pairs)"),
      ("diff", JSONText.number(row.difference)),
      ("lo", JSONText.number(row.comparison?.lo)),
      ("hi", JSONText.number(row.comparison?.hi)),
      ("p", JSONText.number(row.comparison?.pValue)),
      ("p_adjusted", JSONText.number(row.adjustedP)),
      ("correlation", JSONText.number(row.comparison?.correlation)),
      ("variance_ratio", JSONText.number(row.comparison?.varianceRatio)),
      ("rank", row.rank.map { "\($0)" } ?? "null"),
    ]
    return "  {" + fields.map { "\(JSONText.string($0)): \($1)" }.joined(separator: ", ") + "}"
  }

  private func table(_ results: PointResults) -> String {
    var text = PointHeading.text(sweptKeys, results.point)
    guard results.policies.contains(where: { $0.label.isExactly(plan.baseline) }) else {
      return text + "The baseline \(plan.baseline) has no runs at this point.\n"
    }
    let differences = results.differences(plan)
    for metric in plan.metrics {
      let digits = MetricDigits(
        results, metric: metric, differences: differences, confidence: plan.confidence)
      text += title(metric, digits, results)
      text += table(differences.filter { $0.metric == metric }, metric, digits, results) + "\n"
    }
    return text + footer(differences)
  }

  /// What the columns mean, as far as they are there.
  private func footer(_ differences: [PolicyDifference]) -> String {
    var lines = ["Differences are policy minus baseline, paired by replication."]
    let tests = differences.count { $0.adjustedP != nil }
    let count = tests == 1 ? "1 test" : "\(tests) tests"
    if tests > 0, plan.adjustment == .none {
      lines.append("p and verdict are not adjusted for the \(count) shown.")
    } else if tests > 0 {
      lines.append(
        "p and verdict are adjusted (\(plan.adjustment.rawValue)) for the \(count) of the metrics "
          + "shown; another choice of --metrics is another number of tests.")
    }
    if differences.contains(where: \.isExact) {
      lines.append(
        "exact: on this trace nothing random remains between the two, so nothing is tested.")
    }
    if differences.contains(where: { $0.pairs == 1 && $0.comparison == nil && !$0.isExact }) {
      lines.append("One replication: no interval and no test.")
    }
    if differences.contains(where: { $0.comparison?.correlation != nil }) {
      lines.append("corr.: correlation of the pairs.")
    }
    if differences.contains(where: { $0.comparison?.varianceRatio != nil }) {
      lines.append("var.: by how much pairing shrinks the variance.")
    }
    return lines.map { Wrap.lines($0, width: 100) }.joined()
  }

  private func title(
    _ metric: Int, _ digits: MetricDigits, _ results: PointResults
  ) -> String {
    let description = Metric.all[metric]
    var text = "\(description.name): \(description.meaning)"
    switch description.better {
    case .lower: text += "; lower is better"
    case .higher: text += "; higher is better"
    case .neither: break
    }
    if digits.isShare { text += "; in %, differences in percentage points" }
    text = Wrap.lines(text, width: 100)
    if let baseline = results.policies.firstIndex(where: { $0.label.isExactly(plan.baseline) }) {
      let summary = results.summary(
        policy: baseline, metric: metric, confidence: plan.confidence)
      if summary.mean != nil {
        text += "baseline \(plan.baseline): \(digits.mean(summary))"
        if digits.isShare { text += " %" }
        text += ", n = \(summary.count)\n"
      }
    }
    return text
  }

  private func table(
    _ rows: [PolicyDifference], _ metric: Int, _ digits: MetricDigits, _ results: PointResults
  ) -> String {
    var table = TextTable(
      header: [
        [
          "rank", "policy", "difference", "\(NumberText.percent(plan.confidence)) interval", "p",
          "corr.", "var.", "verdict",
        ]
      ],
      sides: [.right, .left, .measured, .right, .right, .right, .right, .left], labels: 1)
    let ranks = results.ranks(metric: metric)
    let order = results.policies.indices.sorted { first, second in
      (ranks[first] ?? .max, first) < (ranks[second] ?? .max, second)
    }
    for policy in order {
      if let row = rows.first(where: { $0.policy == policy }) {
        table.row(cells(row, digits, results))
      } else {
        table.row(
          [ranks[policy].map { "\($0)" } ?? "", results.policies[policy].label, "baseline"])
      }
    }
    return table.text
  }

  private func cells(
    _ row: PolicyDifference, _ digits: MetricDigits, _ results: PointResults
  ) -> [String] {
    let comparison = row.comparison
    let policy = results.policies[row.policy]
    let isBound = policy.isClairvoyant
    var interval = ""
    if let comparison {
      interval = "\(digits.difference(comparison.lo)) to \(digits.difference(comparison.hi))"
    }
    let verdict =
      isBound
      ? policy.boundWords
      : comparison == nil && !row.isExact ? "" : row.verdict(level: 1 - plan.confidence).rawValue
    let decides = Metric.all[row.metric].better != .neither
    return [
      row.rank.map { "\($0)" } ?? "", policy.label, digits.signed(row),
      interval, row.adjustedP.map { NumberText.probability($0) } ?? "",
      comparison?.correlation.map { NumberText.fixed($0, decimals: 2) } ?? "",
      comparison?.varianceRatio.map { NumberText.fixed($0, decimals: 1) } ?? "",
      decides || isBound ? verdict : "",
    ]
  }
}
