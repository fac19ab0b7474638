import Workload

/// First in, first out: the app that was started longest ago goes first.
///
/// The oldest baseline of cache replacement; it ignores use. O(log candidates) a purge.
struct FIFOPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "fifo", summary: "longest since its start",
    source: "baseline of cache replacement; O(log n) a purge")
  static var order: CandidateOrder { .key }

  private let started: AppColumn<Double>

  init(_ setup: PolicySetup) { started = AppColumn(0, count: setup.appCount) }

  func prefetchUse(_ app: AppID) { started.prefetch(app) }

  mutating func didStart(_ app: AppID, at time: Ticks) { started[app] = Double(time) }

  mutating func key(_ candidate: Candidate) -> Double { started[candidate.app] }
}
