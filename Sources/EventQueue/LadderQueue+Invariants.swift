extension LadderQueue {
  /// Traps unless all stations obey the invariant of the type.
  ///
  /// - Complexity: O(`count`)
  public func _checkInvariants() {
    let inRungs = ladder._checkInvariants(before: topStart)
    precondition(count == bottom.count + overflow.count + inRungs + top.count)
    precondition(isEmpty || !(bottom.isEmpty && overflow.isEmpty), "the bottom is ready")
    for index in 1..<Swift.max(bottom.count, 1) {
      precondition(bottom.base[index] < bottom.base[index - 1], "the bottom is sorted")
    }
    let boundary = ladder.lastBoundary ?? topStart
    bottom.forEach { precondition($0.time < boundary, "the bottom comes first") }
    top.forEach { precondition($0.time >= topStart, "the top comes last") }
    overflow._checkInvariants()
  }

  /// Checks the invariant after a mutation in builds with `JETSIM_CHECKS`, else does nothing.
  @inline(__always)
  func checkAfterMutation() {
    #if JETSIM_CHECKS
      if count <= 32 || (scheduledCount &+ UInt64(count)) & 0xfff == 0 { _checkInvariants() }
    #endif
  }
}

extension Ladder {
  /// Where the events of the last rung begin, or nil without rungs.
  var lastBoundary: UInt64? {
    rungCount == 0 ? nil : rungs[rungCount - 1].boundary
  }

  /// Traps unless every event lies in the bucket of its time; returns the number of events.
  func _checkInvariants(before topStart: UInt64) -> Int {
    var end = topStart
    var total = 0
    for index in 0..<rungCount {
      let rung = rungs[index]
      var count = 0
      for place in 0..<rung.bucketCount {
        let bucket = rung.buckets[place]
        precondition(place >= rung.current || bucket.count == 0, "buckets are left empty")
        pool.forEach(of: bucket) { entry in
          precondition(entry.time >= rung.boundary && entry.time < end)
          precondition(Int((entry.time - rung.start) >> rung.shift) == place)
        }
        count += Int(bucket.count)
      }
      precondition(count == rung.count, "a rung counts its events")
      end = rung.boundary
      total += count
    }
    return total
  }
}
