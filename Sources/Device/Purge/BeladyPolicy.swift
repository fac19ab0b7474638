/// Belady's clairvoyant order: the app whose next use is farthest in the future goes first.
///
/// [Belady, IBM Systems Journal 1966.] Optimal for equal sizes in profile `plain`; elsewhere a
/// heuristic bound, because its next use is the next planned open or demand, whatever it frees.
/// O(log candidates) a purge; needs the whole plan in memory.
struct BeladyPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "belady", summary: "next planned use farthest away",
    source: "Belady 1966 (MIN); O(log n) a purge", isClairvoyant: true)
  static var order: CandidateOrder { .key }

  private let nextUse: AppColumn<UInt32>

  init(_ setup: PolicySetup) { nextUse = AppColumn(.max, count: setup.appCount) }

  func prefetchUse(_ app: AppID) { nextUse.prefetch(app) }

  mutating func didUse(_ use: AppUse) { nextUse[use.app] = use.nextUse }

  mutating func key(_ candidate: Candidate) -> Double { -Double(nextUse[candidate.app]) }
}
