// Lazy cancellation. The queue cannot tell a dead entry from a live one: the owner can, because
// it remembers the sequence number it waits for. The queue only counts, and sweeps on demand.
//
//     queue.noteCancelled()                                     // owner gives up an event
//     if queue.needsCompaction { queue.compact { isLive($0) } }
//     …
//     let entry = queue.removeMin()
//     if !isLive(entry) { queue.noteDeadPopped() }              // a corpse came out at the top

extension EventQueue {
  /// With fewer dead entries than this a sweep is never due.
  @inlinable
  static var compactionFloor: Int { 64 }

  /// The number of pending entries that their owner declared dead.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var deadCount: Int {
    dead
  }

  /// Whether more than half of the pending entries are dead, and at least 64 of them.
  ///
  /// An owner that sweeps whenever this is true never carries more than twice its live events
  /// (plus the floor), and pays O(1) for the sweep per cancelled event.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var needsCompaction: Bool {
    dead >= Self.compactionFloor && dead &+ dead > count
  }

  /// Declares one pending entry dead: its owner will not react when it comes out.
  ///
  /// - Complexity: O(1)
  @inlinable
  public mutating func noteCancelled() {
    dead &+= 1
    assert(dead <= count, "more entries declared dead than are pending")
  }

  /// Tells that the entry just removed was one that had been declared dead.
  ///
  /// - Complexity: O(1)
  @inlinable
  public mutating func noteDeadPopped() {
    dead &-= 1
    assert(dead >= 0, "a removed entry was declared dead that had not been before")
  }

  /// Removes every pending entry for which `isLive` is false; afterwards none counts as dead.
  ///
  /// Entries keep their sequence numbers, so the order among the rest stays as it was, events at
  /// equal times included. The heap is rebuilt from its last parent upwards (R. W. Floyd,
  /// Algorithm 245: Treesort 3, CACM 7(12), 1964, doi:10.1145/355588.365103).
  ///
  /// - Parameter isLive: Whether an entry is still wanted; called once per pending entry.
  /// - Complexity: O(`count`)
  @inlinable
  public mutating func compact(keeping isLive: (Entry) -> Bool) {
    if suspended != 0 { resume() }
    var kept = 0
    var offset = hole &* Self.slotBytes
    while offset < end {
      let entry = Self.entry(heap, offset)
      if isLive(entry) {
        Self.put(entry, heap, kept)
        kept &+= Self.slotBytes
      }
      offset &+= Self.slotBytes
    }
    // Siblings of the last entry and the first five slots must not keep what lay there.
    for slot in 0..<5 {
      Self.put(.sentinel, heap, kept &+ slot &* Self.slotBytes)
    }
    end = kept
    hole = 0
    dead = 0
    offset = (end &>> 2) & ~(Self.slotBytes &- 1)
    while offset >= 0 {
      if offset < end { siftDown(Self.entry(heap, offset), from: offset) }
      offset &-= Self.slotBytes
    }
    checkAfterMutation()
  }
}
