/// The smallest footprint goes first.
///
/// The mirror of `largest`: many purges for little memory. O(log candidates) a purge.
struct SmallestPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "smallest", summary: "smallest footprint",
    source: "baseline of cache replacement; O(log n) a purge")
  static var order: CandidateOrder { .key }

  init(_ setup: PolicySetup) {}

  mutating func key(_ candidate: Candidate) -> Double { Double(candidate.footprintKiB) }
}
