import Device
public import Experiment
import Scenario

/// What a batch prints at its end: for each point a table and the answer in words.
public struct BatchReport {
  /// Beyond this many points only answers are printed, and beyond ``answerLimit`` nothing.
  private static let tableLimit = 12
  private static let answerLimit = 100

  private let batch: Batch
  private var blocks: [String] = []
  private var withoutAnswer = 0

  /// A report without points.
  public init(_ batch: Batch) { self.batch = batch }

  /// The metrics that a report shows, as positions in `Metric.all`.
  public static func metrics(_ plan: ComparisonPlan) -> [Int] {
    let shown = [
      "wait_s_per_day", "resume_frac", "cold_launches", "purges", "regretted_purges",
    ]
    return plan.metrics + shown.compactMap { Metric.index(of: $0) }
  }

  /// Adds a point.
  ///
  /// - Parameters:
  ///   - index: The point's number in the batch.
  ///   - results: Its values.
  ///   - days: Measured days of a replication; nil when not known.
  ///   - survival: The shares of left apps that are still alive; empty = not shown.
  public mutating func add(
    point index: Int, _ results: PointResults, days: Double?, survival: [SurvivalShares] = []
  ) {
    guard blocks.count < Self.answerLimit else {
      withoutAnswer += 1
      return
    }
    let table = PolicyTable(results: results, plan: batch.comparison, days: days)
    var block = PointHeading.text(batch.scenario.sweptKeys, batch.points[index].identity)
    if blocks.count < Self.tableLimit { block += table.text }
    block += Wrap.lines(table.answer, width: 100)
    if batch.points.count == 1 { block += SurvivalReport(survival, order: table.order).text }
    blocks.append(block)
  }

  /// What is said of runs that failed.
  public static func failed(_ count: Int, file: String) -> String {
    "\(plural(count, "run")) failed: \(file) says why\n"
  }

  /// The report.
  public var text: String {
    var text = title + "\n\n" + blocks.joined(separator: "\n")
    if withoutAnswer > 0 {
      text += "\n\(Self.plural(withoutAnswer, "more point")): see summary.csv and compare.csv\n"
    }
    return text
  }

  private var title: String {
    let first = batch.points[0]
    let lengths = batch.points.map(\.durationSeconds)
    var parts = [
      Self.plural(batch.points.count, "point"), Self.plural(first.policies.count, "policy"),
    ]
    var replications = Self.plural(first.replications.count, "replication")
    if let duration = first.durationSeconds, lengths.allSatisfy({ $0 == duration }) {
      replications += " of \(days(duration))"
      if first.warmUpSeconds > 0 { replications += " (\(days(first.warmUpSeconds)) warm-up)" }
    }
    parts.append(replications)
    return "\(batch.scenario.name): \(parts.joined(separator: " × ")), seed \(batch.scenario.seed)"
  }

  private static func plural(_ count: Int, _ word: String) -> String {
    if count == 1 { return "1 \(word)" }
    let number = NumberText.grouped(UInt64(count))
    return word.hasSuffix("y") ? "\(number) \(word.dropLast())ies" : "\(number) \(word)s"
  }

  private func days(_ seconds: Double) -> String {
    let days = seconds / 86_400
    guard days >= 1 else { return NumberText.duration(seconds: seconds) }
    return NumberText.fixed(days, decimals: days == days.rounded() ? 0 : 1) + " d"
  }
}
