import Workload

/// Thrashing as lmkd measures it [lmkd.cpp `mp_event_psi`, Android 13].
///
/// File pages read back within a window, in percent of the file pages there were at its start.
struct ThrashGauge: BitwiseCopyable {
  private let window: Ticks
  private let fullLimit: Int64
  private let decay: Int64
  private var windowStart: Ticks = 0
  private var filePages: Int64 = 0
  private var refaultsBefore: Int64 = 0
  /// What is left of the windows before.
  private var carried: Int64 = 0
  /// The limit now: each kill for thrashing lowers it until a window has passed.
  private(set) var limit: Int64

  /// A gauge with a limit in percent; a kill takes `decay` percent off it.
  init(limit: Int64, decay: Int64, window: Ticks) {
    self.window = window
    self.decay = decay
    fullLimit = limit
    self.limit = limit
  }

  /// The limit that no kill has lowered, in percent.
  var limitUncut: Int64 { fullLimit }

  /// Starts afresh after a kill.
  mutating func restart(now: Ticks, file: Int64, refaults: Int64) {
    windowStart = now
    filePages = file
    refaultsBefore = refaults
    carried = 0
  }

  /// The thrashing now, in percent.
  mutating func read(now: Ticks, file: Int64, refaults: Int64) -> Int64 {
    let grown = (refaults - refaultsBefore) * 100 / (filePages + 1)
    let elapsed = now - windowStart
    guard elapsed > window else { return grown + carried }
    let windows = Int64(elapsed / max(1, window))
    carried = grown
    // Over the limit in the window just passed and nobody to kill: kept for the next candidate.
    if windows > 1 || carried < limit { carried >>= min(62, windows) }
    windowStart = now
    filePages = file
    refaultsBefore = refaults
    limit = fullLimit
    return carried
  }

  /// A process was killed for thrashing.
  mutating func cutLimit() { limit = limit * (100 - decay) / 100 }
}
