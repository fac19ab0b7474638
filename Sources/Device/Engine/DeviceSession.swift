public import Workload

/// One replication under one policy, whatever the policy: started, advanced, finished, looked into.
///
/// A call of a session costs a dynamic dispatch; the events within it do not.
public protocol DeviceSession: AnyObject {
  /// Processes every event up to and including a time, at most the end of the run.
  ///
  /// - Throws: The failure that ended the run.
  func advance(until time: Ticks) throws(RunFailure)

  /// Runs to the end and reports; to be called once.
  ///
  /// - Throws: The failure that ended the run.
  func finish() throws(RunFailure) -> RunReport

  /// Events so far that changed state.
  var events: UInt64 { get }

  /// The hash of all transitions so far.
  var fingerprint: UInt64 { get }

  /// The transitions so far; empty unless the session records.
  var transitions: [TransitionRecord] { get }

  /// The purges so far; empty unless the session records.
  var purges: [PurgeRecord] { get }

  /// The transitions and purges since the last call; the session forgets them.
  func takeRecords() -> (transitions: [TransitionRecord], purges: [PurgeRecord])
}

/// A session under a policy of one type.
final class PolicySession<Policy: PurgePolicy & ~Copyable>: DeviceSession {
  private var engine: DeviceEngine<Policy>
  // A method of a generic class is found through a table and therefore compiled once for all
  // policies, which makes an event up to twice as slow. A loop is made where the policy is known:
  // it has the event loop of its own policy.
  private let loop: PolicyLoop<Policy>?

  init(
    _ run: DeviceRun, plan: UserPlan, specification: PolicySpecification, records: Bool,
    loop: PolicyLoop<Policy>? = nil
  ) throws(RunFailure) {
    engine = try DeviceEngine<Policy>(
      run, plan: plan, specification: specification, records: records)
    self.loop = loop
  }

  func advance(until time: Ticks) throws(RunFailure) {
    guard let loop else { return try engine.advance(until: time) }
    try loop.advance(&engine, time)
  }

  func finish() throws(RunFailure) -> RunReport {
    guard let loop else { return try engine.run() }
    return try loop.finish(&engine)
  }

  var events: UInt64 { engine.events }
  var fingerprint: UInt64 { engine.hash.value }
  var transitions: [TransitionRecord] { engine.log }
  var purges: [PurgeRecord] { engine.purgeLog }

  func takeRecords() -> (transitions: [TransitionRecord], purges: [PurgeRecord]) {
    defer {
      engine.log.removeAll(keepingCapacity: true)
      engine.purgeLog.removeAll(keepingCapacity: true)
    }
    return (engine.log, engine.purgeLog)
  }
}

/// The event loop compiled for one policy.
struct PolicyLoop<Policy: PurgePolicy & ~Copyable> {
  let advance: (inout DeviceEngine<Policy>, Ticks) throws(RunFailure) -> Void
  let finish: (inout DeviceEngine<Policy>) throws(RunFailure) -> RunReport
}
