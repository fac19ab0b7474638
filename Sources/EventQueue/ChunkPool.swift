/// Pieces of memory for 31 entries each, chained to buckets; the store behind a `Ladder`.
///
/// A chunk is eight cache lines: the number of the next one, padding, entries. Chunk 0 is never
/// given out. Free chunks are chained as well, so that the one used last is used next, while it is
/// hot.
struct ChunkPool: ~Copyable {
  /// How many entries a chunk has room for.
  static var entriesPerChunk: Int { slotsPerChunk &- 1 }

  /// How many entries would fill a chunk; a power of two.
  static var slotsPerChunk: Int { 32 }

  private static var chunkBytes: Int { slotsPerChunk &* entryBytes }
  private static var entryBytes: Int { 16 }

  private var base: UnsafeMutableRawPointer
  private var capacity = 16
  /// The first chunk that was never used.
  private var fresh: UInt32 = 1
  /// The first of the chain of free chunks, or 0.
  private var free: UInt32 = 0

  init() {
    base = Self.allocate(16)
  }

  deinit {
    base.deallocate()
  }

  private static func allocate(_ chunks: Int) -> UnsafeMutableRawPointer {
    let base = UnsafeMutableRawPointer.allocate(
      byteCount: chunks * chunkBytes, alignment: 64)
    base.storeBytes(of: 0, as: UInt64.self)
    return base
  }

  /// The chunk after this one in its chain.
  @inline(__always)
  func next(_ chunk: UInt32) -> UInt32 {
    base.load(fromByteOffset: Int(chunk) &* Self.chunkBytes, as: UInt32.self)
  }

  /// An entry of a chunk.
  @inline(__always)
  func entry(_ chunk: UInt32, _ place: Int) -> EventQueue.Entry {
    base.load(
      fromByteOffset: Int(chunk) &* Self.chunkBytes &+ (place &+ 1) &* Self.entryBytes,
      as: EventQueue.Entry.self)
  }

  /// Adds an entry to the end of a bucket.
  @inline(__always)
  mutating func append(_ entry: EventQueue.Entry, to bucket: UnsafeMutablePointer<Ladder.Bucket>) {
    var slot = bucket.pointee.nextSlot
    if slot & UInt32(Self.slotsPerChunk &- 1) == 0 { slot = extend(bucket) }
    base.storeBytes(
      of: entry, toByteOffset: Int(slot) &* Self.entryBytes, as: EventQueue.Entry.self)
    bucket.pointee.nextSlot = slot &+ 1
    bucket.pointee.count &+= 1
  }

  /// Chains a free chunk to the end of a bucket whose last chunk is full; returns its first slot.
  @inline(__always)
  private mutating func extend(_ bucket: UnsafeMutablePointer<Ladder.Bucket>) -> UInt32 {
    var chunk = free
    if chunk != 0 {
      free = next(chunk)
    } else {
      if Int(fresh) == capacity { grow() }
      chunk = fresh
      fresh &+= 1
    }
    if bucket.pointee.first == 0 {
      bucket.pointee.first = chunk
    } else {
      link(bucket.pointee.lastChunk, to: chunk)
    }
    return chunk &* UInt32(Self.slotsPerChunk) &+ 1
  }

  /// Makes one chunk the next of another in their chain.
  @inline(__always)
  private func link(_ chunk: UInt32, to next: UInt32) {
    base.storeBytes(of: next, toByteOffset: Int(chunk) &* Self.chunkBytes, as: UInt32.self)
  }

  /// Puts a chunk back.
  @inline(__always)
  mutating func release(_ chunk: UInt32) {
    link(chunk, to: free)
    free = chunk
  }

  /// Visits the entries of a bucket in the order they were added and puts its chunks back.
  @inline(__always)
  mutating func release(_ bucket: Ladder.Bucket, _ body: (EventQueue.Entry) -> Void) {
    guard bucket.count > 0 else { return }
    forEach(of: bucket, body)
    // The chain goes back as a whole.
    link(bucket.lastChunk, to: free)
    free = bucket.first
  }

  /// Visits the entries of a bucket in the order they were added.
  @inline(__always)
  func forEach(of bucket: Ladder.Bucket, _ body: (EventQueue.Entry) -> Void) {
    var chunk = bucket.first
    var rest = Int(bucket.count)
    while rest > 0 {
      for place in 0..<Swift.min(rest, Self.entriesPerChunk) { body(entry(chunk, place)) }
      rest &-= Self.entriesPerChunk
      chunk = next(chunk)
    }
  }

  /// Takes all chunks back at once.
  mutating func removeAll() {
    fresh = 1
    free = 0
  }

  @inline(never)
  private mutating func grow() {
    precondition(capacity < 1 << 26, "slots are numbered by 32 bits")
    let larger = Self.allocate(2 * capacity)
    larger.copyMemory(from: base, byteCount: capacity * Self.chunkBytes)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
