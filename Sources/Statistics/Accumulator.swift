/// Count, mean, variance, extremes of a sequence of numbers, one at a time and in constant memory.
///
/// Welford's update ("Note on a method for calculating corrected sums of squares and products",
/// Technometrics 4, 1962), which keeps its precision where the sum of squares loses it; two
/// accumulators merge as Chan, Golub & LeVeque (1983) describe.
public struct Accumulator: Sendable, Equatable {
  /// How many numbers were added.
  public private(set) var count = 0
  private var runningMean = 0.0
  private var squares = 0.0
  private var least = Double.infinity
  private var greatest = -Double.infinity

  /// Makes an empty accumulator.
  public init() {}

  /// Makes an accumulator of all `values`.
  public init(_ values: some Sequence<Double>) {
    for value in values { add(value) }
  }

  /// Adds one number.
  ///
  /// - Complexity: O(1).
  public mutating func add(_ value: Double) {
    count += 1
    let gap = value - runningMean
    runningMean += gap / Double(count)
    squares += gap * (value - runningMean)
    least = Swift.min(least, value)
    greatest = Swift.max(greatest, value)
  }

  /// Adds everything another accumulator has seen.
  ///
  /// - Complexity: O(1).
  public mutating func merge(_ other: Accumulator) {
    if other.count == 0 { return }
    if count == 0 {
      self = other
      return
    }
    let total = count + other.count
    let gap = other.runningMean - runningMean
    let share = Double(other.count) / Double(total)
    runningMean += gap * share
    squares += other.squares + gap * gap * share * Double(count)
    count = total
    least = Swift.min(least, other.least)
    greatest = Swift.max(greatest, other.greatest)
  }

  /// The mean, or nil before the first number.
  public var mean: Double? { count > 0 ? runningMean : nil }

  /// The sum of all numbers.
  public var sum: Double { runningMean * Double(count) }

  /// The sample variance (divisor *n* − 1), or nil for fewer than two numbers.
  public var variance: Double? { count > 1 ? Swift.max(0, squares) / Double(count - 1) : nil }

  /// The sample standard deviation, or nil for fewer than two numbers.
  public var standardDeviation: Double? { variance?.squareRoot() }

  /// The smallest number, or nil before the first.
  public var min: Double? { count > 0 ? least : nil }

  /// The largest number, or nil before the first.
  public var max: Double? { count > 0 ? greatest : nil }
}
