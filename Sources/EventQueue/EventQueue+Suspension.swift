// Descents in heaps that outgrow the inner caches.
//
// With its branches gone, a processor no longer guesses its way down a heap, so it no longer
// fetches lower levels ahead by guessing: each of the last levels costs the full latency of the
// outer cache or of memory, one after the other. A descent in a large heap therefore stops three
// levels above the bottom and is noted down. Nobody can tell from outside: the earliest event is
// always at the root or just below the hole.
//
// In heaps that the outer cache holds, the descent reads one word of each line that it may need in
// the two levels below. The next descent has the upper levels to itself and completes the noted
// one when it comes near; by then the lines have arrived, and the two overlap.
//
// In still larger heaps that is not long enough, and a read that waits for memory holds up all
// that follows. There descents are noted until 32 have come together. They are completed in step,
// one level of all of them after the other: first a word of each line that the level needs is
// read, so that all wait at the same time instead of in turn.
//
// While a descent is suspended its slot is vacant, but still shows the entry that rose from it to
// its parent. That is how another descent recognises it: the winner among the children of a slot
// is what has just risen from that slot. It then has the suspended ones completed first. Entries
// come and go at the end of the heap, which no vacancy is near: only an entry that rises as far as
// the vacancies, and a change of the number of levels, complete the suspended descents too.

extension EventQueue {
  /// How many suspended descents are completed together.
  @inlinable
  static var suspensionLimit: Int { 32 }

  /// Heaps up to this extent in bytes (131 072 entries) suspend one descent at a time.
  private static var largeHeap: Int { 131_072 &* slotBytes }

  /// Lets an entry sink from the vacant root of a large heap, as far as the last three levels.
  @usableFromInline
  @inline(never)
  mutating func settleInLargeHeap(_ entry: Entry) {
    guard end <= Self.largeHeap else { return settleInHugeHeap(entry) }
    let heap = self.heap
    // The children of the slots from here on may be vacant.
    let inspectors = Self.parent(Self.vacancyLevel(end))
    var offset = 0
    while offset < inspectors {
      guard let child = sinkOneLevel(entry, heap, offset) else { return }
      offset = child
    }
    if suspended != 0 { resume() }
    guard let vacancy = sinkOneLevel(entry, heap, offset) else { return }
    touchLines(below: vacancy)
    suspended = 1
    Self.note(entry, vacancy, heap, at: 0)
  }

  /// The same in a heap that the outer cache does not hold; it has six levels at least.
  @inline(never)
  mutating func settleInHugeHeap(_ entry: Entry) {
    let heap = self.heap
    let inspectors = Self.parent(Self.vacancyLevel(end))
    var offset = 0
    while offset < inspectors {
      guard let child = sinkOneLevel(entry, heap, offset) else { return }
      offset = child
    }
    let winner = Self.smallest(heap, Self.children(offset))
    let risen = Self.entry(heap, Self.parent(offset))
    if Self.entry(heap, winner) == risen { resumeInStep() }
    guard let vacancy = sinkOneLevel(entry, heap, offset) else { return }
    Self.note(entry, vacancy, heap, at: suspended)
    suspended &+= 1
    if suspended == Self.suspensionLimit { resumeInStep() }
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

  /// Completes all suspended descents.
  @usableFromInline
  @inline(never)
  mutating func resume() {
    guard suspended == 1 else { return resumeInStep() }
    suspended = 0
    let (sinking, vacancy) = suspension(0)
    siftDown(sinking, from: vacancy)
  }

  /// Completes all suspended descents if they could be in the way of an entry that is put behind
  /// the last one, or of growth.
  ///
  /// Its grandparent is below the vacancies. What does not rise to its place ends below them.
  @usableFromInline
  @inline(never)
  mutating func resumeIfReached(by entry: Entry) {
    let grandparent = Self.entry(heap, Self.parent(Self.parent(end)))
    if entry < grandparent || end == limit || !isSameLevel(end, end &+ Self.slotBytes) {
      resume()
    }
  }

  /// Completes all suspended descents if the heap without its last entry has its vacancies on
  /// another level, or none.
  @usableFromInline
  @inline(never)
  mutating func resumeBeforeShrinking() {
    let less = end &- Self.slotBytes
    if less <= Self.smallHeap || !isSameLevel(end, less) { resume() }
  }

  /// Whether two extents of the heap put the vacancies on the same level.
  private func isSameLevel(_ one: Int, _ other: Int) -> Bool {
    Self.vacancyLevel(one) == Self.vacancyLevel(other)
  }

  /// Completes all suspended descents, one level after the other.
  @inline(never)
  private mutating func resumeInStep() {
    let heap = self.heap
    let end = self.end
    var live = suspended
    suspended = 0
    while live > 0 {
      var sum: UInt64 = 0
      for index in 0..<live {
        let first = Self.children(suspension(index).vacancy)
        sum &+= Self.entry(heap, Swift.min(first, end)).low
      }
      touched &+= sum
      var kept = 0
      for index in 0..<live { kept = Self.resumeOneLevel(heap, end, index, kept) }
      live = kept
    }
  }

  /// Lets a suspended descent go down one level, and notes it in another place if it goes on.
  ///
  /// How far a descent goes is a toss-up, so this contains no branch. Nor is it inlined: in a loop
  /// the compiler would prefer branches.
  ///
  /// - Returns: The place of the next note to be kept.
  @inline(never)
  private static func resumeOneLevel(
    _ heap: UnsafeMutableRawPointer, _ end: Int, _ index: Int, _ kept: Int
  ) -> Int {
    let sinking = entry(heap, note(index))
    let vacancy = heap.load(fromByteOffset: note(index) &+ slotBytes, as: Int.self)
    let first = children(vacancy)
    let child = smallest(heap, first < end ? first : childless)
    let candidate = entry(heap, child)
    let rises = candidate < sinking
    let mask: UInt64 = rises ? .max : 0
    let smaller = Entry(
      time: sinking.time ^ ((candidate.time ^ sinking.time) & mask),
      low: sinking.low ^ ((candidate.low ^ sinking.low) & mask))
    put(smaller, heap, vacancy)
    note(sinking, child, heap, at: kept)
    return kept &+ (rises ? 1 : 0)
  }

  /// Reads a word of each line that a descent may need in the two levels below a slot.
  ///
  /// There are three complete levels below the slot but for what the last one lacks.
  @inline(__always)
  private mutating func touchLines(below vacancy: Int) {
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

// MARK: Notes

extension EventQueue {
  /// Where the note of a suspended descent lies: in front of the root, 32 bytes each.
  @inline(__always)
  private static func note(_ index: Int) -> Int {
    (2 &* index &- slotsBeforeRoot) &* slotBytes
  }

  /// Four sentinels behind the notes: the children of slots without any.
  @inline(__always)
  private static var childless: Int { note(suspensionLimit) }

  /// The entry that a suspended descent is to place, and the slot it left vacant.
  @inline(__always)
  func suspension(_ index: Int) -> (sinking: Entry, vacancy: Int) {
    let vacancy = heap.load(fromByteOffset: Self.note(index) &+ Self.slotBytes, as: Int.self)
    return (Self.entry(heap, Self.note(index)), vacancy)
  }

  @inline(__always)
  private static func note(
    _ sinking: Entry, _ vacancy: Int, _ heap: UnsafeMutableRawPointer, at index: Int
  ) {
    put(sinking, heap, note(index))
    heap.storeBytes(of: vacancy, toByteOffset: note(index) &+ slotBytes, as: Int.self)
  }
}
