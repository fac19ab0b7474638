// The moves of the heap, on raw storage. Everything here keeps the invariant of `EventQueue`.

extension EventQueue {
  /// Heaps up to this many entries lie in the inner caches; looking ahead would only cost.
  @inlinable
  static var smallHeap: Int { 32_768 }

  /// Heaps above this many entries look three generations ahead instead of two.
  @inlinable
  static var largeHeap: Int { 262_144 }

  /// Puts an entry into the hole at the root if there is one, else behind the last entry.
  @inlinable
  @inline(__always)
  mutating func insert(_ entry: Entry) {
    if hole != 0 {
      hole = 0
      settle(entry)
    } else {
      if end == limit { grow() }
      end &+= 1
      base[end &+ 1] = .sentinel
      siftUp(entry, from: end)
    }
    checkAfterMutation()
  }

  /// Moves the last entry into the hole at the root.
  ///
  /// At least two slots are in use.
  @inlinable
  mutating func fillHole() {
    let last = base[end]
    base[end] = .sentinel
    end &-= 1
    hole = 0
    settle(last)
  }

  /// Drops an entry in at the root, which is vacant, and lets it sink to its place.
  @inlinable
  @inline(__always)
  mutating func settle(_ entry: Entry) {
    if end <= Self.smallHeap {
      siftDown(entry, from: 1)
    } else {
      settleLookingAhead(entry)
    }
  }

  /// Lets an entry rise from a vacant slot to its place.
  @inlinable
  @inline(__always)
  mutating func siftUp(_ entry: Entry, from start: Int) {
    let base = self.base
    var slot = start
    while slot > 1 {
      let parent = slot &>> 1
      guard entry < base[parent] else { break }
      base[slot] = base[parent]
      slot = parent
    }
    base[slot] = entry
  }

  /// Lets an entry sink from a vacant slot to its place.
  @inlinable
  @inline(__always)
  mutating func siftDown(_ entry: Entry, from start: Int) {
    let base = self.base
    let end = self.end
    var slot = start
    var child = slot &+ slot
    while child <= end {
      child &+= base[child &+ 1] < base[child] ? 1 : 0
      let candidate = base[child]
      guard candidate < entry else { break }
      base[slot] = candidate
      slot = child
      child = slot &+ slot
    }
    base[slot] = entry
  }

  /// `settle` for heaps that outgrow the inner caches.
  @usableFromInline
  @inline(never)
  mutating func settleLookingAhead(_ entry: Entry) {
    if end <= Self.largeHeap {
      settleLookingTwoAhead(entry)
    } else {
      settleLookingThreeAhead(entry)
    }
  }

  /// Lets an entry sink from the root while touching the great-grandchildren: two lines a level.
  @inlinable
  @inline(__always)
  mutating func settleLookingTwoAhead(_ entry: Entry) {
    let base = self.base
    let limit = (end &- 7) &>> 3
    var sum: UInt64 = 0
    var slot = 1
    while slot <= limit {
      sum &+= base[8 &* slot].low &+ base[8 &* slot &+ 4].low
      var child = slot &+ slot
      child &+= base[child &+ 1] < base[child] ? 1 : 0
      let candidate = base[child]
      guard candidate < entry else {
        base[slot] = entry
        touched &+= sum
        return
      }
      base[slot] = candidate
      slot = child
    }
    touched &+= sum
    siftDown(entry, from: slot)
  }

  /// Lets an entry sink from the root while touching the generation after the
  /// great-grandchildren: four lines a level.
  @inlinable
  @inline(__always)
  mutating func settleLookingThreeAhead(_ entry: Entry) {
    let base = self.base
    let limit = (end &- 15) &>> 4
    var sum: UInt64 = 0
    var slot = 1
    while slot <= limit {
      let line = base + 16 &* slot
      sum &+= line[0].low &+ line[4].low &+ line[8].low &+ line[12].low
      var child = slot &+ slot
      child &+= base[child &+ 1] < base[child] ? 1 : 0
      let candidate = base[child]
      guard candidate < entry else {
        base[slot] = entry
        touched &+= sum
        return
      }
      base[slot] = candidate
      slot = child
    }
    touched &+= sum
    siftDown(entry, from: slot)
  }
}

// MARK: Storage

extension EventQueue {
  /// Allocates storage for `limit` entries, starting on a cache line, sentinels at its start.
  @usableFromInline
  @inline(never)
  static func allocate(limit: Int) -> UnsafeMutablePointer<Entry> {
    // Slot 0 and the slot behind the last entry are extra; slots 2 and 3 are always readable.
    let slots = limit + 2
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: slots * MemoryLayout<Entry>.stride, alignment: 64)
    let base = raw.bindMemory(to: Entry.self, capacity: slots)
    base.initialize(repeating: .sentinel, count: Swift.min(slots, 4))
    return base
  }

  /// Doubles the storage.
  @usableFromInline
  @inline(never)
  mutating func grow() {
    let larger = Self.allocate(limit: 2 * limit)
    larger.update(from: base, count: Swift.max(end, 3) + 1)
    UnsafeMutableRawPointer(base).deallocate()
    base = larger
    limit *= 2
  }
}
