/// Greedy-Dual-Size-Frequency: smallest L + uses × cost / size goes first; L is the priority of the
/// last victim.
///
/// [Cherkasova, HP Labs 1998.] Cost is the mean cold launch in seconds or a constant; size is the
/// footprint in MiB at the use. A launched app is always admitted; with `bypass`, in profile
/// `plain`, the newcomer may be its own victim, as in cache simulators. O(log candidates) a purge.
struct GDSFPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "gdsf", summary: "least inflation + uses × cost ÷ size",
    source: "Cherkasova 1998, Greedy-Dual-Size-Frequency; O(log n) a purge",
    parameters: [
      PolicyParameter(
        "cost", .word(["launch"], orNumber: true), default: .word("launch"),
        "cost of a miss: 'launch' = the class's mean cold launch in seconds, or a number"),
      PolicyParameter(
        "bypass", .flag, default: .flag(false),
        "profile plain only: the newcomer may be its own victim"),
    ])
  static var order: CandidateOrder { .key }
  let isBypassing: Bool

  private static let pending = -1.0

  /// What is known of one app, half a cache line.
  private struct Row: BitwiseCopyable {
    var uses: UInt32 = 0
    /// Uses × cost / size; added to L at the use, but of a newcomer after room was made for it.
    var worth = 0.0
    var base = 0.0
    var padding = 0.0
  }

  private let constantCost: Double?
  private let rows: AppColumn<Row>
  private var inflation = 0.0

  init(_ setup: PolicySetup) throws(RunFailure) {
    switch setup.specification.value("cost", in: Self.description) {
    case .number(let cost):
      guard cost > 0 else { throw .setup("gdsf: cost must be positive") }
      constantCost = cost
    default: constantCost = nil
    }
    isBypassing = setup.specification.value("bypass", in: Self.description) == .flag(true)
    rows = AppColumn(Row(), count: setup.appCount)
  }

  func prefetchUse(_ app: AppID) { rows.prefetch(app) }

  mutating func didUse(_ use: AppUse) {
    var row = rows[use.app]
    row.uses = use.isStart ? 1 : row.uses &+ 1
    // In millionths, so that priorities round as in the cache simulators they are compared with.
    let cost = (constantCost ?? use.launchCostSeconds) * 1e6
    let size = max(Double(use.footprintKiB), 1) / 1024
    row.worth = Double(row.uses) * cost / size
    row.base = use.isStart && !isBypassing ? Self.pending : inflation
    rows[use.app] = row
  }

  mutating func didEnd(_ app: AppID) { rows[app].uses = 0 }

  mutating func key(_ candidate: Candidate) -> Double {
    let row = rows[candidate.app]
    return (row.base == Self.pending ? inflation : row.base) + row.worth
  }

  mutating func didEnter(_ candidate: Candidate) {
    if rows[candidate.app].base == Self.pending { rows[candidate.app].base = inflation }
  }

  mutating func didPurge(_ app: AppID, key: Double) { inflation = max(inflation, key) }
}
