import Workload

/// Time to live: what was not used for 'after' is purged though memory is not short; under pressure
/// the one whose time is up first goes.
///
/// Android trimmed empty processes half an hour after their use (AOSP ActivityManager, old
/// releases). Without `renewed` the time counts from the start of the process and uses do not
/// extend it. Only idle apps are purged; one whose time ran out in front goes when it becomes idle.
/// O(log candidates) a purge, one timer.
struct TTLPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "ttl", summary: "not used for 'after': purged without shortage, cause ttl",
    source: "AOSP ActivityManager (empty processes, old releases); O(log n) a purge",
    parameters: [
      PolicyParameter(
        "after", .seconds(1...31_536_000), default: .number(1800),
        "time to live of an idle process"),
      PolicyParameter(
        "renewed", .flag, default: .flag(true),
        "whether a use renews the time, else it counts from the start"),
    ])
  static var order: CandidateOrder { .key }
  static var ownCause: PurgeCause? { .ttl }

  private let lifetime: Double
  private let isRenewed: Bool
  private let began: AppColumn<Double>

  init(_ setup: PolicySetup) throws(RunFailure) {
    lifetime = try setup.number("after", in: Self.description) * 1e6
    isRenewed = setup.flag("renewed", in: Self.description)
    began = AppColumn(0, count: setup.appCount)
  }

  mutating func didUse(_ use: AppUse) {
    if isRenewed { began[use.app] = Double(use.time) }
  }

  mutating func didStart(_ app: AppID, at time: Ticks) { began[app] = Double(time) }

  mutating func key(_ candidate: Candidate) -> Double { began[candidate.app] }

  mutating func triggeredVictim(_ state: TriggerState) -> AppID? {
    state.firstKey + lifetime <= Double(state.now) ? state.first : nil
  }

  mutating func nextAsk(_ state: TriggerState) -> Ticks {
    Ticks((state.firstKey + lifetime).rounded(.up))
  }
}
