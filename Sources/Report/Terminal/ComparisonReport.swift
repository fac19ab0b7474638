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
    var text = ""
    if !sweptKeys.isEmpty {
      let swept = zip(sweptKeys, results.point.swept).map { "\($0) = \($1)" }
      text = "\(swept.joined(separator: ", "))  (point \(results.point.id))\n"
    }
    guard results.policies.contains(where: { $0.label == plan.baseline }) else {
      return text + "The baseline \(plan.baseline) has no runs at this point.\n"
    }
    let differences = results.differences(plan)
    for metric in plan.metrics {
      let rows = differences.filter { $0.metric == metric }
      text += title(metric, results) + table(rows, metric: metric, results) + "\n"
    }
    text += "Differences are policy minus baseline, paired by replication; p is adjusted "
    text += "(\(plan.adjustment.rawValue)).\n"
    if differences.contains(where: \.isExact) {
      text += "exact: on this trace nothing random remains between the two, so nothing is tested.\n"
    }
    text += "corr.: correlation of the pairs; var.: by how much pairing shrinks the variance.\n"
    return text
  }

  private func title(_ metric: Int, _ results: PointResults) -> String {
    let description = Metric.all[metric]
    var text = "\(description.name): \(description.meaning)"
    switch description.better {
    case .lower: text += "; lower is better"
    case .higher: text += "; higher is better"
    case .neither: break
    }
    if let baseline = results.policies.firstIndex(where: { $0.label == plan.baseline }) {
      let summary = results.summary(
        policy: baseline, metric: metric, confidence: plan.confidence)
      if let mean = summary.mean {
        text += "\nbaseline \(plan.baseline): \(number(mean, summary.halfWidth))"
        if let half = summary.halfWidth { text += " ± \(number(half, summary.halfWidth))" }
        text += ", n = \(summary.count)"
      }
    }
    return text + "\n"
  }

  private func table(
    _ rows: [PolicyDifference], metric: Int, _ results: PointResults
  ) -> String {
    var table = TextTable(
      header: [
        [
          "rank", "policy", "difference", "\(NumberText.percent(plan.confidence)) interval", "p",
          "corr.", "var.", "verdict",
        ]
      ],
      sides: [.right, .left, .right, .right, .right, .right, .right, .left])
    let ranks = results.ranks(metric: metric)
    let order = results.policies.indices.sorted { first, second in
      (ranks[first] ?? .max, first) < (ranks[second] ?? .max, second)
    }
    for policy in order {
      if let row = rows.first(where: { $0.policy == policy }) {
        table.row(cells(row, results))
      } else {
        let label = Wrap.shortened(results.policies[policy].label)
        table.row([ranks[policy].map { "\($0)" } ?? "", label, "baseline"])
      }
    }
    return table.text
  }

  private func cells(_ row: PolicyDifference, _ results: PointResults) -> [String] {
    let comparison = row.comparison
    let half = comparison?.halfWidth
    let policy = results.policies[row.policy]
    let isBound = policy.isClairvoyant
    var interval = ""
    if let comparison {
      interval = "\(number(comparison.lo, half)) to \(number(comparison.hi, half))"
    }
    let verdict =
      isBound
      ? policy.boundWords
      : comparison == nil && !row.isExact ? "" : row.verdict(level: 1 - plan.confidence).rawValue
    let decides = Metric.all[row.metric].better != .neither
    return [
      row.rank.map { "\($0)" } ?? "", Wrap.shortened(results.policies[row.policy].label),
      row.difference.map { signed($0, half) } ?? "", interval,
      row.adjustedP.map { NumberText.probability($0) } ?? "",
      comparison?.correlation.map { NumberText.fixed($0, decimals: 2) } ?? "",
      comparison?.varianceRatio.map { NumberText.fixed($0, decimals: 1) } ?? "",
      decides || isBound ? verdict : "",
    ]
  }

  private func number(_ value: Double, _ error: Double?) -> String {
    NumberText.fixed(value, decimals: NumberText.decimals(forError: error ?? 0))
  }

  private func signed(_ value: Double, _ error: Double?) -> String {
    NumberText.signed(value, decimals: NumberText.decimals(forError: error ?? 0))
  }
}
