import EventQueue
import Testing

@Suite struct EventQueueCancellationTests {
  @Test func compactionKeepsFirstInFirstOut() {
    for pops in 0...2 {
      var queue = EventQueue()
      for payload in UInt32(0)..<500 { queue.schedule(at: 9, payload: payload) }
      for _ in 0..<pops { _ = queue.popMin() }
      queue.compact { $0.payload % 3 == 0 }
      queue._checkInvariants()
      var payloads: [UInt32] = []
      while let entry = queue.popMin() { payloads.append(entry.payload) }
      #expect(payloads == (UInt32(pops)..<500).filter { $0 % 3 == 0 })
    }
  }

  @Test func compactionToNothingAndOfNothing() {
    var queue = EventQueue()
    queue.compact { _ in true }
    queue._checkInvariants()
    for time in UInt64(0)..<50 { queue.schedule(at: time, payload: 0) }
    queue.compact { _ in false }
    queue._checkInvariants()
    #expect(queue.isEmpty == true)
    #expect(queue.nextTime == .max)
    queue.schedule(at: 3, payload: 1)
    #expect(queue.scheduledCount == 51)
    #expect(queue.removeMin().payload == 1)
  }

  @Test func needIsAboveHalfAndAboveTheFloor() {
    var queue = EventQueue()
    for time in UInt64(0)..<63 { queue.schedule(at: time, payload: 0) }
    for _ in 0..<63 { queue.noteCancelled() }
    #expect(queue.needsCompaction == false)
    for time in UInt64(0)..<200 { queue.schedule(at: time, payload: 0) }
    for _ in 63..<131 { queue.noteCancelled() }
    #expect(queue.deadCount == 131)
    #expect(queue.needsCompaction == false)
    queue.noteCancelled()
    #expect(queue.needsCompaction == true)
    queue.noteDeadPopped()
    #expect(queue.needsCompaction == false)
    queue.compact { _ in true }
    #expect(queue.deadCount == 0)
  }

  /// An owner with one pending event per id that reschedules ids at random, as a device does.
  @Test func ownerWithOneEventPerId() {
    for seed in UInt64(0)..<(longTests ? 200 : 10) {
      var generator = TestGenerator(seed: seed)
      let ids = 1 + Int(generator.below(200))
      var queue = EventQueue(minimumCapacity: ids)
      var pending = [UInt64](repeating: 0, count: ids)
      var time = [UInt64](repeating: 0, count: ids)
      var live = 0
      for step in 0..<3000 {
        let id = Int(generator.below(UInt64(ids)))
        if generator.below(3) > 0 {
          if pending[id] != 0 { queue.noteCancelled() } else { live += 1 }
          time[id] = generator.below(1 << 20)
          pending[id] = queue.schedule(at: time[id], payload: UInt32(id))
          if queue.needsCompaction {
            queue.compact { pending[Int($0.payload)] == $0.sequence }
            #expect(queue.count == live)
          }
        } else if let entry = queue.popMin() {
          let owner = Int(entry.payload)
          if pending[owner] == entry.sequence {
            #expect(entry.time == time[owner], "seed \(seed) step \(step)")
            pending[owner] = 0
            live -= 1
          } else {
            queue.noteDeadPopped()
          }
        }
        #expect(queue.count == live + queue.deadCount, "seed \(seed) step \(step)")
        #expect(queue.count <= 2 * live + 64 || queue.needsCompaction)
      }
    }
  }
}
