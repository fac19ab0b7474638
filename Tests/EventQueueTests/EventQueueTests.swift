@testable import EventQueue
import Testing

@Suite struct EventQueueTests {
  @Test func exampleOfTheDocumentation() {
    var queue = EventQueue()
    queue.schedule(at: 20, payload: 2)
    queue.schedule(at: 10, payload: 1)
    let first = queue.popMin()
    #expect(first?.time == 10)
    #expect(first?.payload == 1)
    #expect(queue.count == 1)
  }

  @Test func emptyQueue() {
    var queue = EventQueue(minimumCapacity: 0)
    #expect(queue.isEmpty == true)
    #expect(queue.nextTime == .max)
    #expect(queue.min == nil)
    #expect(queue.popMin() == nil)
    #expect(queue.scheduledCount == 0)
    #expect(queue.canSchedule == true)
    #expect(queue.needsCompaction == false)
    queue._checkInvariants()
  }

  @Test func sequenceNumbersStartAtOne() {
    var queue = EventQueue()
    for expected in UInt64(1)...100 {
      #expect(queue.schedule(at: 7, payload: 0) == expected)
    }
    #expect(queue.scheduledCount == 100)
  }

  @Test func equalTimesComeOutFirstInFirstOut() {
    var queue = EventQueue()
    for payload in UInt32(0)..<1000 {
      queue.schedule(at: UInt64(payload % 3), payload: 1000 - payload)
    }
    var last: EventQueue.Entry?
    while let entry = queue.popMin() {
      if let last, last.time == entry.time {
        #expect(last.sequence < entry.sequence)
        #expect(last.payload > entry.payload)
      }
      last = entry
    }
  }

  @Test func entryKeepsAllBits() {
    var queue = EventQueue()
    let largest = (UInt32(1) << EventQueue.payloadBits) - 1
    for (time, payload) in [(0, 0), (UInt64.max - 1, largest), (1 << 63, 1)] as [(UInt64, UInt32)] {
      let sequence = queue.schedule(at: time, payload: payload)
      let entry = queue.popMin()
      #expect(entry?.time == time)
      #expect(entry?.payload == payload)
      #expect(entry?.sequence == sequence)
    }
    #expect(MemoryLayout<EventQueue.Entry>.stride == 16)
  }

  @Test func latestTimeIsStillFound() {
    var queue = EventQueue()
    queue.schedule(at: .max - 1, payload: 5)
    queue.schedule(at: 3, payload: 6)
    #expect(queue.removeMin().payload == 6)
    #expect(queue.nextTime == UInt64.max - 1)
    #expect(queue.min?.payload == 5)
    #expect(queue.removeMin().payload == 5)
    #expect(queue.min == nil)
  }

  @Test func capacityGrows() {
    for capacity in 0..<20 {
      var queue = EventQueue(minimumCapacity: capacity)
      #expect(queue.capacity >= capacity)
      for time in (0..<200).reversed() {
        queue.schedule(at: UInt64(time), payload: UInt32(time))
      }
      for time in 0..<200 {
        #expect(queue.popMin()?.time == UInt64(time))
      }
      #expect(queue.isEmpty == true)
    }
  }

  @Test func removeAllLeavesANewQueue() {
    for keeping in [false, true] {
      for size in [0, 1, 2, 3, 5, 40] {
        for pops in 0...min(size, 2) {
          var queue = EventQueue()
          for time in 0..<size { queue.schedule(at: UInt64(time), payload: 1) }
          for _ in 0..<pops { _ = queue.popMin() }
          if size > pops { queue.noteCancelled() }
          let capacity = queue.capacity
          queue.removeAll(keepingCapacity: keeping)
          queue._checkInvariants()
          #expect(queue.isEmpty == true)
          #expect(queue.deadCount == 0)
          #expect(queue.nextTime == .max)
          if keeping { #expect(queue.capacity == capacity) }
          #expect(queue.schedule(at: 4, payload: 9) == 1)
          #expect(queue.popMin()?.payload == 9)
        }
      }
    }
  }

  @Test func sequenceNumbersRunOut() {
    var queue = EventQueue()
    queue.lastLow = UInt64.max - 2 * EventQueue.sequenceStep - EventQueue.payloadMask
    #expect(queue.scheduledCount == (1 << 36) - 3)
    #expect(queue.canSchedule == true)
    #expect(queue.schedule(at: 1, payload: 7) == (1 << 36) - 2)
    #expect(queue.canSchedule == true)
    #expect(queue.schedule(at: 1, payload: 8) == (1 << 36) - 1)
    #expect(queue.canSchedule == false)
    #expect(queue.removeMin().payload == 7)
    #expect(queue.removeMin().payload == 8)
  }

  @Test func trapsBeyondItsLimits() async {
    await #expect(processExitsWith: .failure) {
      var queue = EventQueue()
      queue.lastLow = UInt64.max - EventQueue.payloadMask
      queue.schedule(at: 1, payload: 0)
    }
    await #expect(processExitsWith: .failure) {
      var queue = EventQueue()
      queue.schedule(at: 1, payload: 1 << 28)
    }
    await #expect(processExitsWith: .failure) {
      var queue = EventQueue()
      _ = queue.removeMin()
    }
  }
}
