extension EventQueue {
  /// Slots in front of the root: those where suspended descents are noted, four sentinels, and
  /// three that put the four children of any slot into one line.
  @inlinable
  static var slotsBeforeRoot: Int { 2 * suspensionLimit + 7 }

  /// Allocates storage for an extent of `limit` bytes and returns its root, the first five slots
  /// being sentinels.
  @usableFromInline
  @inline(never)
  static func allocate(limit: Int) -> UnsafeMutableRawPointer {
    // Up to three slots behind the last entry are read as its siblings.
    let slots = slotsBeforeRoot + limit / slotBytes + 8
    let start = UnsafeMutableRawPointer.allocate(
      byteCount: slots * slotBytes, alignment: lineBytes)
    let heap = start + slotsBeforeRoot * slotBytes
    for slot in -7..<5 { put(.sentinel, heap, slot * slotBytes) }
    return heap
  }

  /// Gives storage back.
  @usableFromInline
  @inline(never)
  static func deallocate(_ heap: UnsafeMutableRawPointer) {
    (heap - slotsBeforeRoot * slotBytes).deallocate()
  }

  /// Doubles the storage.
  @usableFromInline
  @inline(never)
  mutating func grow() {
    let larger = Self.allocate(limit: 2 * limit)
    // With the siblings of the last entry; storage is never shorter than that.
    larger.copyMemory(from: heap, byteCount: end + 4 * Self.slotBytes)
    Self.deallocate(heap)
    heap = larger
    limit *= 2
  }
}
