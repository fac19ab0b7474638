public import Workload

/// One transition of an app, as `replay --events` writes it.
public struct TransitionRecord: Sendable, Equatable {
  /// When.
  public var time: Ticks
  /// Which app.
  public var app: AppID
  /// The state it left.
  public var from: LifecycleState
  /// The state it entered.
  public var to: LifecycleState
  /// Why.
  public var trigger: LifecycleTrigger
  /// Of a purge, its cause.
  public var cause: PurgeCause?
  /// The queued notifications the app gets at this transition: one bit a ``NotificationKind``.
  public var notifications: UInt16 = 0
}
