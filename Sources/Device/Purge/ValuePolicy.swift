/// SmartLMK: the least launch time saved per byte × chance of use goes first.
///
/// [Kim et al., ACM TECS 15(3) 2016.] The chance that an app is used within the horizon is
/// horizon ÷ (horizon + expected wait): the use comes before an exponential time of that mean. The
/// expected wait is the mean gap between its uses, or the time since the last one when that is
/// longer. The paper kills several apps at once; the kill loop does so one by one. One pass over
/// the candidates a purge, below a nanosecond each.
struct ValuePolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "value", summary: "least chance of use × launch time ÷ bytes given back",
    source: "SmartLMK, ACM TECS 15(3) 2016; O(n) a purge",
    parameters: [
      PolicyParameter(
        "horizon", .seconds(1...31_536_000), default: .number(3600),
        "how far ahead a use counts"),
      PolicyParameter(
        "memory", .number(0.01...1), default: .number(0.25),
        "weight of the newest gap in the mean gap between uses"),
    ])
  static var order: CandidateOrder { .score }
  static var readsCompression: Bool { true }

  private let horizon: Double
  private let memory: Double
  private let cost: AppColumn<Double>
  /// Last use; the start of the run while there was none.
  private let lastUse: AppColumn<Double>
  private let wasUsed: AppColumn<Bool>
  private let gap: AppColumn<Double>

  init(_ setup: PolicySetup) throws(RunFailure) {
    let horizon = try setup.number("horizon", in: Self.description)
    let memory = try setup.number("memory", in: Self.description)
    self.horizon = horizon
    self.memory = memory
    cost = setup.launchCostColumn()
    lastUse = AppColumn(0, count: setup.appCount)
    wasUsed = AppColumn(false, count: setup.appCount)
    gap = AppColumn(-1, count: setup.appCount)
  }

  mutating func didUse(_ use: AppUse) {
    let time = Double(use.time)
    if wasUsed[use.app] {
      let newest = (time - lastUse[use.app]) / 1e6
      let mean = gap[use.app]
      gap[use.app] = mean < 0 ? newest : mean + memory * (newest - mean)
    }
    lastUse[use.app] = time
    wasUsed[use.app] = true
  }

  mutating func parts(_ candidate: Candidate) -> ScoreParts {
    ScoreParts(
      time: lastUse[candidate.app],
      weight: cost[candidate.app] * 1024 / Double(max(1, candidate.returnedKiB)) * horizon,
      other: max(0, gap[candidate.app]))
  }

  mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double {
    let wait = max(parts.other, (now - parts.time) / 1e6)
    return -parts.weight / (horizon + wait)
  }

  func mayReach(_ best: Double, _ app: AppID, _ parts: ScoreParts, now: Double) -> Bool {
    let age = (now - parts.time) * 1e-6
    // Unlike `max` one instruction, whatever the sign of a zero.
    let wait = age > parts.other ? age : parts.other
    return parts.weight <= -best * ScoreMargin.one * (horizon + wait)
  }
}
