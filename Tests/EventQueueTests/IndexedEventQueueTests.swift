@testable import EventQueue
import Testing

@Suite struct IndexedEventQueueTests {
  @Test func exampleOfTheDocumentation() {
    var queue = IndexedEventQueue(payloadCount: 3)
    queue.schedule(at: 20, payload: 2)
    queue.schedule(at: 10, payload: 1)
    queue.schedule(at: 5, payload: 2)
    #expect(queue.count == 2)
    #expect(queue.removeMin().payload == 2)
    #expect(queue.pending(2) == nil)
    #expect(queue.pending(1)?.time == 10)
    #expect(queue.removeMin().payload == 1)
    #expect(queue.popMin() == nil)
    #expect(queue.min == nil)
    #expect(queue.nextTime == .max)
  }

  @Test func movedEventQueuesUpAnew() {
    var queue = IndexedEventQueue(payloadCount: 4)
    for payload in UInt32(0)..<4 { queue.schedule(at: 7, payload: payload) }
    queue.schedule(at: 7, payload: 1)
    var order: [UInt32] = []
    while let entry = queue.popMin() { order.append(entry.payload) }
    #expect(order == [0, 2, 3, 1])
  }

  @Test func agreesWithTheOracle() {
    for seed in UInt64(0)..<(longTests ? 1000 : 60) {
      var generator = TestGenerator(seed: seed)
      let payloads = 1 + generator.below(60)
      var queue = IndexedEventQueue(payloadCount: Int(payloads))
      var oracle = SortedOracle()
      let range = 1 + generator.below(200)
      for step in 0..<400 {
        let payload = UInt32(generator.below(payloads))
        switch generator.below(8) {
        case 0...3:
          let time = generator.below(range)
          oracle.removeAll { $0.payload == payload }
          let expected = oracle.schedule(at: time, payload: payload)
          #expect(queue.schedule(at: time, payload: payload) == expected)
        case 4:
          let pending = oracle.events.contains { $0.payload == payload }
          #expect(queue.cancel(payload) == pending, "seed \(seed) step \(step)")
          oracle.removeAll { $0.payload == payload }
        default:
          let popped = queue.popMin().map { SortedOracle.Event($0) }
          #expect(popped == oracle.popMin(), "seed \(seed) step \(step)")
        }
        queue._checkInvariants()
        #expect(queue.count == oracle.events.count)
        #expect(queue.nextTime == oracle.events.last?.time ?? .max)
      }
      queue.removeAll()
      queue._checkInvariants()
      #expect(queue.isEmpty == true)
      #expect(queue.schedule(at: 1, payload: 0) == 1)
    }
  }

  @Test func trapsBeyondItsTable() async {
    await #expect(processExitsWith: .failure) {
      var queue = IndexedEventQueue(payloadCount: 3)
      queue.schedule(at: 1, payload: 3)
    }
  }
}
