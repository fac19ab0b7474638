import EventQueue

/// Which structure holds the pending events; results are the same for all.
public enum QueueKind: String, Sendable, CaseIterable {
  /// The heap: a device has so few pending events, some hundredths of its apps, that the ladder
  /// showed no gain at 200,000 apps.
  case auto
  /// The implicit heap.
  case heap
  /// The ladder queue.
  case ladder
}

/// The pending events of a device: a heap or a ladder queue, chosen once for a run.
///
/// Both order by time and then by the order of scheduling, so every run comes out the same, byte
/// for byte. The choice is a branch that is always predicted.
struct PendingEvents: ~Copyable {
  typealias Entry = EventQueue::EventQueue.Entry

  private let isLadder: Bool
  private var heap: EventQueue::EventQueue
  private var ladder: LadderQueue

  init(_ kind: QueueKind) {
    isLadder = kind == .ladder
    heap = EventQueue(minimumCapacity: 64)
    ladder = LadderQueue(minimumCapacity: 16)
  }

  /// The time of the next event, or `UInt64.max`.
  @inline(__always)
  var nextTime: UInt64 { isLadder ? ladder.nextTime : heap.nextTime }

  /// The next event, dead or alive.
  @inline(__always)
  var min: Entry? { isLadder ? ladder.min : heap.min }

  @inline(__always)
  @discardableResult
  mutating func schedule(at time: UInt64, payload: UInt32) -> UInt64 {
    isLadder
      ? ladder.schedule(at: time, payload: payload) : heap.schedule(at: time, payload: payload)
  }

  @inline(__always)
  mutating func popMin() -> Entry? { isLadder ? ladder.popMin() : heap.popMin() }

  /// One pending event will never be due: its owner has cancelled it.
  @inline(__always)
  mutating func noteCancelled() {
    if isLadder { ladder.noteCancelled() } else { heap.noteCancelled() }
  }

  /// A cancelled event was popped.
  @inline(__always)
  mutating func noteDeadPopped() {
    if isLadder { ladder.noteDeadPopped() } else { heap.noteDeadPopped() }
  }

  /// Whether more than half of the pending events are dead.
  @inline(__always)
  var needsCompaction: Bool { isLadder ? ladder.needsCompaction : heap.needsCompaction }

  /// Drops the dead.
  mutating func compact(keeping isLive: (Entry) -> Bool) {
    if isLadder { ladder.compact(keeping: isLive) } else { heap.compact(keeping: isLive) }
  }
}
