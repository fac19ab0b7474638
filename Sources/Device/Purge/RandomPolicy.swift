import RandomStreams

/// Any candidate, each with the same probability: the floor a policy must beat.
///
/// Its draws are keyed by the number of the decision, apart from the user's. O(1) a choice.
struct RandomPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "random", summary: "any candidate with equal probability",
    source: "baseline of cache replacement; O(1) a choice")
  static var order: CandidateOrder { .choice }

  private let family: StreamFamily
  private var decision: UInt64 = 0

  init(_ setup: PolicySetup) { family = setup.family }

  mutating func choose(count: Int) -> Int {
    var stream = family.stream(.policy, entity: 0, occurrence: decision)
    decision += 1
    return Int(stream.below(UInt64(count)))
  }
}
