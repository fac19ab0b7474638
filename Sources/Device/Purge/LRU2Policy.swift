/// LRU-2: the app whose last use but one is longest ago goes first.
///
/// [O'Neil, O'Neil & Weikum, SIGMOD 1993, LRU-K with K = 2.] The two times survive a purge. Apps
/// used only once go before all others, the oldest band change first. O(log candidates) a purge.
struct LRU2Policy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "lru2", summary: "last use but one longest ago",
    source: "O'Neil, O'Neil & Weikum 1993 (LRU-K, K = 2); O(log n) a purge")
  static var order: CandidateOrder { .key }

  private static let never = -1.0
  private let lastUse: AppColumn<Double>
  private let useBefore: AppColumn<Double>

  init(_ setup: PolicySetup) {
    lastUse = AppColumn(Self.never, count: setup.appCount)
    useBefore = AppColumn(Self.never, count: setup.appCount)
  }

  func prefetchUse(_ app: AppID) {
    lastUse.prefetch(app)
    useBefore.prefetch(app)
  }

  mutating func didUse(_ use: AppUse) {
    useBefore[use.app] = lastUse[use.app]
    lastUse[use.app] = Double(use.time)
  }

  mutating func key(_ candidate: Candidate) -> Double { useBefore[candidate.app] }
}
