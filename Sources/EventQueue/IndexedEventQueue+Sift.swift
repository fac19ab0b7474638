// The moves of the indexed heap: those of `EventQueue`, each with a word to the table of slots.

extension IndexedEventQueue {
  /// The slot of a payload that has no pending event.
  @inlinable
  static var absent: UInt32 { .max }

  /// What lies at the root during a hole: comes before every entry, whose sequence is 1 or more.
  @inlinable
  static var floor: Entry { Entry(time: 0, low: 0) }

  /// The earliest entry, or a sentinel if there is none.
  @inlinable
  var earliest: Entry {
    let offset = hole == 0 ? 0 : EventQueue.smallest(heap, EventQueue.slotBytes)
    return EventQueue.entry(heap, offset)
  }

  /// Writes an entry into a slot and the slot into the table.
  @inlinable
  @inline(__always)
  func place(_ entry: Entry, at offset: Int) {
    EventQueue.put(entry, heap, offset)
    slots[Int(entry.payload)] = UInt32(truncatingIfNeeded: offset &>> 4)
  }

  /// Puts an entry into an occupied slot, from where it may rise or sink.
  @inlinable
  @inline(__always)
  mutating func replace(at offset: Int, with entry: Entry) {
    if end > EventQueue.smallHeap { touchNeighbours(of: offset) }
    if entry < EventQueue.entry(heap, offset) {
      siftUp(entry, from: offset)
    } else {
      siftDown(entry, from: offset)
    }
  }

  /// Reads a word of the parent's and the children's lines, before it is known which are needed.
  @inlinable
  @inline(__always)
  mutating func touchNeighbours(of offset: Int) {
    let parent = EventQueue.parent(offset)
    let children = EventQueue.children(offset)
    touched &+= EventQueue.entry(heap, parent).low
    touched &+= EventQueue.entry(heap, children < end ? children : parent).low
  }

  /// Puts an entry behind the last one and lets it rise.
  @inlinable
  mutating func append(_ entry: Entry) {
    let offset = end
    end &+= EventQueue.slotBytes
    if offset & (EventQueue.lineBytes &- 1) == EventQueue.slotBytes {
      for place in 1...3 {
        EventQueue.put(.sentinel, heap, offset &+ place &* EventQueue.slotBytes)
      }
    }
    siftUp(entry, from: offset)
  }

  /// Takes the last entry out of its slot.
  @inlinable
  mutating func removeLast() -> Entry {
    end &-= EventQueue.slotBytes
    let last = EventQueue.entry(heap, end)
    EventQueue.put(.sentinel, heap, end)
    return last
  }

  /// Moves the last entry into the hole at the root.
  @inlinable
  mutating func fillHole() {
    hole = 0
    siftDown(removeLast(), from: 0)
  }

  /// Lets an entry rise from a slot to its place.
  @inlinable
  @inline(__always)
  mutating func siftUp(_ entry: Entry, from start: Int) {
    var offset = start
    while offset > 0 {
      let parent = EventQueue.parent(offset)
      let candidate = EventQueue.entry(heap, parent)
      guard entry < candidate else { break }
      place(candidate, at: offset)
      offset = parent
    }
    place(entry, at: offset)
  }

  /// Lets an entry sink from a slot to its place.
  @inlinable
  @inline(__always)
  mutating func siftDown(_ entry: Entry, from start: Int) {
    let end = self.end
    var offset = start
    var first = EventQueue.children(offset)
    if end > EventQueue.smallHeap {
      offset = sinkTouching(entry, from: start)
      guard offset >= 0 else { return }
      first = EventQueue.children(offset)
    }
    while first < end {
      let child = EventQueue.smallest(heap, first)
      let candidate = EventQueue.entry(heap, child)
      guard candidate < entry else { break }
      place(candidate, at: offset)
      offset = child
      first = EventQueue.children(offset)
    }
    place(entry, at: offset)
  }
}

extension IndexedEventQueue {
  /// The upper part of `siftDown` in heaps that outgrow the inner caches: reads a word of each
  /// line that holds grandchildren of the vacant slot, so that they arrive while the children are
  /// compared.
  ///
  /// - Returns: The vacant slot without four lines of grandchildren, or -1 if the entry has found
  ///   its place.
  @usableFromInline
  @inline(never)
  mutating func sinkTouching(_ entry: Entry, from start: Int) -> Int {
    let heap = self.heap
    let line = EventQueue.lineBytes
    var offset = start
    var first = EventQueue.children(offset)
    var sum: UInt64 = 0
    defer { touched &+= sum }
    while true {
      let grandchildren = EventQueue.children(first)
      guard grandchildren &+ 3 &* line < end else { return offset }
      sum &+= EventQueue.entry(heap, grandchildren).low
      sum &+= EventQueue.entry(heap, grandchildren &+ line).low
      sum &+= EventQueue.entry(heap, grandchildren &+ 2 &* line).low
      sum &+= EventQueue.entry(heap, grandchildren &+ 3 &* line).low
      let child = EventQueue.smallest(heap, first)
      let candidate = EventQueue.entry(heap, child)
      guard candidate < entry else {
        place(entry, at: offset)
        return -1
      }
      place(candidate, at: offset)
      offset = child
      first = EventQueue.children(offset)
    }
  }

  /// Traps unless heap and table obey the invariant of the type.
  ///
  /// - Complexity: O(`count`)
  public func _checkInvariants() {
    precondition(hole == 0 || hole == 1, "the hole is there or it is not")
    precondition(end >= hole * EventQueue.slotBytes, "the hole lies within the heap")
    for offset in stride(from: hole * EventQueue.slotBytes, to: end, by: EventQueue.slotBytes) {
      let entry = EventQueue.entry(heap, offset)
      precondition(entry.sequence >= 1 && entry.low <= lastLow | EventQueue.payloadMask)
      precondition(Int(slots[Int(entry.payload)]) == offset / EventQueue.slotBytes)
      guard offset > 0 else { continue }
      let parent = EventQueue.parent(offset)
      precondition(EventQueue.entry(heap, parent) < entry, "no entry comes before its parent")
    }
  }

  /// Checks the invariant after a mutation in builds with `JETSIM_CHECKS`, else does nothing.
  @inlinable
  @inline(__always)
  func checkAfterMutation() {
    #if JETSIM_CHECKS
      if count <= 32 || (scheduledCount &+ UInt64(count)) & 0xfff == 0 { _checkInvariants() }
    #endif
  }
}
