/// A queue of at most one pending event per payload, whose time can be changed.
///
/// ```swift
/// var queue = IndexedEventQueue(payloadCount: 3)
/// queue.schedule(at: 20, payload: 2)
/// queue.schedule(at: 10, payload: 1)
/// queue.schedule(at: 5, payload: 2)  // moves the event of payload 2
/// if let first = queue.popMin() { print(first.time, first.payload) }  // 5 2
/// ```
///
/// The heap is that of `EventQueue`, hole included, with a table that says in which slot the event
/// of each payload lies. Every move of an entry also writes to that table, so plain scheduling is
/// slower than with `EventQueue`; in exchange a change of time moves the entry from where it is,
/// leaves nothing dead behind and needs no sequence number on the side. It pays when a good part
/// of all operations changes the time of pending events; measurements are in
/// `Docs/EventQueue.md`.
///
/// **Invariant.** That of `EventQueue`; besides, the table and the heap name each other: the slot
/// listed for a payload holds the entry of that payload. While there is a hole, slot 0 holds an
/// entry that comes before all others, where a rising entry stops without a special case.
///
/// **Limits.** Payloads are dense: 0 up to the number given at creation, 2²⁸ at most. Storage for
/// one event each is allocated at once and never grows. There are 2³⁶ − 1 sequence numbers.
@frozen
public struct IndexedEventQueue: ~Copyable {
  /// An entry, as in `EventQueue`.
  public typealias Entry = EventQueue.Entry

  /// The root slot.
  @usableFromInline
  var heap: UnsafeMutableRawPointer

  /// The slot of each payload's event, counted from 0, or `absent`.
  @usableFromInline
  var slots: UnsafeMutablePointer<UInt32>

  /// The extent of the slots in use in bytes, the hole included.
  @usableFromInline
  var end: Int

  /// 1 while the root slot is vacant, else 0.
  @usableFromInline
  var hole: Int

  /// The latest sequence number, shifted to its place in an entry.
  @usableFromInline
  var lastLow: UInt64

  /// The sum of all words read only to bring their cache lines closer; keeps those reads alive.
  @usableFromInline
  var touched: UInt64

  /// The number of payloads, and of slots.
  public let payloadCount: Int

  /// Creates an empty queue for the payloads 0 up to `payloadCount`.
  ///
  /// - Complexity: O(`payloadCount`)
  public init(payloadCount: Int) {
    precondition(payloadCount >= 0 && payloadCount <= 1 << EventQueue.payloadBits)
    self.payloadCount = payloadCount
    heap = EventQueue.allocate(limit: (payloadCount + 1) * EventQueue.slotBytes)
    slots = .allocate(capacity: payloadCount + 1)
    slots.initialize(repeating: Self.absent, count: payloadCount + 1)
    end = 0
    hole = 0
    lastLow = 0
    touched = 0
  }

  deinit {
    EventQueue.deallocate(heap)
    slots.deallocate()
  }

  /// The number of pending events.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var count: Int { end / EventQueue.slotBytes &- hole }

  /// Whether no event is pending.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var isEmpty: Bool { end == hole &* EventQueue.slotBytes }

  /// How often `schedule` was called since the queue was created or emptied.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var scheduledCount: UInt64 { lastLow &>> UInt64(EventQueue.payloadBits) }

  /// Whether another `schedule` stays within the 2³⁶ − 1 sequence numbers.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var canSchedule: Bool {
    lastLow <= UInt64.max &- EventQueue.sequenceStep &- EventQueue.payloadMask
  }

  /// The time of the earliest pending event in ticks, or `UInt64.max` when none is pending.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var nextTime: UInt64 { earliest.time }

  /// The earliest pending event, or nil when none is pending.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var min: Entry? { isEmpty ? nil : earliest }

  /// The pending event of a payload, or nil if it has none.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func pending(_ payload: UInt32) -> Entry? {
    precondition(Int(payload) < payloadCount, "a payload beyond the table")
    let slot = slots[Int(payload)]
    guard slot != Self.absent else { return nil }
    return EventQueue.entry(heap, Int(slot) &* EventQueue.slotBytes)
  }

  /// Schedules the event of `payload` at `time` ticks, or moves it there if it is pending.
  ///
  /// A moved event queues up anew: at equal times it comes out behind those already there.
  ///
  /// - Parameters:
  ///   - time: The time in ticks, less than `UInt64.max`.
  ///   - payload: Less than `payloadCount`.
  /// - Returns: The sequence number, 1 or more.
  /// - Complexity: O(log(`count`)) comparisons
  @inlinable
  @discardableResult
  public mutating func schedule(at time: UInt64, payload: UInt32) -> UInt64 {
    precondition(Int(payload) < payloadCount, "a payload beyond the table")
    assert(time < .max, "the largest time means that no event is pending")
    lastLow += EventQueue.sequenceStep
    let entry = Entry(time: time, low: lastLow | UInt64(payload))
    let slot = slots[Int(payload)]
    if slot != Self.absent {
      replace(at: Int(slot) &* EventQueue.slotBytes, with: entry)
    } else if hole != 0 {
      hole = 0
      siftDown(entry, from: 0)
    } else {
      append(entry)
    }
    checkAfterMutation()
    return lastLow &>> UInt64(EventQueue.payloadBits)
  }

  /// Removes and returns the earliest pending event, or returns nil when none is pending.
  ///
  /// - Complexity: O(1) when the previous operation was not a removal, else O(log(`count`))
  @inlinable
  public mutating func popMin() -> Entry? {
    isEmpty ? nil : removeMin()
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
    let entry = EventQueue.entry(heap, 0)
    slots[Int(entry.payload)] = Self.absent
    EventQueue.put(Self.floor, heap, 0)
    hole = 1
    checkAfterMutation()
    return entry
  }

  /// Removes the event of a payload.
  ///
  /// - Returns: Whether one was pending.
  /// - Complexity: O(log(`count`)) comparisons
  @inlinable
  @discardableResult
  public mutating func cancel(_ payload: UInt32) -> Bool {
    precondition(Int(payload) < payloadCount, "a payload beyond the table")
    let slot = slots[Int(payload)]
    guard slot != Self.absent else { return false }
    slots[Int(payload)] = Self.absent
    let last = removeLast()
    if last.payload != payload {
      replace(at: Int(slot) &* EventQueue.slotBytes, with: last)
    }
    checkAfterMutation()
    return true
  }

  /// Removes all events and starts the sequence numbers anew.
  ///
  /// - Complexity: O(`payloadCount`)
  public mutating func removeAll() {
    slots.update(repeating: Self.absent, count: payloadCount)
    for slot in 0..<5 { EventQueue.put(.sentinel, heap, slot * EventQueue.slotBytes) }
    end = 0
    hole = 0
    lastLow = 0
    checkAfterMutation()
  }
}
