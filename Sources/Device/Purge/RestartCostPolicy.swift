/// The app that is cheapest to restart goes first; of equals, the one idle longest.
///
/// SWAM's last resort when swapping is not enough [Lim et al., MobiCom 2023]. The cost is the mean
/// cold launch of the app's class. O(log candidates) a purge.
struct RestartCostPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "restart-cost", summary: "cheapest cold launch",
    source: "SWAM, MobiCom 2023; O(log n) a purge")
  static var order: CandidateOrder { .key }

  private let cost: AppColumn<Double>

  init(_ setup: PolicySetup) { cost = setup.launchCostColumn() }

  mutating func key(_ candidate: Candidate) -> Double { cost[candidate.app] }
}
