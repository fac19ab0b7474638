/// Belady's order for unequal sizes: the largest distance to the next use × footprint goes first.
///
/// The clairvoyant heuristic of cache simulators for objects of unequal size (exact optimality is
/// NP-hard, Berger et al., SIGMETRICS 2018). The distance is counted in planned events. One pass
/// over the candidates a purge, about a nanosecond each; needs the whole plan in memory.
struct BeladySizePolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "belady-size",
    summary: "largest distance to the next planned use × footprint",
    source: "size-aware Belady, as in cache simulators; O(n) a purge", isClairvoyant: true)
  static var order: CandidateOrder { .score }

  private let nextUse: AppColumn<UInt32>
  private var position = 0.0

  init(_ setup: PolicySetup) { nextUse = AppColumn(.max, count: setup.appCount) }

  mutating func didUse(_ use: AppUse) {
    nextUse[use.app] = use.nextUse
    position = Double(use.position)
  }

  mutating func parts(_ candidate: Candidate) -> ScoreParts {
    ScoreParts(
      time: Double(nextUse[candidate.app]), weight: Double(max(1, candidate.footprintKiB)))
  }

  mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double {
    (parts.time - position) * parts.weight
  }

  func mayReach(_ best: Double, _ app: AppID, _ parts: ScoreParts, now: Double) -> Bool {
    (parts.time - position) * parts.weight >= best
  }
}
