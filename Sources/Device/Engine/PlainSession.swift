import Workload

/// A session of profile `plain` on the event loop made for it.
///
/// When a trace has so many requests at equal times that this loop is no good for them, the session
/// starts again on the event loop of all profiles and goes on from where it was.
final class PlainSession: DeviceSession {
  private var engine: PlainEngine
  private var other: (any DeviceSession)?
  private let restart: () throws(RunFailure) -> any DeviceSession

  /// Sets a session up, or returns nil when the loop does not know all that the run asks for.
  ///
  /// - Parameters:
  ///   - policy: The name of the policy.
  ///   - run: What is simulated.
  ///   - plan: The user plan of this replication.
  ///   - restart: Sets the same run up on the event loop of all profiles.
  /// - Throws: ``RunFailure/setup(_:)``.
  init?(
    _ policy: String, _ run: DeviceRun, plan: UserPlan,
    restart: @escaping () throws(RunFailure) -> any DeviceSession
  ) throws(RunFailure) {
    // Up to 2⁵³ ticks, 285 years, policies compare times as numbers without rounding.
    guard run.configuration.profile == .plain, run.end <= 1 << 53,
      let order = PlainOrder(policy), let events = plan.storedEvents, events.count < 1 << 32
    else { return nil }
    engine = try PlainEngine(
      order, run, events: events, planFingerprint: plan.makeReader().fingerprint)
    self.restart = restart
  }

  /// Whether the other event loop has taken over.
  var hasStartedAgain: Bool { other != nil }

  func advance(until time: Ticks) throws(RunFailure) {
    if other == nil {
      try engine.advance(until: time)
      if engine.isSlow { other = try restart() }
    }
    try other?.advance(until: time)
  }

  func finish() throws(RunFailure) -> RunReport {
    if other == nil {
      try engine.run()
      guard engine.isSlow else { return engine.report() }
    }
    if let other { return try other.finish() }
    return try restart().finish()
  }

  var events: UInt64 { other?.events ?? engine.events }
  var fingerprint: UInt64 { other?.fingerprint ?? engine.hash.value }
  var transitions: [TransitionRecord] { [] }
  var purges: [PurgeRecord] { [] }

  func takeRecords() -> (transitions: [TransitionRecord], purges: [PurgeRecord]) { ([], []) }
}
