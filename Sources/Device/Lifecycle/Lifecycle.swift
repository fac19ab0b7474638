/// The lifecycle as a pure state machine: which transitions are legal, and what the app is told.
///
/// Effects (memory, bands, timers) happen outside, in the engine.
public enum Lifecycle {
  /// Whether a transition may happen for a reason.
  ///
  /// Complexity: O(1), one table look-up.
  @inline(__always)
  public static func isLegal(
    from: LifecycleState, to: LifecycleState, trigger: LifecycleTrigger
  ) -> Bool {
    legalTriggers(from: from, to: to) & bit(trigger) != 0
  }

  /// What the app is told at a legal transition, in this order.
  ///
  /// A purge tells nothing.
  public static func calls(
    from: LifecycleState, to: LifecycleState, trigger: LifecycleTrigger
  ) -> [LifecycleCall] {
    switch (from, to) {
    case (.notRunning, .inactive), (.notRunning, .background):
      [.willFinishLaunching, .didFinishLaunching]
    case (.inactive, .active): [.didBecomeActive]
    case (.active, .inactive): [.willResignActive]
    case (.inactive, .background): [.didEnterBackground]
    case (.background, .inactive): [.willEnterForeground]
    case (.inactive, .notRunning): trigger == .forceQuit ? [.willTerminate] : []
    case (.background, .notRunning):
      trigger == .forceQuit || trigger == .exitsOnSuspend ? [.willTerminate] : []
    default: []
    }
  }

  @inline(__always)
  private static func bit(_ trigger: LifecycleTrigger) -> UInt32 { 1 << UInt32(trigger.rawValue) }

  /// The legal triggers of a transition as a bit set; the compiler makes it a constant table.
  @inline(__always)
  static func legalTriggers(from: LifecycleState, to: LifecycleState) -> UInt32 {
    switch (from, to) {
    case (.notRunning, .inactive): bit(.open)
    case (.inactive, .active): bit(.launchDone) | bit(.callEnd)
    case (.notRunning, .background): bit(.push) | bit(.refresh) | bit(.location) | bit(.demand)
    case (.active, .inactive): bit(.call) | bit(.leave) | bit(.home) | bit(.lock)
    case (.inactive, .background): bit(.leave) | bit(.home) | bit(.lock) | bit(.call)
    case (.background, .suspended): bit(.taskEnd) | bit(.taskExpired) | bit(.noTask)
    case (.suspended, .background):
      bit(.open) | bit(.callEnd) | bit(.push) | bit(.refresh) | bit(.location) | bit(.demand)
    case (.background, .inactive): bit(.open) | bit(.callEnd)
    case (.suspended, .notRunning): bit(.purge) | bit(.forceQuit)
    case (.background, .notRunning):
      bit(.exitsOnSuspend) | bit(.forceQuit) | bit(.purge) | bit(.taskExpired) | bit(.crash)
        | bit(.watchdog)
    case (.inactive, .notRunning):
      bit(.forceQuit) | bit(.crash) | bit(.purge) | bit(.watchdog) | bit(.limit)
    case (.active, .notRunning): bit(.crash) | bit(.purge) | bit(.limit)
    default: 0
    }
  }
}
