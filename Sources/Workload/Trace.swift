/// What a row of a native trace says the user or the system does.
public enum TraceAction: Sendable, Equatable {
  case open, home, lock, callDeclined, callAccepted, forceQuit, push, refresh, crash, memoryWarning
  case notify(NotificationKind)
}

/// One row of a native trace.
public struct TraceRow: Sendable, Equatable {
  /// When it happens.
  public var time: Ticks
  /// The app, as text compared exactly; empty when the action concerns the app in front.
  public var app: String
  /// How long the visit lasts; nil = until the next action that ends it.
  public var visit: Ticks?
  /// The footprint in KiB; nil = the scenario's.
  public var footprintKiB: Int64?
  /// What happens.
  public var action: TraceAction

  /// Describes a row.
  public init(
    time: Ticks, app: String, visit: Ticks? = nil, footprintKiB: Int64? = nil,
    action: TraceAction = .open
  ) {
    self.time = time
    self.app = app
    self.visit = visit
    self.footprintKiB = footprintKiB
    self.action = action
  }
}

/// A recorded or written sequence of actions, in time order; equal times keep file order.
public struct Trace: Sendable, Equatable {
  /// The rows, times never decreasing.
  public var rows: [TraceRow]
  /// Notes for the user, one line each (ignored columns, trimmed blanks …).
  public var notes: [String]

  /// Wraps rows that are in time order.
  public init(rows: [TraceRow], notes: [String] = []) {
    self.rows = rows
    self.notes = notes
  }
}
