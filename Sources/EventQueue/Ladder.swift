/// The rungs of a `LadderQueue`: rows of buckets, each row a finer division of one bucket of the
/// row before.
///
/// A bucket is a chain of chunks of three entries, one cache line each, from a common pool.
struct Ladder: ~Copyable {
  /// A chain of chunks, the last of which may have room.
  struct Bucket: BitwiseCopyable {
    /// The first chunk, or 0.
    var first: UInt32 = 0
    /// The slot for the next entry, four to a chunk; divisible by 4 if a chunk is needed first.
    var nextSlot: UInt32 = 0
    var count: UInt32 = 0
    private var padding: UInt32 = 0

    /// The chunk of the entry that was added last.
    var lastChunk: UInt32 { (nextSlot &- 1) / 4 }
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
    /// Where the bucket `current` begins; `end` if there is none.
    var boundary: UInt64 = 0
  }

  /// A bucket of `count` events gets `count / eventsPerBucket` finer ones, to within a factor of
  /// two.
  static var eventsPerBucket: Int { 4 }

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
  /// - Returns: How many, and whether their bucket is wider than a tick.
  mutating func advance() -> (size: Int, isSplittable: Bool) {
    let rung = rungs + (rungCount &- 1)
    var index = rung.pointee.current
    while rung.pointee.buckets[index].count == 0 { index &+= 1 }
    rung.pointee.current = index
    return (Int(rung.pointee.buckets[index].count), rung.pointee.shift > 0)
  }

  /// Moves the events of the current bucket to a list and steps over the bucket.
  mutating func takeBucket(into list: inout EntryList) {
    let bucket = leaveBucket()
    list.reserve(list.count + Int(bucket.count))
    pool.release(bucket) { list.append($0) }
    touchBucketsAhead()
  }

  /// Deals the events of the current bucket out to a new rung.
  @inline(never)
  mutating func splitBucket() {
    let index = rungCount &- 1
    let start = rungs[index].start &+ UInt64(rungs[index].current) &<< rungs[index].shift
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
    let wanted = UInt64(Swift.max(count / Self.eventsPerBucket, 8))
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

  /// Reads a word of chunks of the buckets to come, so that they are there in time: the first one
  /// early, the second one when the first, which names it, has arrived.
  @inline(__always)
  private mutating func touchBucketsAhead() {
    let rung = rungs + (rungCount &- 1)
    let current = rung.pointee.current
    guard current &+ 5 <= rung.pointee.bucketCount else { return }
    pool.touch(rung.pointee.buckets[current &+ 4].first)
    let near = rung.pointee.buckets[current &+ 2]
    if near.count > ChunkPool.entriesPerChunk { pool.touch(pool.next(near.first)) }
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

  private static func makeBuckets(_ count: Int) -> UnsafeMutablePointer<Bucket> {
    let buckets = UnsafeMutablePointer<Bucket>.allocate(capacity: count)
    buckets.initialize(repeating: Bucket(), count: count)
    return buckets
  }
}
