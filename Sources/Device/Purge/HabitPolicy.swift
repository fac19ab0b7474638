/// Habit: the least chance of being opened next × launch time ÷ bytes given back goes first.
///
/// The chance is that of ``NextUsePredictor``: recency, three frequencies and an even chance, in
/// proportions learned from this user. Of the policies that use only the past it closes most of the
/// gap between LRU and the bounds (Docs/Policies.md), because it need not be told whether the user
/// follows recency or popularity: where recency rules its weight goes to 1 and the order is LRU's,
/// where popularity rules it is that of a frequency count. A helper's relaunch costs the user no
/// wait, so it is valued at `helper_cost`. One pass over the candidates a purge, about a
/// nanosecond each.
struct HabitPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "habit",
    summary: "least learned chance of being opened next × launch time ÷ bytes given back",
    source: "this project: mixture of recency and frequencies, learned online; O(n) a purge",
    parameters: [
      PolicyParameter(
        "helper_cost", .seconds(0...3600), default: .number(0.1),
        "what the relaunch of an extension or daemon counts")
    ])
  static var order: CandidateOrder { .score }
  static var readsCompression: Bool { true }
  static var ceiling: Double { 0 }

  private var predictor: NextUsePredictor
  private let cost: AppColumn<Double>
  /// 1 for apps, 0 for helpers, whose probability may be 0.
  private let isApp: AppColumn<Double>
  /// What a user app's chance is at least, and what each of its uses adds to it at least.
  private var least = (chance: 0.0, perUse: 0.0)

  init(_ setup: PolicySetup) throws(RunFailure) {
    let helperCost = try setup.number("helper_cost", in: Self.description)
    predictor = NextUsePredictor(setup)
    cost = setup.launchCostColumn(helpers: helperCost)
    let isHelper = setup.helperColumn()
    isApp = AppColumn(1, count: setup.appCount)
    for app in 0..<AppID(setup.appCount) where isHelper[app] { isApp[app] = 0 }
  }

  mutating func didUse(_ use: AppUse) { predictor.count(use.app) }

  /// Value of being kept per chance: times its uses, as the endless memory counts them, which only
  /// a use could change; alone; alone but 0 for helpers.
  mutating func parts(_ candidate: Candidate) -> ScoreParts {
    let app = candidate.app
    let weight = cost[app] * 1024 / Double(max(1, candidate.returnedKiB))
    return ScoreParts(
      time: weight * predictor.uses(app), weight: weight, other: weight * isApp[app])
  }

  mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double {
    -predictor.probability(app) * parts.weight
  }

  mutating func raise(_ best: Double) {
    least = (predictor.leastChance, predictor.leastChancePerUse)
  }

  func mayReach(_ best: Double, _ app: AppID, _ parts: ScoreParts, now: Double) -> Bool {
    least.chance * parts.other + least.perUse * parts.time <= -best * ScoreMargin.one
  }

  func prefetchScore(_ app: AppID) { predictor.prefetch(app) }
}
