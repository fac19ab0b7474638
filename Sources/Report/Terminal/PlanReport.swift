public import Experiment
import Scenario

/// The runs of a batch before they are run: what `jetsim plan` prints.
public struct PlanReport {
  private let batch: Batch

  /// A report about a batch.
  public init(_ batch: Batch) { self.batch = batch }

  /// One row a point and policy: ids, and how many replications there are.
  public var text: String {
    var csv = CSVText(header: ["point"] + batch.scenario.sweptKeys + ["policy", "replications"])
    for runs in batch.points {
      for policy in runs.policies {
        csv.row(
          [runs.point.id] + runs.point.swept.map(\.text)
            + [policy.label, "\(runs.replications.count)"])
      }
    }
    return csv.text
  }

  /// `3 points, 27 runs`.
  public var size: String {
    let points =
      batch.points.count == 1
      ? "1 point" : NumberText.grouped(UInt64(batch.points.count)) + " points"
    let runs =
      batch.runCount == 1 ? "1 run" : NumberText.grouped(UInt64(batch.runCount)) + " runs"
    return "\(points), \(runs)"
  }

  /// The size and how long it takes.
  ///
  /// - Parameters:
  ///   - estimate: Processor seconds; nil when that cannot be told.
  ///   - jobs: The number of threads.
  /// - Returns: One line with its line end.
  public func closing(estimate: Double?, jobs: Int) -> String {
    guard let estimate else { return size + "\n" }
    let wall = NumberText.duration(seconds: max(1, estimate / Double(jobs)))
    return "\(size), about \(wall) on \(jobs == 1 ? "1 thread" : "\(jobs) threads")\n"
  }
}
