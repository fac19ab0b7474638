/// Counters for sorting by distribution.
struct Counters: ~Copyable {
  /// There are 2 to this power counters for an event, at least.
  static var extraBits: UInt64 { 0 }

  /// Room for what a bucket of `Ladder.sortingLimit` events needs.
  private static var capacity: Int { 2 * Ladder.sortingLimit &<< Int(extraBits) }

  private let counters: UnsafeMutablePointer<UInt16>
  private var used = 0

  init() {
    counters = .allocate(capacity: Self.capacity)
  }

  deinit {
    counters.deallocate()
  }

  /// Sets so many counters to zero.
  @inline(__always)
  mutating func clear(_ number: Int) {
    used = number
    counters.update(repeating: 0, count: number)
  }

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
