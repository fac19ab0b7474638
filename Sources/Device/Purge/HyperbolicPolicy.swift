import Workload

/// Hyperbolic caching: the fewest uses per residence time and byte goes first.
///
/// [Blankstein, Sen & Freedman, USENIX ATC 2017.] Uses and residence count from the start of the
/// process. One pass over the candidates a purge, below a nanosecond each.
struct HyperbolicPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "hyperbolic", summary: "fewest uses ÷ (time since its start × footprint)",
    source: "Blankstein, Sen & Freedman 2017 (hyperbolic caching); O(n) a purge")
  static var order: CandidateOrder { .score }

  private let started: AppColumn<Double>
  private let uses: AppColumn<UInt32>

  init(_ setup: PolicySetup) {
    started = AppColumn(0, count: setup.appCount)
    uses = AppColumn(0, count: setup.appCount)
  }

  mutating func didUse(_ use: AppUse) { uses[use.app] = use.isStart ? 1 : uses[use.app] &+ 1 }

  mutating func didStart(_ app: AppID, at time: Ticks) { started[app] = Double(time) }

  mutating func didEnd(_ app: AppID) { uses[app] = 0 }

  mutating func parts(_ candidate: Candidate) -> ScoreParts {
    ScoreParts(
      time: started[candidate.app], weight: Double(uses[candidate.app]),
      other: Double(max(1, candidate.footprintKiB)) / 1024)
  }

  mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double {
    // A process that started in this very tick is one tick old.
    -parts.weight / (max(1, now - parts.time) / 1e6 * parts.other)
  }

  func mayReach(_ best: Double, _ app: AppID, _ parts: ScoreParts, now: Double) -> Bool {
    parts.weight <= -best * ScoreMargin.perTick * (max(1, now - parts.time) * parts.other)
  }
}
