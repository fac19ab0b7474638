/// Most recently used: the app whose last use is most recent goes first.
///
/// Best for cyclic use and bad for people: a ceiling for how wrong recency can be read.
/// O(log candidates) a purge.
struct MRUPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "mru", summary: "shortest since the user last opened it",
    source: "baseline of cache replacement; O(log n) a purge")
  static var order: CandidateOrder { .key }

  private let lastUse: AppColumn<Double>

  init(_ setup: PolicySetup) { lastUse = AppColumn(0, count: setup.appCount) }

  func prefetchUse(_ app: AppID) { lastUse.prefetch(app) }

  mutating func didUse(_ use: AppUse) { lastUse[use.app] = Double(use.time) }

  mutating func key(_ candidate: Candidate) -> Double { -lastUse[candidate.app] }
}
