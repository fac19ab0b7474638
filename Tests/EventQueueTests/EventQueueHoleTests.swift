import EventQueue
import Testing

/// Every short sequence of operations, so that each state of the hole meets each operation.
@Suite struct EventQueueHoleTests {
  @Test func countSeesThroughTheHole() {
    var queue = EventQueue()
    for time in UInt64(1)...3 { queue.schedule(at: time, payload: UInt32(time)) }
    #expect(queue.count == 3)
    #expect(queue.removeMin().time == 1)
    #expect(queue.count == 2)
    #expect(queue.nextTime == 2)
    #expect(queue.min?.time == 2)
    #expect(queue.removeMin().time == 2)
    #expect(queue.count == 1)
    #expect(queue.removeMin().time == 3)
    #expect(queue.isEmpty == true)
    #expect(queue.nextTime == .max)
  }

  @Test func holeIsFilledByTheNextEvent() {
    var queue = EventQueue()
    for time in [10, 20, 30] as [UInt64] { queue.schedule(at: time, payload: 0) }
    _ = queue.removeMin()
    queue.schedule(at: 25, payload: 0)
    #expect(queue.count == 3)
    #expect(queue.removeMin().time == 20)
    queue.schedule(at: 5, payload: 0)
    #expect(queue.nextTime == 5)
    var times: [UInt64] = []
    while let entry = queue.popMin() { times.append(entry.time) }
    #expect(times == [5, 25, 30])
  }

  /// All 5^7 programs of seven steps: schedule (early, middle, late), pop, compact.
  @Test func everyShortProgram() {
    for program in 0..<78_125 {
      var queue = EventQueue(minimumCapacity: 0)
      var oracle = SortedOracle()
      var rest = program
      for step in 0..<7 {
        let operation = rest % 5
        rest /= 5
        switch operation {
        case 0, 1, 2:
          let time = [UInt64(0), 5, 10][operation]
          let expected = oracle.schedule(at: time, payload: UInt32(step))
          let sequence = queue.schedule(at: time, payload: UInt32(step))
          if sequence != expected { Issue.record("program \(program): sequence") }
        case 3:
          let expected = oracle.popMin()
          let popped = queue.popMin().map { SortedOracle.Event($0) }
          if popped != expected { Issue.record("program \(program), step \(step): pop") }
        default:
          oracle.removeAll { $0.payload % 2 == 1 }
          queue.compact { $0.payload % 2 == 0 }
        }
        queue._checkInvariants()
        let next = queue.min.map { SortedOracle.Event($0) }
        if queue.count != oracle.events.count || next != oracle.events.last {
          Issue.record("program \(program), step \(step): state")
        }
        if queue.nextTime != oracle.events.last?.time ?? .max {
          Issue.record("program \(program), step \(step): next time")
        }
      }
    }
  }
}
