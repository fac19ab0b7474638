/// Counters for sorting events by distribution.
///
/// After H. H. Seward, Information sorting in the application of electronic digital computers to
/// business operations, MIT Digital Computer Laboratory report R-232, 1954.
struct Counters: ~Copyable {
  private let counters: UnsafeMutablePointer<UInt16>
  private var used = 0

  init() {
    counters = .allocate(capacity: 2 * Ladder.sortingLimit)
  }

  deinit {
    counters.deallocate()
  }

  /// Sets two to four counters for each of 2 to `Ladder.sortingLimit` events to zero, or
  /// 2^`limit` if that is less.
  ///
  /// - Returns: The power of two that the number of counters is.
  @inline(__always)
  mutating func prepare(for events: Int, atMost limit: UInt64) -> UInt64 {
    let wanted = UInt64(Int.bitWidth &- (events &- 1).leadingZeroBitCount) &+ 1
    let bits = Swift.min(wanted, limit)
    used = 1 &<< Int(bits)
    counters.update(repeating: 0, count: used)
    return bits
  }

  /// Counts an event.
  @inline(__always)
  mutating func count(_ index: Int) {
    counters[index] &+= 1
  }

  /// Replaces each counter by the sum of it and all later ones; returns the largest before.
  @inline(__always)
  mutating func accumulate() -> UInt16 {
    var most: UInt16 = 0
    var sum: UInt16 = 0
    var index = used
    while index > 0 {
      index &-= 1
      let count = counters[index]
      most = Swift.max(most, count)
      sum &+= count
      counters[index] = sum
    }
    return most
  }

  /// The last free place of those that belong to a counter.
  @inline(__always)
  mutating func place(_ index: Int) -> Int {
    counters[index] &-= 1
    return Int(counters[index])
  }
}
