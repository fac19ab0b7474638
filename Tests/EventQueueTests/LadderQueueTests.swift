@testable import EventQueue
import Testing

/// The ladder against the heap: the same entries, sequence numbers included, in the same order.
@Suite struct LadderQueueTests {
  /// How the next time is drawn from the latest one.
  enum Increments: CaseIterable {
    case uniform, ticks, massTies, bimodal, heavyTail, constant, zero, past, huge

    func draw(_ generator: inout TestGenerator, now: UInt64) -> UInt64 {
      switch self {
      case .uniform: return now + generator.below(1_000_000)
      case .ticks: return now + generator.below(20)
      case .massTies: return (now / 1000 + generator.below(3)) * 1000
      case .bimodal: return now + generator.below(generator.below(10) == 0 ? 10_000_000 : 1000)
      case .heavyTail: return now + generator.next() >> (8 + generator.below(54))
      case .constant: return now + 1000
      case .zero: return now
      case .past: return generator.below(now + 2)
      case .huge: return UInt64.max - 1 - generator.next() >> (1 + generator.below(60))
      }
    }
  }

  @Test func exampleOfTheDocumentation() {
    var queue = LadderQueue()
    queue.schedule(at: 20, payload: 2)
    queue.schedule(at: 10, payload: 1)
    #expect(queue.popMin()?.payload == 1)
    #expect(queue.count == 1)
    #expect(queue.popMin()?.time == 20)
    #expect(queue.popMin() == nil)
    #expect(queue.nextTime == .max)
  }

  /// Interleaved programs: growth, holding, nearly empty, growth again, compaction, drain.
  @Test func popsWhatTheHeapPops() {
    for seed in UInt64(0)..<(longTests ? 60 : 3) {
      for increments in Increments.allCases {
        var generator = TestGenerator(seed: seed)
        var heap = EventQueue()
        var ladder = LadderQueue()
        var now: UInt64 = 0
        for phase in 0..<8 {
          // How many of ten operations schedule: growing, level, shrinking.
          let pressure = [8, 5, 2, 5, 9, 5, 1, 6][phase]
          for step in 0..<(longTests ? 2000 : 400) {
            if generator.below(10) < pressure {
              let time = increments.draw(&generator, now: now)
              let payload = UInt32(generator.below(1 << 28))
              let expected = heap.schedule(at: time, payload: payload)
              if ladder.schedule(at: time, payload: payload) != expected {
                Issue.record("\(increments) seed \(seed) phase \(phase) step \(step): sequence")
              }
            } else {
              let expected = heap.popMin()
              if ladder.popMin() != expected {
                Issue.record("\(increments) seed \(seed) phase \(phase) step \(step): pop")
              }
              now = Swift.max(now, expected?.time ?? now)
              if increments == .huge { now = 0 }
            }
            if ladder.count != heap.count || ladder.nextTime != heap.nextTime {
              Issue.record("\(increments) seed \(seed) phase \(phase) step \(step): state")
            }
          }
          ladder._checkInvariants()
          if phase % 3 == 1 {
            heap.compact { $0.payload % 4 != 0 }
            ladder.compact { $0.payload % 4 != 0 }
            ladder._checkInvariants()
          }
        }
        while let entry = heap.popMin() {
          if ladder.popMin() != entry { Issue.record("\(increments) seed \(seed): rest") }
        }
        #expect(ladder.isEmpty == true)
      }
    }
  }

  /// The hold model at populations around and above the borders of sorting and raising.
  @Test func holdsLikeTheHeap() {
    let sizes = longTests ? [1, 2, 15, 17, 33, 2000, 300_000] : [1, 2, 17, 33, 300, 5000]
    for size in sizes {
      for increments in Increments.allCases where increments != .huge && increments != .past {
        var generator = TestGenerator(seed: UInt64(size))
        var heap = EventQueue()
        var ladder = LadderQueue(minimumCapacity: size)
        for _ in 0..<size {
          let time = increments.draw(&generator, now: 0)
          heap.schedule(at: time, payload: 3)
          ladder.schedule(at: time, payload: 3)
        }
        for step in 0..<2 * size {
          let entry = heap.removeMin()
          if ladder.removeMin() != entry { Issue.record("\(increments) \(size) step \(step)") }
          let time = increments.draw(&generator, now: entry.time)
          heap.schedule(at: time, payload: 4)
          ladder.schedule(at: time, payload: 4)
        }
        ladder._checkInvariants()
      }
    }
  }

  @Test func removeAllLeavesANewQueue() {
    var queue = LadderQueue()
    for round in 0..<3 {
      for time in UInt64(0)..<700 { queue.schedule(at: time * 37 % 701, payload: 1) }
      for _ in 0..<100 * round { _ = queue.removeMin() }
      queue.noteCancelled()
      queue.removeAll()
      queue._checkInvariants()
      #expect(queue.isEmpty == true)
      #expect(queue.deadCount == 0)
      #expect(queue.schedule(at: 5, payload: 2) == 1)
      #expect(queue.removeMin().payload == 2)
    }
  }

  @Test func countsDeadEntriesLikeTheHeap() {
    var queue = LadderQueue()
    for time in UInt64(0)..<200 { queue.schedule(at: time, payload: UInt32(time)) }
    for _ in 0..<101 { queue.noteCancelled() }
    #expect(queue.needsCompaction == true)
    queue.noteDeadPopped()
    #expect(queue.needsCompaction == false)
    queue.compact { $0.payload >= 100 }
    #expect(queue.count == 100)
    #expect(queue.deadCount == 0)
    #expect(queue.nextTime == 100)
  }
}
