/// Simulated time in whole microseconds since the start of a run.
///
/// Integers keep runs identical on machines whose `log` and `exp` differ in the last bit, and leave
/// no room for an event that is late by a rounding error. 2⁶⁴ µs are 584,000 years.
public typealias Ticks = UInt64

extension Ticks {
  /// Ticks in one second.
  public static let perSecond: Ticks = 1_000_000

  /// Ticks in one day.
  public static let perDay: Ticks = 86_400 * perSecond

  /// The longest time a scenario or a trace may name: 10,000 years.
  ///
  /// Sums of two stay far from 2⁶⁴.
  public static let limit: Ticks = 10_000 * 365 * perDay

  /// Rounds a duration to the nearest tick.
  ///
  /// Negative durations become 0 and durations above ``limit`` become ``limit``: samplers may
  /// return either and time must never run backwards.
  ///
  /// - Parameter seconds: A duration in seconds; must not be nan.
  @inlinable
  public init(rounding seconds: Double) {
    let scaled = (seconds * 1e6).rounded()
    guard scaled > 0 else {
      self = 0
      return
    }
    self = scaled < 3.1536e17 ? Ticks(scaled) : .limit
  }

  /// The time in seconds.
  @inlinable
  public var inSeconds: Double { Double(self) / 1e6 }
}
