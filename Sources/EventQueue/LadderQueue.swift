/// A queue for very many pending events that pops exactly what `EventQueue` pops.
///
/// ```swift
/// var queue = LadderQueue()
/// queue.schedule(at: 20, payload: 2)
/// queue.schedule(at: 10, payload: 1)
/// if let first = queue.popMin() { print(first.time, first.payload) }  // 10 1
/// ```
///
/// A ladder queue (W. T. Tang, R. S. M. Goh and I. L.-J. Thng, Ladder queue: an O(1) priority
/// queue structure for large-scale discrete event simulation, ACM TOMACS 15(3), 2005,
/// doi:10.1145/1103323.1103324). An event passes at most three stations, each sorted more finely:
///
/// * the **top**: an unsorted list of everything from `topStart` on;
/// * the **rungs**: buckets of equal width in time. When all before it is used up, the top is
///   dealt out to the buckets of the first rung; a bucket too full to sort at once is dealt out
///   to a rung of its own with narrower buckets;
/// * the **bottom**: one bucket, sorted, from which events are taken.
///
/// Each event is written a few times to ends of lists, which needs no comparison and seldom waits
/// for memory, where a heap compares at every level. In exchange it takes two to three times the
/// memory of `EventQueue`, and the time of single operations varies: a removal may deal out all
/// events of the top.
///
/// **Invariant.** Bottom and overflow hold the events before the boundary of the last rung; each
/// rung those between its own boundary and that of the rung before; the top the rest. Bottom and
/// overflow are empty only if the queue is.
///
/// **Differences from the paper.** Widths are powers of two, so that a bucket is found by a shift
/// in exact integers. Buckets are few and long: the bottom takes dozens to hundreds of events at
/// once and sorts them by distribution, without comparisons, in the innermost cache. The bottom is
/// never searched for more than 32 places: what belongs deeper goes to an *overflow* heap
/// (`EventQueue`), so that mass ties cost a heap's time instead of a square. Buckets of one tick
/// are sorted whole, since they cannot be split. With few events pending everything stays in bottom
/// and overflow.
///
/// Limits are those of `EventQueue`: 2³⁶ − 1 calls of `schedule`, payloads of 28 bits.
public struct LadderQueue: ~Copyable {
  /// An entry, as in `EventQueue`.
  public typealias Entry = EventQueue.Entry

  /// The earliest events, latest first.
  var bottom = EntryList()

  /// Events as early as those of the bottom that would have to be inserted too deep.
  var overflow = EventQueue()

  /// Buckets of events later than bottom and overflow.
  var ladder = Ladder()

  /// For sorting buckets.
  var counters = Counters()

  /// Events from `topStart` on, in no order.
  var top = EntryList()

  /// Events at this time or later go to the top.
  var topStart = UInt64.max

  /// A queue without rungs that grows beyond this gets some.
  var raisingLimit = LadderQueue.leastRaisingLimit

  /// The latest sequence number, shifted to its place in an entry.
  var lastLow: UInt64 = 0

  /// How many pending entries their owner has declared dead.
  var dead = 0

  /// The number of pending events, dead ones included.
  ///
  /// - Complexity: O(1)
  public private(set) var count = 0

  /// Creates an empty queue; `minimumCapacity` is taken by the top.
  ///
  /// - Complexity: O(1)
  public init(minimumCapacity: Int = 16) {
    precondition(minimumCapacity >= 0, "a capacity cannot be negative")
    top.reserve(minimumCapacity)
  }

  /// Whether no event is pending.
  ///
  /// - Complexity: O(1)
  public var isEmpty: Bool { count == 0 }

  /// How often `schedule` was called since the queue was created or emptied by `removeAll`.
  ///
  /// - Complexity: O(1)
  public var scheduledCount: UInt64 { lastLow &>> UInt64(EventQueue.payloadBits) }

  /// Whether another `schedule` stays within the 2³⁶ − 1 sequence numbers.
  ///
  /// - Complexity: O(1)
  public var canSchedule: Bool {
    lastLow <= UInt64.max &- EventQueue.sequenceStep &- EventQueue.payloadMask
  }

  /// The time of the earliest pending event in ticks, or `UInt64.max` when none is pending.
  ///
  /// - Complexity: O(1)
  public var nextTime: UInt64 { min?.time ?? .max }

  /// The earliest pending event, or nil when none is pending.
  ///
  /// - Complexity: O(1)
  public var min: Entry? {
    guard let last = bottom.last else { return overflow.min }
    guard let other = overflow.min else { return last }
    return Swift.min(last, other)
  }

  /// Adds an event due at `time` ticks and returns its sequence number, which is never 0.
  ///
  /// - Parameters:
  ///   - time: The time in ticks, less than `UInt64.max`. The queue does not mind the past.
  ///   - payload: Anything the owner wants back, less than 2²⁸.
  /// - Returns: The sequence number of the event, as `EventQueue` would return it.
  /// - Complexity: O(1), amortised over the life of the event
  @discardableResult
  public mutating func schedule(at time: UInt64, payload: UInt32) -> UInt64 {
    precondition(UInt64(payload) <= EventQueue.payloadMask, "a payload has 28 bits")
    assert(time < .max, "the largest time means that no event is pending")
    lastLow += EventQueue.sequenceStep
    let entry = Entry(time: time, low: lastLow | UInt64(payload))
    count &+= 1
    if time >= topStart {
      top.append(entry)
    } else if !ladder.insert(entry) {
      insertEarly(entry)
    }
    checkAfterMutation()
    return lastLow &>> UInt64(EventQueue.payloadBits)
  }

  /// Removes and returns the earliest pending event, or returns nil when none is pending.
  ///
  /// - Complexity: O(1), amortised over the life of the events
  public mutating func popMin() -> Entry? {
    isEmpty ? nil : removeMin()
  }

  /// Removes and returns the earliest pending event.
  ///
  /// Traps when the queue is empty.
  ///
  /// - Complexity: O(1), amortised over the life of the events
  public mutating func removeMin() -> Entry {
    precondition(!isEmpty, "nothing is pending")
    count &-= 1
    let entry = overflow.isEmpty ? bottom.removeLast() : removeEarlierOfTwo()
    if bottom.isEmpty && overflow.isEmpty { refillBottom() }
    checkAfterMutation()
    return entry
  }

  /// Removes all events and starts the sequence numbers anew; storage is kept.
  ///
  /// - Complexity: O(`count`)
  public mutating func removeAll() {
    dropAll()
    lastLow = 0
    dead = 0
  }

  /// Removes every pending entry for which `isLive` is false; afterwards none counts as dead.
  ///
  /// - Parameter isLive: Whether an entry is still wanted; called once per pending entry.
  /// - Complexity: O(`count`)
  public mutating func compact(keeping isLive: (Entry) -> Bool) {
    var kept = EntryList()
    bottom.forEach { if isLive($0) { kept.append($0) } }
    top.forEach { if isLive($0) { kept.append($0) } }
    ladder.forEach { if isLive($0) { kept.append($0) } }
    overflow.compact { entry in
      if isLive(entry) { kept.append(entry) }
      return false
    }
    dropAll()
    count = kept.count
    dead = 0
    top = kept
    if count > 0 { refillBottom() }
    checkAfterMutation()
  }

  /// Empties all stations.
  private mutating func dropAll() {
    bottom.removeAll()
    overflow.removeAll(keepingCapacity: true)
    ladder.removeAll()
    top.removeAll()
    topStart = .max
    raisingLimit = Self.leastRaisingLimit
    count = 0
  }
}

// MARK: Cancellation, as in `EventQueue+Cancellation.swift`

extension LadderQueue {
  /// The number of pending entries that their owner declared dead.
  public var deadCount: Int { dead }

  /// Whether more than half of the pending entries are dead, and at least 64 of them.
  public var needsCompaction: Bool {
    dead >= EventQueue.compactionFloor && dead &+ dead > count
  }

  /// Declares one pending entry dead: its owner will not react when it comes out.
  public mutating func noteCancelled() {
    dead &+= 1
    assert(dead <= count, "more entries declared dead than are pending")
  }

  /// Tells that the entry just removed was one that had been declared dead.
  public mutating func noteDeadPopped() {
    dead &-= 1
    assert(dead >= 0, "a removed entry was declared dead that had not been before")
  }
}
