public import Workload

/// Every built-in policy: one line in ``all`` and one in ``run(_:_:plan:)``.
public enum PolicyRegistry {
  /// The descriptions, in the order in which they are listed.
  public static let all: [PolicyDescription] = [
    JetsamPolicy.description,
    FIFOPolicy.description,
    LRUPolicy.description,
    RandomPolicy.description,
    LargestPolicy.description,
    LFUPolicy.description,
    GDSFPolicy.description,
    BeladyPolicy.description,
  ]

  /// The description of a policy by name.
  public static func description(of name: String) -> PolicyDescription? {
    all.first { $0.name == name }
  }

  /// Runs one replication under a policy.
  ///
  /// - Throws: The failure that ended the run; ``RunFailure/setup(_:)`` for an unknown name.
  public static func run(
    _ specification: PolicySpecification, _ run: DeviceRun, plan: UserPlan
  ) throws(RunFailure) -> RunReport {
    try replay(specification, run, plan: plan, records: false).report
  }

  /// Runs one replication and keeps its transitions.
  ///
  /// - Throws: As ``run(_:_:plan:)``.
  public static func replay(
    _ specification: PolicySpecification, _ run: DeviceRun, plan: UserPlan, records: Bool = true
  ) throws(RunFailure) -> (report: RunReport, transitions: [TransitionRecord]) {
    let request = Request(specification: specification, run: run, plan: plan, records: records)
    return switch specification.name {
    case "jetsam": try request.execute(JetsamPolicy.self)
    case "fifo": try request.execute(FIFOPolicy.self)
    case "lru": try request.execute(LRUPolicy.self)
    case "random": try request.execute(RandomPolicy.self)
    case "largest": try request.execute(LargestPolicy.self)
    case "lfu": try request.execute(LFUPolicy.self)
    case "gdsf": try request.execute(GDSFPolicy.self)
    case "belady": try request.execute(BeladyPolicy.self)
    default: throw .setup("there is no policy `\(specification.name)`")
    }
  }

  private struct Request {
    let specification: PolicySpecification
    let run: DeviceRun
    let plan: UserPlan
    let records: Bool

    func execute<Policy: PurgePolicy & ~Copyable>(
      _ policy: Policy.Type
    ) throws(RunFailure) -> (report: RunReport, transitions: [TransitionRecord]) {
      var engine = try DeviceEngine<Policy>(
        run, plan: plan, specification: specification, records: records)
      let report = try engine.run()
      return (report, engine.transitions)
    }
  }
}
