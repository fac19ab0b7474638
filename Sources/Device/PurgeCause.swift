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
    }
  }

  /// The name in columns, `-` written `_`.
  public var columnName: String { String(name.map { $0 == "-" ? "_" : $0 }) }
}
