// The moves of the heap, on raw storage. Everything here keeps the invariant of `EventQueue`.
//
// Slots are named by their distance in bytes from the root: 0, 16, 32, …. The children of the
// slot at `offset` begin at `4 * offset + 16`, which a processor computes while addressing.

extension EventQueue {
  /// The size of a slot in bytes.
  @inlinable
  static var slotBytes: Int { 16 }

  /// The size of the four children of a slot in bytes: one cache line.
  @inlinable
  static var lineBytes: Int { 64 }

  /// The extent in bytes of a heap of two levels: the root and its children.
  @inlinable
  static var tinyHeap: Int { 5 &* slotBytes }

  /// Heaps up to this extent in bytes (32 768 entries) stay in the inner caches; a descent that
  /// suspends itself would only cost.
  @inlinable
  static var smallHeap: Int { 32_768 &* slotBytes }

  /// The entry in a slot.
  @inlinable
  @inline(__always)
  static func entry(_ heap: UnsafeMutableRawPointer, _ offset: Int) -> Entry {
    heap.load(fromByteOffset: offset, as: Entry.self)
  }

  /// Writes an entry into a slot.
  @inlinable
  @inline(__always)
  static func put(_ entry: Entry, _ heap: UnsafeMutableRawPointer, _ offset: Int) {
    heap.storeBytes(of: entry, toByteOffset: offset, as: Entry.self)
  }

  /// Where the children of a slot begin.
  @inlinable
  @inline(__always)
  static func children(_ offset: Int) -> Int {
    4 &* offset &+ slotBytes
  }

  /// The parent of a slot other than the root.
  @inlinable
  @inline(__always)
  static func parent(_ offset: Int) -> Int {
    (offset &- slotBytes) &>> 2 & ~(slotBytes &- 1)
  }

  /// Where the smallest of the four siblings from `first` on lies; missing ones are sentinels.
  ///
  /// Which sibling wins is a toss-up, so nothing here may become a branch. The winner of each
  /// pair is also selected as a value, by masks: to load it again would put a cache access into
  /// the chain that one level of a descent waits for.
  @inlinable
  @inline(__always)
  static func smallest(_ heap: UnsafeMutableRawPointer, _ first: Int) -> Int {
    let left = smallerOfTwo(heap, first)
    let right = smallerOfTwo(heap, first &+ 2 &* slotBytes)
    return right.entry < left.entry ? right.offset : left.offset
  }

  /// The smaller of two neighbours, and where it lies.
  @inlinable
  @inline(__always)
  static func smallerOfTwo(
    _ heap: UnsafeMutableRawPointer, _ offset: Int
  ) -> (entry: Entry, offset: Int) {
    let first = entry(heap, offset)
    let second = entry(heap, offset &+ slotBytes)
    let secondWins = second < first
    let mask: UInt64 = secondWins ? .max : 0
    let winner = Entry(
      time: first.time ^ ((first.time ^ second.time) & mask),
      low: first.low ^ ((first.low ^ second.low) & mask))
    return (winner, secondWins ? offset &+ slotBytes : offset)
  }
}

extension EventQueue {
  /// Puts an entry into the hole at the root if there is one, else behind the last entry.
  @inlinable
  @inline(__always)
  mutating func insert(_ entry: Entry) {
    if hole != 0 {
      hole = 0
      settle(entry)
    } else {
      append(entry)
    }
    checkAfterMutation()
  }

  /// Puts an entry behind the last one and lets it rise.
  @usableFromInline
  @inline(never)
  mutating func append(_ entry: Entry) {
    if suspended != 0 { resumeIfReached(by: entry) }
    if end == limit { grow() }
    let offset = end
    end &+= Self.slotBytes
    if offset & (Self.lineBytes &- 1) == Self.slotBytes {
      // The first of four siblings: the other three become readable.
      for place in 1...3 { Self.put(.sentinel, heap, offset &+ place &* Self.slotBytes) }
    }
    siftUp(entry, from: offset)
  }

  /// Moves the last entry into the hole at the root.
  ///
  /// At least two slots are in use.
  @usableFromInline
  @inline(never)
  mutating func fillHole() {
    if suspended != 0 { resumeBeforeShrinking() }
    end &-= Self.slotBytes
    let last = Self.entry(heap, end)
    Self.put(.sentinel, heap, end)
    hole = 0
    settle(last)
  }

  /// Drops an entry in at the root, which is vacant, and lets it sink to its place.
  @usableFromInline
  @inline(never)
  mutating func settle(_ entry: Entry) {
    if end <= Self.tinyHeap {
      settleInTinyHeap(entry)
    } else if end <= Self.smallHeap {
      siftDown(entry, from: 0)
    } else {
      settleInLargeHeap(entry)
    }
  }

  /// Drops an entry in at the vacant root of a heap of two levels: orders it with the smallest
  /// child, without a branch even on which of the two comes first.
  ///
  /// In queues of a few events, such as that of a single server, that is a toss-up too.
  @inlinable
  @inline(__always)
  mutating func settleInTinyHeap(_ entry: Entry) {
    let onlyChild = end <= 2 &* Self.slotBytes
    let child = onlyChild ? Self.slotBytes : Self.smallest(heap, Self.slotBytes)
    let candidate = Self.entry(heap, child)
    let mask: UInt64 = candidate < entry ? .max : 0
    let time = (candidate.time ^ entry.time) & mask
    let low = (candidate.low ^ entry.low) & mask
    Self.put(Entry(time: entry.time ^ time, low: entry.low ^ low), heap, 0)
    Self.put(Entry(time: candidate.time ^ time, low: candidate.low ^ low), heap, child)
  }

  /// Lets an entry rise from a vacant slot to its place.
  @inlinable
  @inline(__always)
  mutating func siftUp(_ entry: Entry, from start: Int) {
    let heap = self.heap
    var offset = start
    while offset > 0 {
      let parent = Self.parent(offset)
      let candidate = Self.entry(heap, parent)
      guard entry < candidate else { break }
      Self.put(candidate, heap, offset)
      offset = parent
    }
    Self.put(entry, heap, offset)
  }

  /// Lets an entry sink from a vacant slot to its place.
  @inlinable
  @inline(__always)
  mutating func siftDown(_ entry: Entry, from start: Int) {
    let heap = self.heap
    let end = self.end
    var offset = start
    var first = Self.children(offset)
    while first < end {
      let child = Self.smallest(heap, first)
      let candidate = Self.entry(heap, child)
      guard candidate < entry else { break }
      Self.put(candidate, heap, offset)
      offset = child
      first = Self.children(offset)
    }
    Self.put(entry, heap, offset)
  }
}
