import EventQueue

/// Half of all operations change the time of a pending event.
///
/// One step is: take the earliest event and schedule its payload anew; then give another payload,
/// drawn at random, a new time. Each payload always has exactly one pending event.
func rescheduleCases(_ settings: BenchmarkSettings) -> [BenchmarkCase] {
  let sizes = settings.quick ? [1000, 100_000] : [1000, 100_000, 1_000_000]
  return sizes.flatMap { size in
    [
      reschedule("reschedule", size, settings) {
        RescheduleRun<IndexedEventQueue>(size: size).subject
      },
      reschedule("reschedule_lazy", size, settings) {
        RescheduleRun<LazyQueue<EventQueue>>(size: size).subject
      },
      reschedule("reschedule_ladder", size, settings) {
        RescheduleRun<LazyQueue<LadderQueue>>(size: size).subject
      },
    ]
  }
}

private func reschedule(
  _ name: String, _ size: Int, _ settings: BenchmarkSettings, ours: @escaping () -> Subject
) -> BenchmarkCase {
  let increments = Increments.exponential
  return BenchmarkCase(
    name: name, size: size, operations: settings.quick ? 100_000 : 1_000_000,
    ours: {
      try increments.write()
      return ours()
    },
    peers: [
      PeerCommand(
        name: "std::priority_queue, lazy", source: "queue.cpp",
        arguments: ["reschedule", "event", String(size), increments.path])
    ])
}

/// A queue with one pending event per payload.
protocol RescheduleQueue: ~Copyable {
  init(payloadCount: Int)

  /// Takes the earliest event whose payload has not been given another time since.
  mutating func removeMin() -> EventQueue.Entry

  /// Schedules the event of a payload whose last one has been taken.
  mutating func schedule(at time: UInt64, payload: UInt32) -> UInt64

  /// Gives a pending event another time.
  mutating func move(_ payload: UInt32, to time: UInt64)
}

extension IndexedEventQueue: RescheduleQueue {
  @inline(__always)
  mutating func move(_ payload: UInt32, to time: UInt64) {
    schedule(at: time, payload: payload)
  }
}

/// What the lazy form needs of a queue.
protocol LazyQueueBase: HoldQueue, ~Copyable {
  var needsCompaction: Bool { get }
  mutating func noteCancelled()
  mutating func noteDeadPopped()
  mutating func compact(keeping isLive: (EventQueue.Entry) -> Bool)
}

extension EventQueue: LazyQueueBase {}

extension LadderQueue: LazyQueueBase {}

/// A queue as the device uses it: a token per payload, dead entries skipped or swept.
struct LazyQueue<Base: LazyQueueBase & ~Copyable>: RescheduleQueue, ~Copyable {
  private var queue: Base
  private var tokens: UnsafeMutablePointer<UInt64>

  init(payloadCount: Int) {
    queue = Base(minimumCapacity: 2 * payloadCount)
    tokens = .allocate(capacity: payloadCount)
    tokens.initialize(repeating: 0, count: payloadCount)
  }

  deinit {
    tokens.deallocate()
  }

  @inline(__always)
  mutating func removeMin() -> EventQueue.Entry {
    while true {
      let entry = queue.removeMin()
      if tokens[Int(entry.payload)] == entry.sequence { return entry }
      queue.noteDeadPopped()
    }
  }

  @inline(__always)
  @discardableResult
  mutating func schedule(at time: UInt64, payload: UInt32) -> UInt64 {
    let token = queue.schedule(at: time, payload: payload)
    tokens[Int(payload)] = token
    return token
  }

  @inline(__always)
  mutating func move(_ payload: UInt32, to time: UInt64) {
    schedule(at: time, payload: payload)
    queue.noteCancelled()
    if queue.needsCompaction {
      let tokens = self.tokens
      queue.compact { tokens[Int($0.payload)] == $0.sequence }
    }
  }
}

/// A queue of constant population, a random member of which gets another time in each step.
private final class RescheduleRun<Queue: RescheduleQueue & ~Copyable> {
  private var queue: Queue
  private let increments = Increments.exponential.drawn()
  private let size: Int
  private var step = 0
  private var digest: UInt64 = 0

  init(size: Int) {
    self.size = size
    queue = Queue(payloadCount: size)
    for index in 0..<size {
      _ = queue.schedule(
        at: increments[index & (Increments.count - 1)], payload: UInt32(truncatingIfNeeded: index))
    }
    perform(max(size, 100_000))
  }

  var subject: Subject {
    Subject { operations in
      timed(operations) {
        self.perform(operations)
        return self.digest
      }
    }
  }

  private func perform(_ operations: Int) {
    increments.withUnsafeBufferPointer { table in
      digest = Self.perform(&queue, UInt64(size), table, from: step, operations, digest)
    }
    step += operations
  }

  /// Both sides draw the payload that moves by hashing the step, so that they agree on it.
  private static func perform(
    _ queue: inout Queue, _ size: UInt64, _ increments: UnsafeBufferPointer<UInt64>,
    from first: Int, _ operations: Int, _ digest: UInt64
  ) -> UInt64 {
    var digest = digest
    let mask = Increments.count &- 1
    for step in first..<first &+ operations {
      let entry = queue.removeMin()
      digest = (digest ^ (entry.time &+ UInt64(entry.payload))) &* digestFactor
      _ = queue.schedule(
        at: entry.time &+ increments[2 &* step & mask], payload: entry.payload)
      let hash = (UInt64(truncatingIfNeeded: step) &+ 1) &* 0x9e37_79b9_7f4a_7c15
      let payload = UInt32(truncatingIfNeeded: hash.multipliedFullWidth(by: size).high)
      queue.move(payload, to: entry.time &+ increments[(2 &* step &+ 1) & mask])
    }
    return digest
  }
}
