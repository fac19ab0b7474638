import Workload

/// systemd-oomd: the process that holds most swap goes first; memory and swap both nearly full for
/// some time: purged at once.
///
/// [man oomd.conf, SwapUsedLimit=90 %; Meta's oomd rests 15 s after a kill.] The compressor's pool
/// stands for the swap, compressed memory for a process's use of it. The trigger needs available
/// memory below 1 − `used` and the pool above `used` of its limit for `duration`, and a victim that
/// holds more than 5 % of what is compressed; cause oomd. O(log candidates) a purge, one timer.
struct OomdPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "oomd", summary: "most compressed memory; memory and pool nearly full: purged at once",
    source: "systemd-oomd (oomd.conf), Meta oomd (core plugins); O(log n) a purge",
    parameters: [
      PolicyParameter(
        "used", .number(0...1), default: .number(0.9),
        "share of memory and of the compressor's pool in use above which it acts"),
      PolicyParameter(
        "duration", .seconds(0...86_400), default: .number(30), "how long both must last"),
      PolicyParameter(
        "rest", .seconds(0...86_400), default: .number(15), "time without a kill after a kill"),
    ])
  static var order: CandidateOrder { .key }
  static var readsCompression: Bool { true }
  static var ownCause: PurgeCause? { .oomd }

  private static let leastShare = 0.05
  private let used: Double
  private let duration: Ticks
  private let rest: Ticks
  private var shortSince = Ticks.max
  private var restsUntil: Ticks = 0

  init(_ setup: PolicySetup) throws(RunFailure) {
    let used = try setup.number("used", in: Self.description)
    let duration = try setup.number("duration", in: Self.description)
    let rest = try setup.number("rest", in: Self.description)
    self.used = used
    self.duration = Ticks(rounding: duration)
    self.rest = Ticks(rounding: rest)
  }

  mutating func key(_ candidate: Candidate) -> Double { -Double(candidate.compressedKiB) }

  mutating func triggeredVictim(_ state: TriggerState) -> AppID? {
    guard 1 - state.availableFraction > used, state.poolFraction > used else {
      shortSince = .max
      return nil
    }
    if shortSince == .max { shortSince = state.now }
    guard state.now - shortSince >= duration, state.now >= restsUntil,
      -state.firstKey > Self.leastShare * state.compressedKiB
    else { return nil }
    restsUntil = state.now + rest
    return state.first
  }

  mutating func nextAsk(_ state: TriggerState) -> Ticks {
    shortSince == .max ? .max : max(shortSince + duration, restsUntil)
  }
}
