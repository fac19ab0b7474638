import Workload

/// The pressure level that memory warnings follow.
public enum PressureLevel: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// Enough uncompressed memory.
  case normal
  /// Half of the memory is held compressed.
  case warning
  /// Most of it is.
  case critical
}

/// The second gauge: non-compressed / (non-compressed + compressor), with hysteresis.
///
/// A rising level counts at once, a falling one only after it held for the smoothing time
/// [XNU vm_pageout.c, kern_memorystatus_notify.c].
struct PressureGauge: BitwiseCopyable {
  /// What an update came to.
  enum Change: BitwiseCopyable { case none, rose, fell, fallsUnlessItRises }

  private let warning: Double
  private let warningClear: Double
  private let critical: Double
  private let criticalClear: Double
  private let smoothing: Ticks
  /// The present level.
  private(set) var level = PressureLevel.normal
  /// Since when the level is Warning or above without a break.
  private(set) var pressedSince: Ticks = 0
  private var isFalling = false
  private var fallsAt: Ticks = 0

  init(_ configuration: DeviceConfiguration) {
    // Android has no such gauge: its level stays normal.
    let isAndroid = configuration.profile == .android
    warning = isAndroid ? 0 : configuration.warningLine
    warningClear = configuration.warningClearLine
    critical = isAndroid ? 0 : configuration.pressureCriticalLine
    criticalClear = configuration.pressureCriticalClearLine
    smoothing = Ticks(rounding: configuration.warningSmoothingSeconds)
  }

  /// Follows the gauge.
  ///
  /// After `fallsUnlessItRises` the caller must update again when the smoothing time has passed.
  @inline(__always)
  mutating func update(share: Double, now: Ticks) -> Change {
    let wanted = target(share)
    if wanted == level {
      isFalling = false
      return .none
    }
    if wanted.rawValue > level.rawValue {
      if level == .normal { pressedSince = now }
      level = wanted
      isFalling = false
      return .rose
    }
    if isFalling, now >= fallsAt {
      level = wanted
      isFalling = false
      return .fell
    }
    if isFalling { return .none }
    isFalling = true
    fallsAt = now + smoothing
    return .fallsUnlessItRises
  }

  private func target(_ share: Double) -> PressureLevel {
    switch level {
    case .normal: share < critical ? .critical : share < warning ? .warning : .normal
    case .warning: share < critical ? .critical : share > warningClear ? .normal : .warning
    case .critical: share > warningClear ? .normal : share > criticalClear ? .warning : .critical
    }
  }
}
