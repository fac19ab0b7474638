/// Least recently and frequently used: the smallest decayed frequency goes first.
///
/// [Lee et al., IEEE Transactions on Computers 2001.] A use loses half its weight every `half_life`
/// launches of the user; the history survives a purge. O(log candidates) a purge, a logarithm a
/// use.
struct LRFUPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "lrfu", summary: "least decayed frequency of use; survives the purge",
    source: "Lee et al. 2001 (LRFU); O(log n) a purge",
    parameters: [
      PolicyParameter(
        "half_life", .number(0.1...100_000), default: .number(30),
        "launches after which a use counts half")
    ])
  static var order: CandidateOrder { .key }

  private var frequency: DecayedFrequency

  init(_ setup: PolicySetup) throws(RunFailure) {
    let halfLife = try setup.number("half_life", in: Self.description)
    frequency = DecayedFrequency(setup, halfLife: halfLife)
  }

  func prefetchUse(_ app: AppID) { frequency.prefetch(app) }

  mutating func didUse(_ use: AppUse) { frequency.count(use.app) }

  mutating func key(_ candidate: Candidate) -> Double { frequency.logarithm(candidate.app) }
}
