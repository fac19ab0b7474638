// Descents in heaps that outgrow the inner caches.
//
// With its branches gone, a processor no longer guesses its way down a heap, so it no longer
// fetches lower levels ahead by guessing: each of the last levels costs the full latency of the
// outer cache or of memory, one after the other. A descent in a large heap therefore stops three
// levels above the bottom, reads one word of each line that it may need in the two levels below,
// and returns. The next descent has the upper levels to itself and finishes the suspended one
// when it comes near; by then the lines have arrived. Nobody can tell from outside: the earliest
// event is always at the root or just below the hole.
//
// While a descent is suspended, its slot is vacant (it still holds the entry that has moved to its
// parent) and the sinking entry waits in `sinking`. Every operation that could meet the vacancy
// first calls `resume`.

extension EventQueue {
  /// Lets an entry sink from the vacant root of a large heap, as far as the last three levels.
  @usableFromInline
  @inline(never)
  mutating func settleInLargeHeap(_ entry: Entry) {
    let heap = self.heap
    let vacancies = Self.vacancyLevel(end)
    // The children of the slots from here on may be vacant.
    let inspectors = (vacancies &- Self.slotBytes) &>> 2
    var offset = 0
    while offset < inspectors {
      guard let child = sinkOneLevel(entry, heap, offset) else {
        if suspended != 0 { resume() }
        return
      }
      offset = child
    }
    if suspended != 0 { resume() }
    guard let vacancy = sinkOneLevel(entry, heap, offset) else { return }
    let children = Self.children(vacancy)
    let grandchildren = Self.children(children)
    // Three complete levels below guarantee the first of these lines, not the second.
    var sum = Self.entry(heap, children).low
    if grandchildren &+ 3 &* Self.lineBytes < end {
      sum &+= Self.entry(heap, grandchildren).low
      sum &+= Self.entry(heap, grandchildren &+ Self.lineBytes).low
      sum &+= Self.entry(heap, grandchildren &+ 2 &* Self.lineBytes).low
      sum &+= Self.entry(heap, grandchildren &+ 3 &* Self.lineBytes).low
    }
    touched &+= sum
    suspended = vacancy
    sinking = entry
  }

  /// Completes the suspended descent.
  @usableFromInline
  @inline(never)
  mutating func resume() {
    let offset = suspended
    suspended = 0
    siftDown(sinking, from: offset)
  }

  /// Moves the smallest child up into a vacant slot and returns where it came from, or puts the
  /// entry into the slot and returns nil if it belongs there.
  @inline(__always)
  private func sinkOneLevel(
    _ entry: Entry, _ heap: UnsafeMutableRawPointer, _ offset: Int
  ) -> Int? {
    let child = Self.smallest(heap, Self.children(offset))
    let candidate = Self.entry(heap, child)
    guard candidate < entry else {
      Self.put(entry, heap, offset)
      return nil
    }
    Self.put(candidate, heap, offset)
    return child
  }

  /// Where the level begins that lies three above the last one of a large heap.
  ///
  /// Level `l` begins with slot (4ˡ − 1) / 3, which in binary is `l` times the digits 01.
  @inlinable
  static func vacancyLevel(_ end: Int) -> Int {
    let last = UInt64(truncatingIfNeeded: end &>> 4) &- 1
    let level = (63 &- (3 &* last &+ 1).leadingZeroBitCount) &>> 1
    let first = 0x5555_5555_5555_5555 & ((1 as UInt64) &<< UInt64(2 &* (level &- 3)) &- 1)
    return Int(truncatingIfNeeded: first) &* slotBytes
  }
}
