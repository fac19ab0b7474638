import Device
public import Experiment
import Scenario
import Statistics
import Workload

/// The result files of a batch.
public enum ResultFile: String, Sendable, CaseIterable {
  case runs, summary, compare, survival, apps, timing, failures
}

/// The rows of the result files; every row carries its point, swept values and policy.
public struct ResultRows {
  private let sweptKeys: [String]
  private let seed: String
  private let points: [Batch.PointRuns]

  /// Rows of a batch.
  init(_ batch: Batch) {
    sweptKeys = batch.scenario.sweptKeys
    seed = "\(batch.scenario.seed)"
    points = batch.points
  }

  /// Rows of results that were read from a folder: ``compare(_:_:)`` only.
  public init(sweptKeys: [String]) {
    self.sweptKeys = sweptKeys
    seed = ""
    points = []
  }

  /// The columns of a file.
  public func columns(of file: ResultFile) -> [String] {
    let identity = ["point"] + sweptKeys
    switch file {
    case .runs:
      let run = ["policy", "replication", "seed", "status"]
      return identity + run + ["fingerprint", "plan_fingerprint", "events"]
        + Metric.all.map(\.name)
    case .summary:
      return identity + [
        "policy", "metric", "n", "mean", "sd", "half_width", "lo", "hi", "confidence", "method",
      ]
    case .compare:
      return identity + [
        "metric", "baseline", "policy", "n", "diff", "lo", "hi", "p", "p_adjusted",
        "correlation", "variance_ratio", "rank",
      ]
    case .survival: return identity + ["policy", "class", "minutes", "n", "alive_frac"]
    case .apps:
      return identity + [
        "policy", "app", "class", "kind", "launches", "starts", "resumes", "background_starts",
        "purges", "regretted_purges",
      ]
    case .timing: return identity + ["policy", "replication", "wall_s", "cpu_s"]
    case .failures: return identity + ["policy", "replication", "seed", "reason"]
    }
  }

  /// The first line of a file.
  public func header(of file: ResultFile) -> String { CSVText(header: columns(of: file)).text }

  func runs(_ point: Int, _ records: [[RunRecord]]) -> String {
    var csv = CSVText()
    forEach(point, records) { policy, replication, record in
      start(&csv, points[point].identity)
      csv.field(policy)
      csv.field("\(replication)")
      csv.field(seed)
      csv.field(record.failure == nil ? "ok" : "failed")
      let hasValues = record.failure == nil
      csv.field(hasValues ? hexadecimal(record.fingerprint) : "")
      csv.field(hasValues ? hexadecimal(record.planFingerprint) : "")
      csv.field(hasValues ? "\(record.events)" : "")
      for (index, metric) in Metric.all.enumerated() {
        let value = hasValues ? record.values[index] : nil
        if metric.isCount { csv.count(value) } else { csv.field(value) }
      }
      csv.endRow()
    }
    return csv.text
  }

  /// The rows of `survival.csv` for a point.
  func survival(_ point: Int, _ details: [RunDetails]) -> String {
    var csv = CSVText()
    for (policy, ofPolicy) in zip(points[point].policies, details) {
      let classes = [nil] + SurvivalTable.classNames.indices.map { Optional($0) }
      for classIndex in classes {
        let count = ofPolicy.survival.count(classIndex: classIndex)
        let shares = ofPolicy.survival.alive(classIndex: classIndex)
        for (minutes, share) in zip(SurvivalTable.minutes, shares) {
          start(&csv, points[point].identity)
          csv.field(policy.label)
          csv.field(classIndex.map { SurvivalTable.classNames[$0] } ?? SavedResults.everyClass)
          csv.field("\(minutes)")
          csv.field("\(count)")
          csv.field(share)
          csv.endRow()
        }
      }
    }
    return csv.text
  }

  /// The rows of `apps.csv` for a policy at a point.
  func apps(_ point: Int, policy: Int, _ details: RunDetails, _ catalog: AppCatalog) -> String {
    var csv = CSVText()
    for (member, app) in details.apps.enumerated() where member < catalog.count {
      let appClass = catalog.classes[catalog.classIndex(of: member)]
      start(&csv, points[point].identity)
      csv.field(points[point].policies[policy].label)
      csv.field(catalog.name(of: member))
      csv.field(appClass.name)
      csv.field(appClass.kind.rawValue)
      let counts = [
        app.starts + app.resumes, app.starts, app.resumes, app.backgroundStarts, app.purges,
        app.regrets,
      ]
      for count in counts { csv.field("\(count)") }
      csv.endRow()
    }
    return csv.text
  }

  func timing(_ point: Int, _ records: [[RunRecord]]) -> String {
    var csv = CSVText()
    forEach(point, records) { policy, replication, record in
      start(&csv, points[point].identity)
      csv.field(policy)
      csv.field("\(replication)")
      csv.field(record.wallSeconds)
      csv.field(record.cpuSeconds)
      csv.endRow()
    }
    return csv.text
  }

  func failures(_ point: Int, _ records: [[RunRecord]]) -> (text: String, count: Int) {
    var csv = CSVText()
    var count = 0
    forEach(point, records) { policy, replication, record in
      guard let reason = record.failure else { return }
      count += 1
      start(&csv, points[point].identity)
      csv.row([policy, "\(replication)", seed, reason])
    }
    return (csv.text, count)
  }

  func summary(_ results: PointResults, confidence: Double) -> String {
    var csv = CSVText()
    for policy in results.policies.indices {
      for metric in Metric.all.indices {
        let summary = results.summary(policy: policy, metric: metric, confidence: confidence)
        start(&csv, results.point)
        csv.field(results.policies[policy].label)
        csv.field(Metric.all[metric].name)
        csv.field("\(summary.count)")
        for value in [summary.mean, summary.sd, summary.halfWidth, summary.lo, summary.hi] {
          csv.field(value)
        }
        csv.field(summary.halfWidth == nil ? nil : confidence)
        csv.field(summary.method.rawValue)
        csv.endRow()
      }
    }
    return csv.text
  }

  /// The rows of `compare.csv` for a point.
  public func compare(_ results: PointResults, _ plan: ComparisonPlan) -> String {
    var csv = CSVText()
    for row in results.differences(plan) {
      start(&csv, results.point)
      csv.field(Metric.all[row.metric].name)
      csv.field(plan.baseline)
      csv.field(results.policies[row.policy].label)
      csv.field("\(row.pairs)")
      let comparison = row.comparison
      let values = [
        row.difference, comparison?.lo, comparison?.hi, comparison?.pValue, row.adjustedP,
        comparison?.correlation, comparison?.varianceRatio,
      ]
      for value in values { csv.field(value) }
      csv.field(row.rank.map { "\($0)" } ?? "")
      csv.endRow()
    }
    return csv.text
  }

  private func start(_ csv: inout CSVText, _ point: PointIdentity) {
    csv.field(point.id)
    for value in point.swept { csv.field(value) }
  }

  private func forEach(
    _ point: Int, _ records: [[RunRecord]],
    _ body: (_ policy: String, _ replication: Int, _ record: RunRecord) -> Void
  ) {
    for (policy, ofPolicy) in zip(points[point].policies, records) {
      for (replication, record) in zip(points[point].replications, ofPolicy) {
        body(policy.label, replication, record)
      }
    }
  }
}
