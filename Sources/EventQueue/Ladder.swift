/// The rungs of a `LadderQueue`: rows of buckets, each row a finer division of one bucket of the
/// row before.
///
/// A bucket is a chain of chunks of 31 entries from a common pool.
struct Ladder: ~Copyable {
  /// A chain of chunks, the last of which may have room.
  struct Bucket: BitwiseCopyable {
    /// The first chunk, or 0.
    var first: UInt32 = 0
    /// The slot for the next entry, 32 to a chunk; divisible by 32 if a chunk is needed first.
    var nextSlot: UInt32 = 0
    var count: UInt32 = 0
    private var padding: UInt32 = 0

    /// The chunk of the entry that was added last.
    var lastChunk: UInt32 { (nextSlot &- 1) / UInt32(ChunkPool.slotsPerChunk) }
  }

  /// One row of buckets.
  struct Rung: BitwiseCopyable {
    /// All records are zero but those from `current` to `bucketCount`.
    var buckets: UnsafeMutablePointer<Bucket>
    var capacity: Int
    var bucketCount = 0
    /// The first bucket that has not been taken or split.
    var current = 0
    /// How many events are in all buckets.
    var count = 0
    /// Where the first bucket begins, and where the last one ends at the latest.
    var start: UInt64 = 0
    var end: UInt64 = 0
    /// A bucket is 2^`shift` ticks wide.
    var shift: UInt64 = 0
    /// Buckets of more events than this are split.
    var sortingLimit: UInt32 = 0
    /// Where the bucket `current` begins; `end` if there is none.
    var boundary: UInt64 = 0
  }

  /// How many of `count` events a bucket should get, to within a factor of two: a quarter of the
  /// square root, so that there are neither too many ends of buckets for the inner cache nor too
  /// many events in the one that is being used up.
  static func eventsPerBucket(_ count: Int) -> Int {
    let bits = Int.bitWidth &- count.leadingZeroBitCount
    return 1 &<< Swift.min(Swift.max(bits / 2 &- 2, 3), 8)
  }

  /// No bucket of more events than this is sorted by distribution; a power of two.
  static var sortingLimit: Int { 2048 }

  /// Buckets that got so many times the events they should have are split.
  static var splittingFactor: Int { 8 }

  /// Every rung has at least eight times finer buckets than the one before.
  static var rungLimit: Int { 22 }

  var rungs: UnsafeMutablePointer<Rung>
  var rungCount = 0
  var allocatedRungs = 0
  var pool = ChunkPool()

  init() {
    rungs = .allocate(capacity: Self.rungLimit)
  }

  deinit {
    for index in 0..<allocatedRungs { rungs[index].buckets.deallocate() }
    rungs.deallocate()
  }

  /// Puts an event into the first rung whose boundary it is not before.
  ///
  /// - Returns: False if there is none.
  @inline(__always)
  mutating func insert(_ entry: EventQueue.Entry) -> Bool {
    for index in 0..<rungCount where entry.time >= rungs[index].boundary {
      insert(entry, into: rungs + index)
      return true
    }
    return false
  }

  /// Puts an event into the last rung, whose boundary it is not before.
  @inline(__always)
  mutating func insertIntoLastRung(_ entry: EventQueue.Entry) {
    insert(entry, into: rungs + (rungCount &- 1))
  }

  @inline(__always)
  private mutating func insert(
    _ entry: EventQueue.Entry, into rung: UnsafeMutablePointer<Rung>
  ) {
    let index = Int(truncatingIfNeeded: (entry.time &- rung.pointee.start) &>> rung.pointee.shift)
    let bucket = rung.pointee.buckets + index
    pool.append(entry, to: bucket)
    rung.pointee.count &+= 1
  }

  /// Removes rungs without events from the end; returns whether none is left.
  @inline(__always)
  mutating func dropEmptyRungs() -> Bool {
    while rungCount > 0 && rungs[rungCount &- 1].count == 0 { rungCount &-= 1 }
    return rungCount == 0
  }

  /// Goes on to the next bucket of the last rung that has events; there is one.
  ///
  /// - Returns: Whether it has too many events to be sorted, and is wide enough to be split.
  mutating func advance() -> Bool {
    let rung = rungs + (rungCount &- 1)
    var index = rung.pointee.current
    while rung.pointee.buckets[index].count == 0 { index &+= 1 }
    rung.pointee.current = index
    rung.pointee.boundary =
      rung.pointee.start &+ UInt64(truncatingIfNeeded: index) &<< rung.pointee.shift
    return rung.pointee.buckets[index].count > rung.pointee.sortingLimit && rung.pointee.shift > 0
  }

  /// Moves the events of the current bucket to an empty list, latest first, and steps over the
  /// bucket.
  ///
  /// They are counted by the next digits of their times, and each is written to about its place
  /// among the others; what then remains to be done is little. Neither needs a comparison.
  mutating func takeBucket(into list: inout EntryList, _ counters: inout Counters) {
    let rung = rungs + (rungCount &- 1)
    let shift = rung.pointee.shift
    let start = rung.pointee.boundary
    let bucket = leaveBucket()
    let count = Int(bucket.count)
    list.reserve(count)
    if count <= 8 || count > Self.sortingLimit || shift == 0 {
      pool.release(bucket) { list.append($0) }
      list.sortLatestFirst()
      return
    }
    let finer = shift &- counters.prepare(for: count, atMost: shift)
    pool.forEach(of: bucket) { counters.count(Int(($0.time &- start) &>> finer)) }
    let most = counters.accumulate()
    let base = list.base
    pool.release(bucket) { base[counters.place(Int(($0.time &- start) &>> finer))] = $0 }
    list.count = count
    list.sortLatestFirst(isNearlySorted: most <= 16)
  }

  /// Deals the events of the current bucket out to a new rung.
  @inline(never)
  mutating func splitBucket() {
    let index = rungCount &- 1
    let start = rungs[index].boundary
    let bucket = leaveBucket()
    pushRung(start: start, end: rungs[index].boundary, count: Int(bucket.count))
    let rung = rungs + (rungCount &- 1)
    var chunk = bucket.first
    var rest = Int(bucket.count)
    while rest > 0 {
      for place in 0..<Swift.min(rest, ChunkPool.entriesPerChunk) {
        insert(pool.entry(chunk, place), into: rung)
      }
      rest &-= ChunkPool.entriesPerChunk
      let next = pool.next(chunk)
      pool.release(chunk)
      chunk = next
    }
  }

  /// Adds a rung of empty buckets for `count` events from `start` up to `end`.
  mutating func pushRung(start: UInt64, end: UInt64, count: Int) {
    let span = end &- 1 &- start
    let wanted = UInt64(Swift.max(count / Self.eventsPerBucket(count), 8))
    var shift: UInt64 = 0
    while span &>> shift >= wanted { shift &+= 1 }
    let bucketCount = Int(truncatingIfNeeded: span &>> shift) + 1
    precondition(rungCount < Self.rungLimit, "every rung is finer than the one before")
    if rungCount == allocatedRungs {
      rungs[rungCount] = Rung(buckets: Self.makeBuckets(bucketCount), capacity: bucketCount)
      allocatedRungs += 1
    } else if rungs[rungCount].capacity < bucketCount {
      rungs[rungCount].buckets.deallocate()
      rungs[rungCount] = Rung(buckets: Self.makeBuckets(bucketCount), capacity: bucketCount)
    }
    let rung = rungs + rungCount
    rung.pointee.bucketCount = bucketCount
    rung.pointee.current = 0
    rung.pointee.count = 0
    rung.pointee.start = start
    rung.pointee.end = end
    rung.pointee.shift = shift
    rung.pointee.sortingLimit = UInt32(
      Swift.min(Self.splittingFactor &* Self.eventsPerBucket(count), Self.sortingLimit))
    rung.pointee.boundary = start
    rungCount += 1
  }

  /// Takes the record of the current bucket and moves the boundary behind it.
  private mutating func leaveBucket() -> Bucket {
    let rung = rungs + (rungCount &- 1)
    let index = rung.pointee.current
    let bucket = rung.pointee.buckets[index]
    rung.pointee.buckets[index] = Bucket()
    rung.pointee.count &-= Int(bucket.count)
    rung.pointee.current = index &+ 1
    let isLast = index &+ 1 == rung.pointee.bucketCount
    rung.pointee.boundary =
      isLast
      ? rung.pointee.end
      : rung.pointee.start &+ UInt64(truncatingIfNeeded: index &+ 1) &<< rung.pointee.shift
    return bucket
  }

  /// Gives all events up.
  mutating func removeAll() {
    while rungCount > 0 {
      rungCount -= 1
      let rung = rungs[rungCount]
      rung.buckets.update(repeating: Bucket(), count: rung.bucketCount)
    }
    pool.removeAll()
  }

  /// Visits all events, in no order.
  func forEach(_ body: (EventQueue.Entry) -> Void) {
    for index in 0..<rungCount {
      for place in rungs[index].current..<rungs[index].bucketCount {
        pool.forEach(of: rungs[index].buckets[place], body)
      }
    }
  }

  static func makeBuckets(_ count: Int) -> UnsafeMutablePointer<Bucket> {
    let buckets = UnsafeMutablePointer<Bucket>.allocate(capacity: count)
    buckets.initialize(repeating: Bucket(), count: count)
    return buckets
  }
}
