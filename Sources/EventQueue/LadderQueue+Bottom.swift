// How events get to the bottom of a ladder queue.

extension LadderQueue {
  /// Queues of up to so many events have no rungs.
  static var smallLimit: Int { 16 }

  /// The first value of `raisingLimit`.
  static var leastRaisingLimit: Int { 2 * smallLimit }

  /// How many places an event may sink into the bottom.
  static var insertionLimit: Int { 32 }

  /// Inserts an event that belongs before the boundary of the last rung.
  @inline(never)
  mutating func insertEarly(_ entry: Entry) {
    if !bottom.insertSorted(entry, within: Self.insertionLimit) {
      overflow.lastLow = lastLow
      overflow.insert(entry)
    }
    if topStart == .max && ladder.rungCount == 0 && count > raisingLimit { raise() }
  }

  /// Removes the earlier of the first events of bottom and overflow, the latter not being empty.
  @inline(never)
  mutating func removeEarlierOfTwo() -> Entry {
    if let last = bottom.last, last.key < overflow.nextKey { return bottom.removeLast() }
    return overflow.removeMin()
  }

  /// Gives rungs to a queue that had few events so far.
  private mutating func raise() {
    // Doubled in case that nothing can be split, all events being at the last time there is.
    raisingLimit = 2 * count
    bottom.forEach { top.append($0) }
    bottom.removeAll()
    while let entry = overflow.popMin() { top.append(entry) }
    refillBottom()
  }

  /// Moves the earliest bucket to the bottom, which is empty, as is the overflow.
  ///
  /// A queue without any events goes back to having no rungs.
  @inline(never)
  mutating func refillBottom() {
    guard count > 0 else {
      _ = ladder.dropEmptyRungs()
      topStart = .max
      raisingLimit = Self.leastRaisingLimit
      return
    }
    while true {
      if ladder.dropEmptyRungs() {
        if dealOutTop() { return }
      }
      guard ladder.advance() else { break }
      ladder.splitBucket()
    }
    ladder.takeBucket(into: &bottom, &counters)
  }

  /// Makes the first rung of the nearer part of the top.
  ///
  /// It reaches as far again as the mean of the top lies ahead: the sparse rest would make the
  /// buckets of the dense beginning too wide, and can wait.
  ///
  /// - Returns: Whether all went to the bottom at once, being few or at the same time.
  private mutating func dealOutTop() -> Bool {
    let range = top.timeRange()
    let isSmall = top.count <= Self.smallLimit
    if isSmall || range.earliest == range.latest {
      swap(&bottom, &top)
      bottom.sortLatestFirst()
      topStart = isSmall ? .max : range.latest &+ 1
      if isSmall { raisingLimit = Self.leastRaisingLimit }
      return true
    }
    let doubleMean = Swift.min(2 * range.meanDistance, 0x1p62)
    topStart = range.earliest &+ Swift.min(UInt64(doubleMean), range.latest &- range.earliest) &+ 1
    ladder.pushRung(start: range.earliest, end: topStart, count: top.count)
    var kept = 0
    for index in 0..<top.count {
      let entry = top.base[index]
      if entry.time < topStart {
        ladder.insertIntoLastRung(entry)
      } else {
        top.base[kept] = entry
        kept &+= 1
      }
    }
    top.count = kept
    return false
  }
}

extension EventQueue {
  /// The key of the earliest entry of a queue that is not empty.
  var nextKey: UInt128 {
    Self.entry(heap, hole == 0 ? 0 : Self.smallest(heap, Self.slotBytes)).key
  }
}
