/// The largest footprint goes first.
///
/// What many expect of a memory killer; neither jetsam nor lmkd does it for cached apps.
/// O(log candidates) a purge.
struct LargestPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "largest", summary: "largest footprint",
    source: "baseline; kernel OOM killers rank by size; O(log n) a purge")
  static var order: CandidateOrder { .key }

  init(_ setup: PolicySetup) {}

  mutating func key(_ candidate: Candidate) -> Double { -Double(candidate.footprintKiB) }
}
