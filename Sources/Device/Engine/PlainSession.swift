import Workload

/// A session of profile `plain` on the event loop made for it.
///
/// When a trace has so many requests at equal times that the order is no good for them, the session
/// starts again with another order and goes on from where it was.
final class PlainSession<Order: PlainOrdering & ~Copyable>: DeviceSession {
  private var engine: PlainEngine<Order>
  // Compiled where the order is known, as in PolicySession.
  private let loop: PlainLoop<Order>?
  private var other: (any DeviceSession)?
  private let restart: () throws(RunFailure) -> any DeviceSession

  /// Takes an event loop over.
  ///
  /// - Parameters:
  ///   - engine: The event loop before its first event.
  ///   - loop: The event loop compiled for the order, if it is.
  ///   - restart: Sets the same run up with another order.
  init(
    _ engine: consuming PlainEngine<Order>, loop: PlainLoop<Order>?,
    restart: @escaping () throws(RunFailure) -> any DeviceSession
  ) {
    self.engine = engine
    self.loop = loop
    self.restart = restart
  }

  /// Whether another order has taken over.
  var hasStartedAgain: Bool { other != nil }

  func advance(until time: Ticks) throws(RunFailure) {
    if other == nil {
      if let loop { try loop.advance(&engine, time) } else { try engine.advance(until: time) }
      if engine.isSlow { other = try restart() }
    }
    try other?.advance(until: time)
  }

  func finish() throws(RunFailure) -> RunReport {
    if other == nil {
      if let loop { try loop.finish(&engine) } else { try engine.run() }
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

/// The event loop of profile `plain` compiled for one order.
struct PlainLoop<Order: PlainOrdering & ~Copyable> {
  let advance: (inout PlainEngine<Order>, Ticks) throws(RunFailure) -> Void
  let finish: (inout PlainEngine<Order>) throws(RunFailure) -> Void
}
