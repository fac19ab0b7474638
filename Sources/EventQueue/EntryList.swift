/// A growing list of entries: what `LadderQueue` keeps its top and its bottom in.
///
/// An array would do, if its checks and its reference count did not cost a third of the queue.
struct EntryList: ~Copyable {
  var base: UnsafeMutablePointer<EventQueue.Entry>

  var count: Int

  var capacity: Int

  init() {
    base = .allocate(capacity: 64)
    count = 0
    capacity = 64
  }

  deinit {
    base.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  var last: EventQueue.Entry? { count == 0 ? nil : base[count &- 1] }

  /// Makes room for `minimum` entries.
  @inline(never)
  mutating func reserve(_ minimum: Int) {
    guard minimum > capacity else { return }
    capacity = Swift.max(minimum, 2 * capacity)
    let larger = UnsafeMutablePointer<EventQueue.Entry>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }

  @inline(__always)
  mutating func append(_ entry: EventQueue.Entry) {
    if count == capacity { reserve(count + 1) }
    base[count] = entry
    count &+= 1
  }

  @inline(__always)
  mutating func removeLast() -> EventQueue.Entry {
    count &-= 1
    return base[count]
  }

  mutating func removeAll() {
    count = 0
  }

  @inline(__always)
  func forEach(_ body: (EventQueue.Entry) -> Void) {
    for index in 0..<count { body(base[index]) }
  }

  /// The earliest and the latest time of a list that is not empty, and how far the mean is from
  /// the earliest.
  func timeRange() -> (earliest: UInt64, latest: UInt64, meanDistance: Double) {
    var earliest = UInt64.max
    var latest: UInt64 = 0
    // Relative to any of them, so that sums stay small; wrapped distances count as negative.
    let origin = base[0].time
    var sum = 0.0
    forEach { entry in
      earliest = Swift.min(earliest, entry.time)
      latest = Swift.max(latest, entry.time)
      sum += Double(Int64(bitPattern: entry.time &- origin))
    }
    let mean = sum / Double(count) + Double(Int64(bitPattern: origin &- earliest))
    return (earliest, latest, Swift.max(mean, 0))
  }

  /// Inserts into a list in the order latest first, searching from its end.
  ///
  /// - Returns: False, and nothing is changed, if the place is more than `limit` from the end.
  mutating func insertSorted(_ entry: EventQueue.Entry, within limit: Int) -> Bool {
    var place = count
    let lowest = Swift.max(count &- limit, 0)
    while place > lowest && base[place &- 1] < entry { place &-= 1 }
    if place == lowest && lowest > 0 && base[place &- 1] < entry { return false }
    if count == capacity { reserve(count + 1) }
    var index = count
    while index > place {
      base[index] = base[index &- 1]
      index &-= 1
    }
    base[place] = entry
    count &+= 1
    return true
  }

  /// Sorts the list, latest first.
  ///
  /// Insertion for short and nearly sorted lists; the library's merging of runs for others, which
  /// takes events at equal times, being in order of scheduling, as one run.
  ///
  /// - Parameter isNearlySorted: Whether every event is a few places from its own.
  mutating func sortLatestFirst(isNearlySorted: Bool = false) {
    guard isNearlySorted || count <= 32 else {
      var all = UnsafeMutableBufferPointer(start: base, count: count)
      all.sort { $1 < $0 }
      return
    }
    var sorted = 1
    while sorted < count {
      let entry = base[sorted]
      var place = sorted
      while place > 0 && base[place &- 1] < entry {
        base[place] = base[place &- 1]
        place &-= 1
      }
      base[place] = entry
      sorted &+= 1
    }
  }
}
