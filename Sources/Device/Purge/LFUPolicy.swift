/// Least frequently used: fewest uses since its start goes first; the count restarts with the app.
///
/// Ties: who reached the count first, which is the oldest band change. O(log candidates) a purge.
struct LFUPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "lfu", summary: "fewest uses since its start",
    source: "baseline of cache replacement (in-cache LFU); O(log n) a purge")
  static var order: CandidateOrder { .key }

  private let uses: AppColumn<UInt32>

  init(_ setup: PolicySetup) { uses = AppColumn(0, count: setup.appCount) }

  func prefetchUse(_ app: AppID) { uses.prefetch(app) }

  mutating func didUse(_ use: AppUse) { uses[use.app] = use.isStart ? 1 : uses[use.app] &+ 1 }

  mutating func didEnd(_ app: AppID) { uses[app] = 0 }

  mutating func key(_ candidate: Candidate) -> Double { Double(uses[candidate.app]) }
}
