/// A queue of pending events that gives back the earliest first; equal times first in, first out.
///
/// ```swift
/// var queue = EventQueue()
/// queue.schedule(at: 20, payload: 2)
/// queue.schedule(at: 10, payload: 1)
/// if let first = queue.popMin() { print(first.time, first.payload) }  // 10 1
/// ```
///
/// The queue is an implicit heap (J. W. J. Williams, Algorithm 232: Heapsort, CACM 7(6), 1964,
/// doi:10.1145/512274.512284) with four children a slot (D. B. Johnson, Priority queues with
/// update and finding minimum spanning trees, IPL 4(3), 1975, doi:10.1016/0020-0190(75)90001-0).
/// Counting from 0, the children of slot `i` are `4i + 1` through `4i + 4`; at 16 bytes each they
/// fill exactly one cache line (A. LaMarca and R. Ladner, The influence of caches on the
/// performance of heaps, ACM JEA 1, 1996, doi:10.1145/235141.235145).
///
/// **Invariant.** No entry comes before the entry in its parent's slot. While there is a *hole*,
/// slot 0 holds no entry and the invariant concerns the slots from 1 on. Slots that are missing
/// beside the last entry hold sentinels that come before nothing, so that four siblings can
/// always be compared.
///
/// **The hole.** A simulation usually schedules something in answer to each event it takes.
/// `popMin()` therefore leaves the root empty and moves nothing; the next `schedule` drops its
/// entry in at the root and sifts it down. Two half-operations cost one descent. A second
/// `popMin()` in a row fills the hole with the last entry first, as in a textbook heap.
///
/// **What decides the speed.** The descent selects the smallest child without a branch, because
/// that branch is a toss-up; it stops as soon as the entry fits, because that branch is not. In
/// heaps beyond the inner caches descents are suspended near the bottom and completed several
/// at a time, so that they wait for memory together (`EventQueue+Suspension.swift`). Binary heaps
/// were measured too and are slower here at every size.
///
/// **Limits.** A queue accepts 2³⁶ − 1 calls of `schedule` (`canSchedule`), counted from its
/// creation or the last `removeAll`, however few events are pending at once. Payloads have 28
/// bits.
///
/// **Why things are absent.** There is no removal and no change of time by handle: it would cost
/// every move a write to a table of positions. An owner cancels by forgetting the sequence number
/// and declares the dead entry (`EventQueue+Cancellation.swift`); `IndexedEventQueue` is for
/// programs that mostly reschedule. There is no iteration, because an implicit heap has no useful
/// order but the order of removal. The type cannot be copied, because a copy would cost either a
/// reference count on the hot path or a silent copy of the storage. It is not generic, because an
/// unspecialised generic across a module border costs a factor of seven.
@frozen
public struct EventQueue: ~Copyable {
  /// The root slot; the heap lies from here on.
  @usableFromInline
  var heap: UnsafeMutableRawPointer

  /// The extent of the slots in use in bytes, the hole included.
  @usableFromInline
  var end: Int

  /// 1 while the root slot is vacant, else 0.
  @usableFromInline
  var hole: Int

  /// The largest value `end` may take before the storage has to grow.
  @usableFromInline
  var limit: Int

  /// The latest sequence number, shifted to its place in an entry.
  @usableFromInline
  var lastLow: UInt64

  /// How many pending entries their owner has declared dead.
  @usableFromInline
  var dead: Int

  /// The sum of all words read only to bring their cache lines closer; keeps those reads alive.
  @usableFromInline
  var touched: UInt64

  /// How many descents are suspended.
  @usableFromInline
  var suspended: Int

  /// Creates an empty queue with room for at least `minimumCapacity` events.
  ///
  /// - Complexity: O(1)
  @inlinable
  public init(minimumCapacity: Int = 16) {
    precondition(minimumCapacity >= 0, "a capacity cannot be negative")
    limit = Swift.max(minimumCapacity, 4) * Self.slotBytes
    heap = Self.allocate(limit: limit)
    end = 0
    hole = 0
    lastLow = 0
    dead = 0
    touched = 0
    suspended = 0
  }

  @inlinable
  deinit {
    Self.deallocate(heap)
  }

  /// The number of pending events, dead ones included.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var count: Int {
    end / Self.slotBytes &- hole
  }

  /// Whether no event is pending.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var isEmpty: Bool {
    end == hole &* Self.slotBytes
  }

  /// The number of events that fit before the storage grows.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var capacity: Int {
    limit / Self.slotBytes
  }

  /// How often `schedule` was called since the queue was created or emptied by `removeAll`.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var scheduledCount: UInt64 {
    lastLow &>> UInt64(Self.payloadBits)
  }

  /// Whether another `schedule` stays within the 2³⁶ − 1 sequence numbers.
  ///
  /// The owner of a long run checks this now and then and ends the run in good order;
  /// `schedule` itself traps when the numbers are used up.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var canSchedule: Bool {
    lastLow <= UInt64.max &- Self.sequenceStep &- Self.payloadMask
  }

  /// The time of the earliest pending event in ticks, or `UInt64.max` when none is pending.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var nextTime: UInt64 {
    // Below a hole the earliest is one of four; where fewer are pending, sentinels fill in.
    let offset = hole == 0 ? 0 : Self.smallest(heap, Self.slotBytes)
    return Self.entry(heap, offset).time
  }

  /// The earliest pending event, or nil when none is pending.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var min: Entry? {
    guard !isEmpty else { return nil }
    return Self.entry(heap, hole == 0 ? 0 : Self.smallest(heap, Self.slotBytes))
  }

  /// Adds an event due at `time` ticks and returns its sequence number, which is never 0.
  ///
  /// Successive calls return 1, 2, 3, …; events at equal times come out in that order. Traps
  /// when the 2³⁶ − 1 sequence numbers are used up.
  ///
  /// - Parameters:
  ///   - time: The time in ticks, less than `UInt64.max`. The queue does not mind the past.
  ///   - payload: Anything the owner wants back, less than 2²⁸.
  /// - Returns: The sequence number of the event, for recognising it later.
  /// - Complexity: O(log(`count`)) comparisons; O(1) on average when not following a `popMin`
  @inlinable
  @discardableResult
  public mutating func schedule(at time: UInt64, payload: UInt32) -> UInt64 {
    precondition(UInt64(payload) <= Self.payloadMask, "a payload has 28 bits")
    assert(time < .max, "the largest time means that no event is pending")
    // The checked addition is the limit: it traps with the last sequence number.
    lastLow += Self.sequenceStep
    insert(Entry(time: time, low: lastLow | UInt64(payload)))
    return lastLow &>> UInt64(Self.payloadBits)
  }

  /// Removes and returns the earliest pending event, or returns nil when none is pending.
  ///
  /// - Complexity: O(1) when the previous operation was not a removal, else O(log(`count`))
  @inlinable
  public mutating func popMin() -> Entry? {
    guard !isEmpty else { return nil }
    return removeMin()
  }

  /// Removes and returns the earliest pending event.
  ///
  /// Traps when the queue is empty.
  ///
  /// - Complexity: O(1) when the previous operation was not a removal, else O(log(`count`))
  @inlinable
  public mutating func removeMin() -> Entry {
    precondition(!isEmpty, "nothing is pending")
    if hole != 0 { fillHole() }
    hole = 1
    let entry = Self.entry(heap, 0)
    checkAfterMutation()
    return entry
  }

  /// Removes all events and starts the sequence numbers anew.
  ///
  /// Afterwards the queue behaves like a new one, so replications can share its storage.
  ///
  /// - Parameter keepingCapacity: Whether to keep the storage at its present size.
  /// - Complexity: O(1)
  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = false) {
    if keepingCapacity {
      for slot in 0..<5 { Self.put(.sentinel, heap, slot &* Self.slotBytes) }
    } else {
      Self.deallocate(heap)
      limit = 16 &* Self.slotBytes
      heap = Self.allocate(limit: limit)
    }
    end = 0
    hole = 0
    lastLow = 0
    dead = 0
    suspended = 0
    checkAfterMutation()
  }
}
