extension EventQueue {
  /// Traps unless the storage obeys the invariant of the type.
  ///
  /// Always callable, in every build; tests call it after each step.
  ///
  /// - Complexity: O(`count`)
  public func _checkInvariants() {
    precondition(hole == 0 || hole == 1, "the hole is there or it is not")
    precondition(end >= hole && end <= limit, "the heap lies within its storage")
    precondition(dead >= 0, "a number of dead entries cannot be negative")
    precondition(base[end + 1] == .sentinel, "a sentinel follows the last entry")
    if end < 3 { precondition(base[3] == .sentinel, "slot 3 is always readable") }
    if end < 2 { precondition(base[2] == .sentinel, "slot 2 is always readable") }
    if end < 1 { precondition(base[1] == .sentinel, "slot 1 is always readable") }
    guard end > hole else { return }
    for slot in (1 + hole)...end {
      let entry = base[slot]
      precondition(entry.sequence >= 1 && entry.low <= lastLow | Self.payloadMask)
      let parent = slot / 2
      if parent > hole {
        precondition(base[parent] < entry, "no entry comes before its parent")
      }
    }
  }

  /// Checks the invariant after a mutation in builds with `JETSIM_CHECKS`, else does nothing.
  ///
  /// Small heaps are checked each time, large ones about once in 4096 mutations, so that a debug
  /// build stays usable: the sum below changes with each mutation, in a hold loop as in a drain.
  @inlinable
  @inline(__always)
  func checkAfterMutation() {
    #if JETSIM_CHECKS
      if end <= 32 || (scheduledCount &+ UInt64(count)) & 0xfff == 0 { _checkInvariants() }
    #endif
  }
}
