import Glibc

/// Decayed frequency per byte: the smallest decayed frequency ÷ footprint goes first.
///
/// `lrfu` for unequal sizes. O(log candidates) a purge, a logarithm a use and one a candidate.
struct LRFUSizePolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "lrfu-size", summary: "least decayed frequency of use ÷ footprint",
    source: "LRFU (Lee et al. 2001) per byte; O(log n) a purge",
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

  mutating func key(_ candidate: Candidate) -> Double {
    frequency.logarithm(candidate.app) - log2(Double(max(1, candidate.footprintKiB)))
  }
}
