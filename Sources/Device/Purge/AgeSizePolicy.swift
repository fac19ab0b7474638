/// Idle time × footprint: the largest product goes first.
///
/// The idle time is the one since the last band change. One pass over the candidates a purge, below
/// a nanosecond each.
struct AgeSizePolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "age-size", summary: "largest idle time × footprint",
    source: "space-time product (Smith 1981, STP of file migration); O(n) a purge")
  static var order: CandidateOrder { .score }

  init(_ setup: PolicySetup) {}

  mutating func parts(_ candidate: Candidate) -> ScoreParts {
    ScoreParts(time: Double(candidate.bandChange), weight: Double(candidate.footprintKiB) / 1024)
  }

  mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double {
    (now - parts.time) / 1e6 * parts.weight
  }

  // Without the division, which would be most of the cost.
  func mayReach(_ best: Double, _ app: AppID, _ parts: ScoreParts, now: Double) -> Bool {
    (now - parts.time) * parts.weight * ScoreMargin.perTick >= best
  }
}
