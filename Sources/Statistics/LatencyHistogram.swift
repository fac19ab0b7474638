/// A histogram of non-negative integers with a fixed relative resolution and a fixed size.
///
/// Values below 512 have a bucket each; above, every power of two is cut into 256 buckets of equal
/// width, as in HdrHistogram, so a bucket's midpoint is within 1/512 (less than 0.2 %) of any value
/// in it. Count, sum, least and greatest are exact. Nothing is allocated after `init`, and merging
/// histograms in any order gives the same result.
///
/// ```swift
/// var latency = LatencyHistogram()
/// latency.record(1_800_000)
/// latency.quantile(0.99)  // 1_800_000
/// ```
public struct LatencyHistogram: Sendable, Equatable {
  /// Buckets of one power of two: 2⁸.
  static let bits = 8
  static let bucketCount = (63 - bits + 1) << bits

  private var buckets = [UInt64](repeating: 0, count: bucketCount)
  /// How many values were recorded.
  public private(set) var count: UInt64 = 0
  /// The exact sum of the recorded values.
  public private(set) var sum: Int128 = 0
  private var least = Int64.max
  private var greatest = Int64.min

  /// Makes an empty histogram; it takes 112 KiB, of which only the used pages become resident.
  public init() {}

  /// Records one value; a negative one counts as 0.
  ///
  /// - Complexity: O(1).
  public mutating func record(_ ticks: Int64) {
    let value = Swift.max(0, ticks)
    buckets[Self.bucket(of: value)] += 1
    count += 1
    sum += Int128(value)
    least = Swift.min(least, value)
    greatest = Swift.max(greatest, value)
  }

  /// Records a value as often as `times` says; a negative one counts as 0.
  ///
  /// - Complexity: O(1).
  public mutating func record(_ ticks: Int64, times: UInt64) {
    guard times > 0 else { return }
    record(ticks)
    let value = Swift.max(0, ticks)
    buckets[Self.bucket(of: value)] += times - 1
    count += times - 1
    sum += Int128(value) * Int128(times - 1)
  }

  /// Adds everything another histogram has recorded.
  ///
  /// - Complexity: O(1), one pass over the buckets.
  public mutating func merge(_ other: LatencyHistogram) {
    for index in buckets.indices { buckets[index] += other.buckets[index] }
    count += other.count
    sum += other.sum
    least = Swift.min(least, other.least)
    greatest = Swift.max(greatest, other.greatest)
  }

  /// Forgets everything, without allocating.
  public mutating func reset() {
    for index in buckets.indices { buckets[index] = 0 }
    count = 0
    sum = 0
    least = .max
    greatest = .min
  }

  /// The exact mean, or nil when empty.
  public var mean: Double? { count > 0 ? Double(sum) / Double(count) : nil }

  /// The exact least value, or nil when empty.
  public var min: Int64? { count > 0 ? least : nil }

  /// The exact greatest value, or nil when empty.
  public var max: Int64? { count > 0 ? greatest : nil }

  /// Returns the smallest recorded value whose share of values up to it is at least `p`.
  ///
  /// The inverse of the empirical distribution function (type 1 of Hyndman & Fan 1996), exact
  /// below 512, else the midpoint of its bucket, kept within the least and greatest value.
  ///
  /// - Parameter p: a probability; 0 gives the least value, 1 the greatest.
  /// - Returns: the quantile in ticks, or nil when empty.
  /// - Complexity: O(1), one pass over the buckets.
  public func quantile(_ p: Double) -> Int64? {
    precondition(p >= 0 && p <= 1, "a probability lies in 0 ... 1")
    if count == 0 { return nil }
    let rank = UInt64(quantileRank(p, of: Int(count)))
    if rank == count { return greatest }
    var seen: UInt64 = 0
    for index in buckets.indices {
      seen += buckets[index]
      if seen >= rank { return Swift.min(greatest, Swift.max(least, Self.midpoint(of: index))) }
    }
    return greatest
  }

  /// Returns the index of the bucket that holds a value ≥ 0.
  static func bucket(of value: Int64) -> Int {
    let magnitude = 63 - value.leadingZeroBitCount
    if magnitude <= bits { return Int(value) }
    let shift = magnitude - bits
    return (shift << bits) + Int(value >> Int64(shift))
  }

  /// Returns the middle of a bucket, rounded down.
  static func midpoint(of index: Int) -> Int64 {
    if index < 2 << bits { return Int64(index) }
    let shift = (index >> bits) - 1
    let low = Int64(index - (shift << bits)) << Int64(shift)
    return low + ((Int64(1) << Int64(shift)) - 1) / 2
  }
}
