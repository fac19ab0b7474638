/// The former in-kernel low memory killer: highest oom_score_adj, then largest resident size.
///
/// [Linux drivers/staging/android/lowmemorykiller.c.] The bands stand for the scores; resident is
/// what is not compressed. O(log candidates) a purge.
struct KernelLMKPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "kernel-lmk", summary: "largest resident size",
    source: "Linux drivers/staging/android/lowmemorykiller.c; O(log n) a purge")
  static var order: CandidateOrder { .key }
  static var readsCompression: Bool { true }
  static var followsScores: Bool { true }

  init(_ setup: PolicySetup) {}

  mutating func key(_ candidate: Candidate) -> Double { -Double(candidate.residentKiB) }
}
