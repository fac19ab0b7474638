/// LRU-2: the app whose last use but one is longest ago goes first.
///
/// [O'Neil, O'Neil & Weikum, SIGMOD 1993, LRU-K with K = 2.] The two times survive a purge. Apps
/// used only once go before all others, the oldest band change first. O(log candidates) a purge.
struct LRU2Policy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "lru2", summary: "last use but one longest ago",
    source: "O'Neil, O'Neil & Weikum 1993 (LRU-K, K = 2); O(log n) a purge")
  static var order: CandidateOrder { .key }

  /// The last two uses of an app, −1 = never.
  private struct Uses: BitwiseCopyable {
    var last = -1.0
    var before = -1.0
  }

  private let uses: AppColumn<Uses>

  init(_ setup: PolicySetup) { uses = AppColumn(Uses(), count: setup.appCount) }

  func prefetchUse(_ app: AppID) { uses.prefetch(app) }

  mutating func didUse(_ use: AppUse) {
    uses[use.app] = Uses(last: Double(use.time), before: uses[use.app].last)
  }

  mutating func key(_ candidate: Candidate) -> Double { uses[candidate.app].before }
}
