@testable import EventQueue
import Foundation
import Testing

/// Whether to run tests that take longer than a second or two in a debug build.
let longTests = ProcessInfo.processInfo.environment["JETSIM_LONG"] == "1"

/// Random programs against a sorted array.
@Suite struct EventQueuePropertyTests {
  /// How the next time is drawn from the latest one.
  enum Increments: CaseIterable {
    case uniform, tied, bimodal, constant, past

    func draw(from generator: inout TestGenerator, now: UInt64) -> UInt64 {
      switch self {
      case .uniform: now + generator.below(1_000_000)
      case .tied: now + generator.below(3)
      case .bimodal: now + generator.below(generator.below(10) == 0 ? 1_000_000 : 1000)
      case .constant: now + 1000
      case .past: generator.below(1000)
      }
    }
  }

  @Test func agreesWithTheOracle() {
    for seed in UInt64(0)..<(longTests ? 2000 : 100) {
      for increments in Increments.allCases {
        var generator = TestGenerator(seed: seed)
        var queue = EventQueue(minimumCapacity: 1)
        var oracle = SortedOracle()
        var now: UInt64 = 0
        let pressure = 3 + generator.below(5)
        for step in 0..<200 {
          if generator.below(10) < pressure {
            let time = increments.draw(from: &generator, now: now)
            let payload = UInt32(generator.below(1 << 28))
            let sequence = queue.schedule(at: time, payload: payload)
            if sequence != oracle.schedule(at: time, payload: payload) {
              Issue.record("seed \(seed) \(increments) step \(step)")
            }
          } else {
            let popped = queue.popMin().map { SortedOracle.Event($0) }
            if popped != oracle.popMin() {
              Issue.record("seed \(seed) \(increments) step \(step)")
            }
            now = popped?.time ?? now
          }
        }
        queue._checkInvariants()
        while let entry = queue.popMin() {
          if SortedOracle.Event(entry) != oracle.popMin() {
            Issue.record("seed \(seed) \(increments): rest")
          }
        }
        #expect(oracle.events.isEmpty)
      }
    }
  }

  /// Suspended descents, called by hand in heaps of a size where every border is met.
  @Test(arguments: [false, true])
  func suspendedDescentsAgree(inStep: Bool) {
    for size in [342, 343, 345, 400, 600, 853, 1023, 1365, 1366, 1700] {
      var generator = TestGenerator(seed: UInt64(size))
      var plain = EventQueue()
      var suspending = EventQueue()
      for _ in 0..<size {
        let time = generator.below(500)
        plain.schedule(at: time, payload: 0)
        suspending.schedule(at: time, payload: 0)
      }
      for step in 0..<400 {
        let label: Comment = "size \(size) step \(step)"
        #expect(plain.min == suspending.min, label)
        let popped = plain.removeMin()
        #expect(popped == suspending.removeMin(), label)
        #expect(plain.nextTime == suspending.nextTime, label)
        let time = popped.time + generator.below(500)
        plain.schedule(at: time, payload: 0)
        suspending.lastLow = plain.lastLow
        suspending.hole = 0
        let entry = EventQueue.Entry(time: time, low: plain.lastLow)
        inStep ? suspending.settleInHugeHeap(entry) : suspending.settleInLargeHeap(entry)
        suspending._checkInvariants()
        switch generator.below(inStep ? 120 : 12) {
        case 0:
          plain.schedule(at: time, payload: 1)
          suspending.schedule(at: time, payload: 1)
        case 1:
          #expect(plain.removeMin() == suspending.removeMin(), label)
          #expect(plain.removeMin() == suspending.removeMin(), label)
          for _ in 0..<2 {
            plain.schedule(at: time, payload: 1)
            suspending.schedule(at: time, payload: 1)
          }
        case 2:
          plain.compact { _ in true }
          suspending.compact { _ in true }
        default: break
        }
        suspending._checkInvariants()
      }
      while let entry = plain.popMin() {
        if entry != suspending.popMin() { Issue.record("size \(size): rest") }
      }
      #expect(suspending.isEmpty == true)
    }
  }

  /// Sizes on both sides of the border above which descents are suspended.
  @Test func largeHeapsComeOutSorted() {
    let sizes =
      longTests ? [32_767, 32_769, 87_381, 100_000, 131_073, 349_526, 1_000_000] : [32_800]
    for size in sizes {
      var generator = TestGenerator(seed: UInt64(size))
      var queue = EventQueue()
      for index in 0..<size {
        queue.schedule(at: generator.below(UInt64(size)), payload: UInt32(index))
      }
      for _ in 0..<(longTests ? size : 3000) {
        let entry = queue.removeMin()
        queue.schedule(at: entry.time + generator.below(UInt64(size)), payload: entry.payload)
      }
      queue._checkInvariants()
      var previous = queue.removeMin()
      var popped = 1
      while popped < (longTests ? size : 3000), let entry = queue.popMin() {
        if entry < previous { Issue.record("size \(size): \(previous) then \(entry)") }
        previous = entry
        popped += 1
      }
      #expect(queue.count == size - popped)
    }
  }
}
