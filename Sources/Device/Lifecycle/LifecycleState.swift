/// The five states of an app's life.
public enum LifecycleState: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// Never launched, or terminated by itself, the user or the system.
  case notRunning
  /// In front, runs, receives no events: launch, interruption, leaving.
  case inactive
  /// In front and receives events.
  case active
  /// Not in front, runs code.
  case background
  /// In memory, runs nothing.
  case suspended

  /// The name in event files.
  public var name: String {
    switch self {
    case .notRunning: "not_running"
    case .inactive: "inactive"
    case .active: "active"
    case .background: "background"
    case .suspended: "suspended"
    }
  }
}

/// Why a state changes.
public enum LifecycleTrigger: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case open, launchDone, leave, home, lock, call, callEnd, push, refresh, location, demand
  case taskEnd, taskExpired, noTask, exitsOnSuspend, forceQuit, crash, watchdog, limit, purge

  /// The name in event files; a purge adds its cause.
  public var name: String {
    switch self {
    case .launchDone: "launch_done"
    case .callEnd: "call_end"
    case .taskEnd: "task_end"
    case .taskExpired: "task_expired"
    case .noTask: "no_task"
    case .exitsOnSuspend: "exits_on_suspend"
    case .forceQuit: "force_quit"
    default: "\(self)"
    }
  }
}

/// What an app is told when its state changes.
public enum LifecycleCall: String, Sendable, CaseIterable {
  case willFinishLaunching, didFinishLaunching, didBecomeActive, willResignActive
  case didEnterBackground, willEnterForeground, willTerminate
}
