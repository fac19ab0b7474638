extension EventQueue {
  /// Traps unless the storage obeys the invariant of the type.
  ///
  /// Always callable, in every build; tests call it after each step.
  ///
  /// - Complexity: O(`count`)
  public func _checkInvariants() {
    precondition(hole == 0 || hole == 1, "the hole is there or it is not")
    precondition(end >= hole * Self.slotBytes && end <= limit, "the heap fills its storage")
    precondition(dead >= 0, "a number of dead entries cannot be negative")
    let siblings = end + (Self.lineBytes + Self.slotBytes - end % Self.lineBytes) % Self.lineBytes
    for offset in stride(from: end, to: Swift.max(siblings, 5 * Self.slotBytes), by: 16) {
      precondition(Self.entry(heap, offset) == .sentinel, "missing siblings are sentinels")
    }
    checkSuspension()
    for offset in stride(from: hole * Self.slotBytes, to: end, by: Self.slotBytes) {
      let entry = Self.entry(heap, offset)
      precondition(entry.sequence >= 1 && entry.low <= lastLow | Self.payloadMask)
      guard offset > 0 else { continue }
      let parent = Self.parent(offset)
      guard parent > 0 || hole == 0 else { continue }
      let isOrdered = Self.entry(heap, parent) < entry || isVacant(offset)
      precondition(isOrdered, "no entry comes before its parent")
    }
  }

  /// A vacancy holds a copy of its parent, so that its children are in order with that.
  private func checkSuspension() {
    precondition(suspended < Self.suspensionLimit, "the last suspension completes all")
    for index in 0..<suspended {
      let (sinking, vacancy) = suspension(index)
      precondition(vacancy > 0 && vacancy < end, "a vacancy lies within the heap")
      let parent = Self.entry(heap, Self.parent(vacancy))
      precondition(parent == Self.entry(heap, vacancy), "a vacancy shows what rose from it")
      precondition(parent < sinking, "a sinking entry is past its parent")
    }
  }

  private func isVacant(_ offset: Int) -> Bool {
    (0..<suspended).contains { suspension($0).vacancy == offset }
  }

  /// Checks the invariant after a mutation in builds with `JETSIM_CHECKS`, else does nothing.
  ///
  /// Small heaps are checked each time, large ones about once in 4096 mutations, so that a debug
  /// build stays usable: the sum below changes with each mutation, in a hold loop as in a drain.
  @inlinable
  @inline(__always)
  func checkAfterMutation() {
    #if JETSIM_CHECKS
      if count <= 32 || (scheduledCount &+ UInt64(count)) & 0xfff == 0 { _checkInvariants() }
    #endif
  }
}
