/// Why a process was killed to take its memory back.
public enum PurgeCause: UInt8, Sendable, CaseIterable {
  /// Anything in the idle band, below the idle line.
  case idleExit
  /// Any band, below the critical line, or room for a launch.
  case vmPageshortage
  /// Over its soft limit, below the soft line.
  case highwater
  /// Over its fatal limit, at any pressure.
  case perProcessLimit
  /// Idle for long, below the reaper line.
  case longIdleExit
  /// Warning pressure held for long.
  case sustainedMemoryPressure
  /// The compressor's pool is full.
  case compressorSpaceShortage
  /// Storage is short: all frozen processes die.
  case diskSpaceShortage
  /// The budget of the `plain` profile is exceeded.
  case budget
  /// Idle for longer than the policy `ttl` allows.
  case ttl
  /// More suspended processes than the policy `count-cap` allows.
  case countCap
  /// The trigger of the policy `oomd`.
  case oomd
  /// Android's lmkd: memory is still short after a kill.
  case lmkdPressureAfterKill
  /// All running processes stalled on memory for too long.
  case lmkdNotResponding
  /// Swap is low and file pages are read back again and again.
  case lmkdLowSwapAndThrashing
  /// Free memory and swap are low.
  case lmkdLowMemAndSwap
  /// Free memory is low and nearly all that can be swapped is.
  case lmkdLowMemAndSwapUtil
  /// Free memory is low and file pages are read back again and again.
  case lmkdLowMemAndThrashing
  /// Processes have to reclaim themselves and file pages are read back again and again.
  case lmkdDirectReclAndThrashing
  /// There are too few file pages after thrashing.
  case lmkdLowFilecacheAfterThrashing
  /// Free memory is low, nothing else.
  case lmkdLowMem
  /// Android's activity manager: more cached processes with activities than it keeps.
  case tooManyCached
  /// More cached processes without activities than it keeps.
  case tooManyEmpty

  /// The name as the system writes it: `idle-exit`.
  public var name: String {
    switch self {
    case .idleExit: "idle-exit"
    case .vmPageshortage: "vm-pageshortage"
    case .highwater: "highwater"
    case .perProcessLimit: "per-process-limit"
    case .longIdleExit: "long-idle-exit"
    case .sustainedMemoryPressure: "sustained-memory-pressure"
    case .compressorSpaceShortage: "compressor-space-shortage"
    case .diskSpaceShortage: "disk-space-shortage"
    case .budget: "budget"
    case .ttl: "ttl"
    case .countCap: "count-cap"
    case .oomd: "oomd"
    case .lmkdPressureAfterKill: "lmkd-pressure-after-kill"
    case .lmkdNotResponding: "lmkd-not-responding"
    case .lmkdLowSwapAndThrashing: "lmkd-low-swap-and-thrashing"
    case .lmkdLowMemAndSwap: "lmkd-low-mem-and-swap"
    case .lmkdLowMemAndSwapUtil: "lmkd-low-mem-and-swap-util"
    case .lmkdLowMemAndThrashing: "lmkd-low-mem-and-thrashing"
    case .lmkdDirectReclAndThrashing: "lmkd-direct-recl-and-thrashing"
    case .lmkdLowFilecacheAfterThrashing: "lmkd-low-filecache-after-thrashing"
    case .lmkdLowMem: "lmkd-low-mem"
    case .tooManyCached: "too-many-cached"
    case .tooManyEmpty: "too-many-empty"
    }
  }

  /// The name in columns, `-` written `_`.
  public var columnName: String { String(name.map { $0 == "-" ? "_" : $0 }) }
}
