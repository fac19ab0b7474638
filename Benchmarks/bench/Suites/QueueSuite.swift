import EventQueue

/// The event queue alone: the hold model and a workload that mostly reschedules.
var queueSuite: BenchmarkSuite {
  BenchmarkSuite(name: "queue", summary: "pending events alone: hold model, rescheduling") {
    settings in
    let sizes = settings.quick ? [1000, 100_000] : [1000, 10_000, 100_000, 1_000_000]
    return sizes.flatMap { size in
      [
        hold("hold", .exponential, size: size, settings) {
          HoldRun<EventQueue>(size: size, .exponential).subject
        },
        hold("hold_ladder", .exponential, size: size, settings) {
          HoldRun<LadderQueue>(size: size, .exponential).subject
        },
      ]
    }
      + Increments.allCases.filter { $0 != .exponential }.flatMap { increments in
        [1000, settings.quick ? 100_000 : 1_000_000].flatMap { size in
          [
            hold("hold_\(increments.rawValue)", increments, size: size, settings) {
              HoldRun<EventQueue>(size: size, increments).subject
            },
            hold("hold_ladder_\(increments.rawValue)", increments, size: size, settings) {
              HoldRun<LadderQueue>(size: size, increments).subject
            },
          ]
        }
      } + rescheduleCases(settings)
  }
}

/// What the hold model needs of a queue.
protocol HoldQueue: ~Copyable {
  init(minimumCapacity: Int)
  mutating func removeMin() -> EventQueue.Entry
  mutating func schedule(at time: UInt64, payload: UInt32) -> UInt64
}

extension EventQueue: HoldQueue {}

extension LadderQueue: HoldQueue {}

/// One hold is: take the earliest event, schedule another some time after it.
private func hold(
  _ name: String, _ increments: Increments, size: Int, _ settings: BenchmarkSettings,
  ours: @escaping () -> Subject
) -> BenchmarkCase {
  let rest = [String(size), increments.path]
  var peers = [
    PeerCommand(
      name: "std::priority_queue", source: "queue.cpp", arguments: ["hold", "event"] + rest)
  ]
  if name == "hold" {
    peers += [
      PeerCommand(
        name: "std::priority_queue<integer>", source: "queue.cpp",
        arguments: ["hold", "integer"] + rest),
      PeerCommand(name: "rust BinaryHeap", source: "queue.rs", arguments: ["hold"] + rest),
    ]
  }
  return BenchmarkCase(
    name: name, size: size, operations: settings.quick ? 200_000 : 1_000_000,
    ours: {
      try increments.write()
      return ours()
    },
    peers: peers)
}

/// A queue of constant population, held over and over.
final class HoldRun<Queue: HoldQueue & ~Copyable> {
  private var queue: Queue
  private let increments: [UInt64]
  private var step = 0
  private var digest: UInt64 = 0

  init(size: Int, _ distribution: Increments) {
    increments = distribution.drawn()
    queue = Queue(minimumCapacity: size)
    for index in 0..<size {
      _ = queue.schedule(
        at: increments[index & (Increments.count - 1)], payload: UInt32(truncatingIfNeeded: index))
    }
    hold(max(size, 100_000))
  }

  var subject: Subject {
    Subject { operations in
      timed(operations) {
        self.hold(operations)
        return self.digest
      }
    }
  }

  private func hold(_ operations: Int) {
    increments.withUnsafeBufferPointer { table in
      digest = Self.hold(&queue, table, from: step, operations, digest)
    }
    step += operations
  }

  private static func hold(
    _ queue: inout Queue, _ increments: UnsafeBufferPointer<UInt64>, from first: Int,
    _ operations: Int, _ digest: UInt64
  ) -> UInt64 {
    var digest = digest
    for step in first..<first &+ operations {
      let entry = queue.removeMin()
      digest = (digest ^ (entry.time &+ UInt64(entry.payload))) &* digestFactor
      let increment = increments[step & (Increments.count &- 1)]
      _ = queue.schedule(
        at: entry.time &+ increment, payload: UInt32(truncatingIfNeeded: step) & 0xfff_ffff)
    }
    return digest
  }
}

/// The multiplier of the digests, here and in `Benchmarks/peers`.
let digestFactor: UInt64 = 0x100_0000_01b3
