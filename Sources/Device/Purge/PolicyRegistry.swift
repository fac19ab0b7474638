public import Workload

/// Every built-in policy: one line in ``all`` and one in ``run(_:_:plan:)``.
public enum PolicyRegistry {
  /// The descriptions, in the order in which they are listed.
  public static let all: [PolicyDescription] = [
    JetsamPolicy.description,
    LMKDPolicy.description,
    KernelLMKPolicy.description,
    OomdPolicy.description,
    FIFOPolicy.description,
    LRUPolicy.description,
    MRUPolicy.description,
    RandomPolicy.description,
    LargestPolicy.description,
    SmallestPolicy.description,
    LFUPolicy.description,
    LRU2Policy.description,
    LRFUPolicy.description,
    LRFUSizePolicy.description,
    AgeSizePolicy.description,
    GDSFPolicy.description,
    HyperbolicPolicy.description,
    SievePolicy.description,
    RestartCostPolicy.description,
    ValuePolicy.description,
    MarkovPolicy.description,
    RelaunchDistancePolicy.description,
    LHDPolicy.description,
    HabitPolicy.description,
    FormulaPolicy.description,
    TTLPolicy.description,
    CountCapPolicy.description,
    BeladyPolicy.description,
    BeladySizePolicy.description,
  ]

  /// What the `policies` of a scenario may name: the policies, and the bounds found in the plan.
  public static let entries = all + OfflineBound.descriptions

  /// The description of a policy or bound by name.
  public static func description(of name: String) -> PolicyDescription? {
    entries.first { $0.name == name }
  }

  /// Runs one replication under a policy, or finds its offline bound.
  ///
  /// - Throws: The failure that ended the run; ``RunFailure/setup(_:)`` for an unknown name.
  public static func run(
    _ specification: PolicySpecification, _ run: DeviceRun, plan: UserPlan
  ) throws(RunFailure) -> RunReport {
    if let report = try OfflineBound.report(specification.name, run, plan: plan) { return report }
    return try session(specification, run, plan: plan).finish()
  }

  /// Runs one replication and keeps its transitions.
  ///
  /// - Throws: As ``run(_:_:plan:)``.
  public static func replay(
    _ specification: PolicySpecification, _ run: DeviceRun, plan: UserPlan, records: Bool = true
  ) throws(RunFailure) -> (report: RunReport, transitions: [TransitionRecord]) {
    let session = try session(specification, run, plan: plan, records: records)
    let report = try session.finish()
    return (report, session.transitions)
  }

  /// Sets one replication up under a policy.
  ///
  /// - Throws: As ``run(_:_:plan:)``.
  public static func session(
    _ specification: PolicySpecification, _ run: DeviceRun, plan: UserPlan, records: Bool = false
  ) throws(RunFailure) -> any DeviceSession {
    let request = Request(specification: specification, run: run, plan: plan, records: records)
    if let session = try request.sessionInPlanOrder() { return session }
    return try session(request)
  }

  /// Sets one replication up on the event loop of all profiles.
  static func generalSession(
    _ specification: PolicySpecification, _ run: DeviceRun, plan: UserPlan, records: Bool = false
  ) throws(RunFailure) -> any DeviceSession {
    try session(
      Request(
        specification: specification, run: run, plan: plan, records: records, isGeneral: true))
  }

  static func session(_ request: Request) throws(RunFailure) -> any DeviceSession {
    let specification = request.specification
    return switch specification.name {
    case "jetsam": try request.execute(JetsamPolicy.self)
    case "lmkd": try request.executePlain(LMKDPolicy.self)
    case "kernel-lmk": try request.executePlain(KernelLMKPolicy.self)
    case "oomd": try request.share(OomdPolicy.self)
    case "fifo": try request.execute(FIFOPolicy.self)
    case "lru": try request.execute(LRUPolicy.self)
    case "mru": try request.executePlain(MRUPolicy.self)
    case "random": try request.executePlain(RandomPolicy.self)
    case "largest": try request.execute(LargestPolicy.self)
    case "smallest": try request.executePlain(SmallestPolicy.self)
    case "lfu": try request.execute(LFUPolicy.self)
    case "lru2": try request.executePlain(LRU2Policy.self)
    case "lrfu": try request.executePlain(LRFUPolicy.self)
    case "lrfu-size": try request.executePlain(LRFUSizePolicy.self)
    case "age-size": try request.execute(AgeSizePolicy.self)
    case "gdsf": try request.execute(GDSFPolicy.self)
    case "hyperbolic": try request.executePlain(HyperbolicPolicy.self)
    case "sieve": try request.executePlain(SievePolicy.self)
    case "restart-cost": try request.executePlain(RestartCostPolicy.self)
    case "value": try request.executePlain(ValuePolicy.self)
    case "markov": try request.executePlain(MarkovPolicy.self)
    case "relaunch-distance": try request.executePlain(RelaunchDistancePolicy.self)
    case "lhd": try request.executePlain(LHDPolicy.self)
    case "habit": try request.executePlain(HabitPolicy.self)
    case "score": try request.execute(FormulaPolicy.self)
    case "ttl": try request.share(TTLPolicy.self)
    case "count-cap": try request.share(CountCapPolicy.self)
    case "belady": try request.execute(BeladyPolicy.self)
    case "belady-size": try request.executePlain(BeladySizePolicy.self)
    case OfflineBound.flow.name, OfflineBound.total.name:
      throw .setup("\(specification.name) is a number found in the plan, it has no events")
    default: throw .setup("there is no policy '\(specification.name)'")
    }
  }
}
