import Workload

/// How long processes stalled on memory, and how much of it fell into the last window: the kernel's
/// pressure stall information [Linux kernel/sched/psi.c].
///
/// One gauge counts the time in which some process stalls, another the time in which all that run
/// do. Stalls that come while another one lasts are put behind it: they share one disk and one
/// compressor.
struct StallGauge: BitwiseCopyable {
  /// The length of stalls that are over.
  private var past: Ticks = 0
  /// The last stall, perhaps still under way.
  private var start: Ticks = 0
  private var until: Ticks = 0
  /// The end of the stalls of known length.
  private var knownUntil: Ticks = 0
  /// The window: its start, the gauge then, and the growth over the window before.
  private var windowStart: Ticks = 0
  private var windowValue: Ticks = 0
  private var previousGrowth: Ticks = 0

  /// Until when the stalls known so far last.
  var end: Ticks { until }

  /// Adds a stall.
  mutating func add(_ length: Ticks, now: Ticks) {
    if now >= until {
      past += until - start
      start = now
      until = now
    }
    until += length
    knownUntil = until
  }

  /// A stall of unknown length has lasted until now and goes on at least until `time`.
  mutating func hold(until time: Ticks, now: Ticks) {
    if now >= until { add(0, now: now) }
    until = max(until, time)
  }

  /// The stall of unknown length is over.
  mutating func release(now: Ticks) { if until > now { until = max(now, knownUntil) } }

  /// The time stalled up to now.
  func value(at now: Ticks) -> Ticks { past + min(max(now, start), until) - start }

  /// Starts a window.
  mutating func open(at now: Ticks) { reset(now, value(at: now), growth: 0) }

  /// The growth within one window, the part before the present window interpolated.
  mutating func growth(at now: Ticks, window: Ticks) -> Ticks {
    let elapsed = now - windowStart
    let present = value(at: now)
    let growth = present - windowValue
    guard elapsed <= window else {
      reset(now, present, growth: growth)
      return growth
    }
    return growth + previousGrowth * (window - elapsed) / window
  }

  private mutating func reset(_ now: Ticks, _ value: Ticks, growth: Ticks) {
    windowStart = now
    windowValue = value
    previousGrowth = growth
  }
}

/// A threshold of a gauge: an event at most once a window.
struct StallTrigger: BitwiseCopyable {
  private let threshold: Ticks
  private var mayFire: Ticks = 0

  init(_ threshold: Ticks) { self.threshold = threshold }

  /// Whether the event happens now.
  mutating func fires(growth: Ticks, now: Ticks, window: Ticks) -> Bool {
    guard growth >= threshold, now >= mayFire else { return false }
    mayFire = now + window
    return true
  }
}
