import Device
import Scenario
import Workload

extension BatchRunner {
  // Measured on one core of a server, half as much again for the machine this runs on.
  /// 0.2 µs a planned event and policy.
  private static let secondsPerEvent = 3e-7
  /// 2.3 to 3.6 ns a pair of openings, for the linear programme of `flow`.
  private static let secondsPerPairOfOpenings = 4e-9

  /// A rough estimate of the processor time of the whole batch, in seconds.
  ///
  /// Draws the user plan of one replication of each point, at most of ten points, and takes the
  /// usual time for each of its events; a plan too long to be held is not drawn, its expected
  /// number of events counts. Nil when no plan can be drawn.
  public func estimatedSeconds() -> Double? {
    var seconds = 0.0
    var sampled = 0
    let stride = max(1, batch.points.count / 10)
    for index in Swift.stride(from: 0, to: batch.points.count, by: stride) {
      let runs = batch.points[index]
      guard case .success(let ready) = setUp(index, runs.replications[0]) else { continue }
      let most = runs.point.maxEvents.map(Double.init) ?? .infinity
      let onePolicy = min(ready.plan.expectedEvents, most) * Self.secondsPerEvent
      let onePlan = runs.policies.reduce(0) {
        $0 + onePolicy + Self.secondsBeforehand($1, ready.plan)
      }
      seconds += onePlan * Double(runs.replications.count)
      sampled += 1
    }
    return sampled == 0 ? nil : seconds * Double(batch.points.count) / Double(sampled)
  }

  /// What a policy computes before its run begins.
  private static func secondsBeforehand(_ policy: PolicyEntry, _ plan: UserPlan) -> Double {
    guard policy.specification.name.isExactly("flow") else { return 0 }
    let openings = Double(plan.storedEvents?.count { $0.kind == .open } ?? 0)
    return openings * openings * secondsPerPairOfOpenings
  }
}
