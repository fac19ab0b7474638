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

  /// The descents of large heaps, called by hand on small ones, where every border is met.
  @Test func descentsThatLookAheadAgree() {
    for size in 1...140 {
      var generator = TestGenerator(seed: UInt64(size))
      var plain = EventQueue()
      var two = EventQueue()
      var three = EventQueue()
      for _ in 0..<size {
        let time = generator.below(50)
        plain.schedule(at: time, payload: 0)
        two.schedule(at: time, payload: 0)
        three.schedule(at: time, payload: 0)
      }
      for step in 0..<50 {
        let popped = plain.removeMin()
        if popped != two.removeMin() || popped != three.removeMin() {
          Issue.record("size \(size) step \(step)")
        }
        let time = popped.time + generator.below(50)
        plain.schedule(at: time, payload: 0)
        let entry = EventQueue.Entry(time: time, low: plain.lastLow)
        two.lastLow = plain.lastLow
        two.hole = 0
        two.settleLookingTwoAhead(entry)
        two._checkInvariants()
        three.lastLow = plain.lastLow
        three.hole = 0
        three.settleLookingThreeAhead(entry)
        three._checkInvariants()
      }
    }
  }

  /// Sizes on both sides of each border between the descents that look ahead differently.
  @Test func largeHeapsComeOutSorted() {
    let sizes = longTests ? [32_767, 32_769, 262_143, 262_146, 1_000_000] : [32_768, 33_000]
    for size in sizes {
      var generator = TestGenerator(seed: UInt64(size))
      var queue = EventQueue()
      for index in 0..<size {
        queue.schedule(at: generator.below(UInt64(size)), payload: UInt32(index))
      }
      for _ in 0..<size / 4 {
        let entry = queue.removeMin()
        queue.schedule(at: entry.time + generator.below(UInt64(size)), payload: entry.payload)
      }
      queue._checkInvariants()
      var previous = queue.removeMin()
      var popped = 1
      while let entry = queue.popMin() {
        if entry < previous { Issue.record("size \(size): \(previous) then \(entry)") }
        previous = entry
        popped += 1
      }
      #expect(popped == size)
    }
  }
}
