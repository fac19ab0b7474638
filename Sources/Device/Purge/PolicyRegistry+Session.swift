import RandomStreams
import Workload

extension PolicyRegistry {
  /// One replication under one policy, to be set up on the event loop that is best for it.
  struct Request {
    let specification: PolicySpecification
    let run: DeviceRun
    let plan: UserPlan
    /// Whether transitions are kept; only the event loop of all profiles does.
    let records: Bool
    /// Whether that event loop is used in any case.
    var isGeneral = false

    /// A session whose event loops are compiled for the policy; each costs seconds of build time,
    /// so only the policies that are compared most have one.
    @inline(__always)
    func execute<Policy: PurgePolicy & ~Copyable>(
      _ policy: Policy.Type
    ) throws(RunFailure) -> any DeviceSession {
      if let session = try plainSession(policy, loop: Self.plainLoop()) { return session }
      return try PolicySession<Policy>(
        run, plan: plan, specification: specification, records: records,
        loop: PolicyLoop(
          advance: { (engine, time) throws(RunFailure) in try engine.advance(until: time) },
          finish: { (engine) throws(RunFailure) in try engine.run() }))
    }

    /// A session whose event loop of profile `plain` is compiled for the policy; on the other loop,
    /// it is that of all such policies.
    @inline(__always)
    func executePlain<Policy: PurgePolicy & ~Copyable>(
      _ policy: Policy.Type
    ) throws(RunFailure) -> any DeviceSession {
      if let session = try plainSession(policy, loop: Self.plainLoop()) { return session }
      return try share(policy)
    }

    /// A session on the event loop that all such policies share.
    func share<Policy: PurgePolicy & ~Copyable>(
      _ policy: Policy.Type
    ) throws(RunFailure) -> any DeviceSession {
      try PolicySession<Policy>(run, plan: plan, specification: specification, records: records)
    }
  }
}

/// The event loop of profile `plain`.
extension PolicyRegistry.Request {
  /// The held plan when the event loop of profile `plain` may serve this.
  private var plainEvents: [PlanEvent]? {
    guard !isGeneral, !records, run.configuration.profile == .plain,
      let events = plan.storedEvents, events.count < 1 << 32
    else { return nil }
    return events
  }

  /// The session of a policy whose order the plan itself keeps; nil for all others.
  ///
  /// - Throws: ``RunFailure/setup(_:)``.
  func sessionInPlanOrder() throws(RunFailure) -> (any DeviceSession)? {
    // Up to 2⁵³ ticks, 285 years, policies compare times as numbers without rounding.
    guard run.end <= 1 << 53, let order = PlainOrder(specification.name), let events = plainEvents
    else { return nil }
    let engine = try PlainEngine<PlainStore>(
      run, events: events, planFingerprint: plan.makeReader().fingerprint
    ) { (records, _) throws(RunFailure) in PlainStore(order, records) }
    return PlainSession(engine, loop: Self.plainLoop()) { () throws(RunFailure) in
      try PolicyRegistry.session(self)
    }
  }

  @inline(__always)
  private static func plainLoop<Order: PlainOrdering & ~Copyable>() -> PlainLoop<Order> {
    PlainLoop(
      advance: { (engine, time) throws(RunFailure) in try engine.advance(until: time) },
      finish: { (engine) throws(RunFailure) in try engine.run() })
  }

  private func plainSession<Policy: PurgePolicy & ~Copyable>(
    _ policy: Policy.Type, loop: PlainLoop<PlainPolicyStore<Policy>>?
  ) throws(RunFailure) -> (any DeviceSession)? {
    guard Policy.ownCause == nil, let events = plainEvents else { return nil }
    let count = run.catalog.count
    let uses = Policy.description.isClairvoyant ? plan.futureUses(memberCount: count) : nil
    let engine = try PlainEngine<PlainPolicyStore<Policy>>(
      run, events: events, planFingerprint: plan.makeReader().fingerprint
    ) { (records, classes) throws(RunFailure) in
      let setup = PolicySetup(
        appCount: count, family: StreamFamily(seed: run.seed, replication: run.replication),
        specification: specification, catalog: run.catalog, profile: .plain)
      return try PlainPolicyStore(records, classes, futureUses: uses ?? [], setup)
    }
    return PlainSession(engine, loop: loop) { () throws(RunFailure) in
      // Never asked for: this order is never slow.
      try PolicyRegistry.session(self)
    }
  }
}
