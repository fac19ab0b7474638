/// The integral of a step function over integer time, exactly: a level that holds until it changes.
///
/// Sums are 128-bit integers of level × ticks, so neither order nor length of a run costs a bit,
/// and the mean is rounded once, at the end.
///
/// ```swift
/// var queue = TimeWeighted(start: 0, level: 0)
/// queue.set(3, at: 10)
/// queue.mean(at: 20)  // 1.5
/// ```
public struct TimeWeighted: Sendable, Equatable {
  /// The level now.
  public private(set) var level: Int64
  /// When the observation started, in ticks.
  public private(set) var start: Int64
  /// The least level that was held, for however short a time.
  public private(set) var min: Int64
  /// The greatest level that was held, for however short a time.
  public private(set) var max: Int64
  private var since: Int64
  private var area: Int128 = 0

  /// Starts an observation at a tick with a level.
  public init(start: Int64, level: Int64) {
    self.start = start
    self.level = level
    since = start
    min = level
    max = level
  }

  /// Changes the level at a tick not before the last change.
  ///
  /// - Complexity: O(1).
  public mutating func set(_ newLevel: Int64, at tick: Int64) {
    assert(tick >= since, "time runs forward")
    area += Int128(level) * Int128(tick - since)
    since = tick
    level = newLevel
    min = Swift.min(min, newLevel)
    max = Swift.max(max, newLevel)
  }

  /// Adds to the level at a tick not before the last change.
  ///
  /// - Complexity: O(1).
  public mutating func add(_ change: Int64, at tick: Int64) { set(level + change, at: tick) }

  /// Forgets the past and goes on with the present level, as at the end of a warm-up.
  public mutating func restart(at tick: Int64) { self = TimeWeighted(start: tick, level: level) }

  /// Returns level × ticks from the start to a tick not before the last change.
  public func integral(at tick: Int64) -> Int128 {
    area + Int128(level) * Int128(tick - since)
  }

  /// Returns the time-weighted mean up to a tick, or nil where no time has passed.
  public func mean(at tick: Int64) -> Double? {
    tick > start ? Double(integral(at: tick)) / Double(tick - start) : nil
  }
}
