import Device
public import Experiment
import Statistics

/// How much of the gap between a policy and the clairvoyant bound each policy closes: what
/// `jetsim compare --regret` prints.
public struct GapReport {
  /// The policy that closes nothing, where the scenario has it.
  public static let usualReference = "lru"

  private let format: ComparisonReport.Format
  private let reference: String
  private let confidence: Double
  private let sweptKeys: [String]
  private let metrics: [Int]?
  private var parts: [String] = []

  /// A report without points.
  ///
  /// - Parameters:
  ///   - format: How it is written.
  ///   - reference: The label of the policy that closes nothing.
  ///   - confidence: The confidence of the intervals.
  ///   - sweptKeys: The swept fields.
  ///   - metrics: The metrics, as positions in `Metric.all`; nil = the one that decides.
  public init(
    format: ComparisonReport.Format, reference: String, confidence: Double, sweptKeys: [String],
    metrics: [Int]? = nil
  ) {
    self.metrics = metrics
    self.format = format
    self.reference = reference
    self.confidence = confidence
    self.sweptKeys = sweptKeys
  }

  /// Adds a point.
  public mutating func add(_ results: PointResults) {
    let gaps = (metrics ?? [results.decidingMetric]).map { metric in
      results.gap(metric: metric, reference: reference, confidence: confidence)
    }
    switch format {
    case .table:
      parts.append(
        PointHeading.text(sweptKeys, results.point)
          + zip(gaps, metrics ?? [results.decidingMetric])
          .map { table($0, metric: $1, results) }.joined(separator: "\n"))
    case .csv: parts += gaps.map { csv($0, results) }
    case .json: parts += gaps.flatMap { objects($0, results) }
    }
  }

  /// The report.
  public var text: String {
    switch format {
    case .table: parts.joined(separator: "\n")
    case .csv: CSVText(header: ["point"] + sweptKeys + Self.columns).text + parts.joined()
    case .json: parts.isEmpty ? "[]\n" : "[\n" + parts.joined(separator: ",\n") + "\n]\n"
    }
  }

  private static let columns = [
    "metric", "reference", "bound", "policy", "n", "gap_closed_frac", "lo", "hi",
  ]

  /// Why there is no gap.
  private func withoutGap(_ metric: Int, _ results: PointResults) -> String {
    let cold = Metric.index(of: "cold_launches")
    guard let cold, metric != cold,
      results.gap(metric: cold, reference: reference, confidence: confidence) != nil
    else {
      return "No gap: it takes \(reference) and a clairvoyant policy such as belady.\n"
    }
    let bounds = results.policies.indices.filter {
      results.policies[$0].isClairvoyant && !results.values(policy: $0, metric: cold).isEmpty
    }.map { results.policies[$0].label }
    let verb = bounds.count == 1 ? "bounds" : "bound"
    return Wrap.lines(
      "No gap in \(Metric.all[metric].name): \(bounds.joined(separator: ", ")) \(verb) cold "
        + "launches only. Use --metrics cold_launches, or a clairvoyant policy such as belady.",
      width: 100)
  }

  private func table(_ gap: Gap?, metric: Int, _ results: PointResults) -> String {
    guard let gap else { return withoutGap(metric, results) }
    let (reference, bound) = (results.policies[gap.reference], results.policies[gap.bound])
    let digits = MetricDigits(
      results, metric: gap.metric, differences: [], confidence: confidence)
    func mean(_ policy: Int) -> String {
      let summary = results.summary(policy: policy, metric: gap.metric, confidence: confidence)
      return summary.mean == nil ? "?" : digits.mean(summary) + (digits.isShare ? " %" : "")
    }
    var text =
      "\(Metric.all[gap.metric].name): \(reference.label) \(mean(gap.reference)), "
      + "\(bound.boundWords) \(bound.label) \(mean(gap.bound))\n"
    guard gap.policies.contains(where: { $0.share != nil }) else {
      return text + "The bound is no better: there is no gap to close.\n"
    }
    var table = TextTable(
      header: [
        ["", "gap closed", NumberText.percent(confidence)], ["policy", "%", "interval"],
      ], sides: [.left, .right, .right], labels: 0)
    for policy in gap.policies {
      let interval = policy.interval.map { "\(percent($0.lo)) to \(percent($0.hi))" } ?? ""
      table.row(
        [
          results.policies[policy.policy].label,
          policy.share.map(percent) ?? "", interval,
        ])
    }
    text += table.text
    text += "0 % = \(reference.label), 100 % = \(bound.label), which knows the future"
    return text + (bound.isProven ? ".\n" : " and still is no proven bound.\n")
  }

  private func percent(_ share: Double) -> String { NumberText.fixed(share * 100, decimals: 1) }

  private func csv(_ gap: Gap?, _ results: PointResults) -> String {
    guard let gap else { return "" }
    var csv = CSVText()
    for policy in gap.policies {
      for value in [results.point.id] + results.point.swept { csv.field(value) }
      csv.field(Metric.all[gap.metric].name)
      csv.field(results.policies[gap.reference].label)
      csv.field(results.policies[gap.bound].label)
      csv.field(results.policies[policy.policy].label)
      csv.field("\(policy.count)")
      for value in [policy.share, policy.interval?.lo, policy.interval?.hi] { csv.field(value) }
      csv.endRow()
    }
    return csv.text
  }

  private func objects(_ gap: Gap?, _ results: PointResults) -> [String] {
    guard let gap else { return [] }
    return gap.policies.map { policy in
      let values = [
        JSONText.string(Metric.all[gap.metric].name),
        JSONText.string(results.policies[gap.reference].label),
        JSONText.string(results.policies[gap.bound].label),
        JSONText.string(results.policies[policy.policy].label), "\(policy.count)",
        JSONText.number(policy.share), JSONText.number(policy.interval?.lo),
        JSONText.number(policy.interval?.hi),
      ]
      let identity = [results.point.id] + results.point.swept
      let fields = zip(["point"] + sweptKeys + Self.columns, identity.map(JSONText.string) + values)
      return "  {" + fields.map { "\(JSONText.string($0)): \($1)" }.joined(separator: ", ") + "}"
    }
  }
}
