import RandomStreams
import Testing

@testable import Device

/// The ring grows and stays first in, first out.
@Suite struct FIFOTests {
  @Test func itMatchesAnArray() {
    for seed in 0..<50 as Range<UInt64> {
      var stream = StreamFamily(seed: seed, replication: 0)
        .stream(.test, entity: 0, occurrence: 0)
      var queue = FIFO<Int>()
      var array: [Int] = []
      let bias = 0.3 + 0.5 * stream.uniform()
      for number in 0..<300 {
        if array.isEmpty || stream.uniform() < bias {
          queue.append(number)
          array.append(number)
        } else {
          #expect(queue.first == array[0], "seed \(seed)")
          #expect(queue.removeFirst() == array.removeFirst(), "seed \(seed)")
        }
        #expect(queue.count == array.count, "seed \(seed)")
        #expect(queue.isEmpty == array.isEmpty, "seed \(seed)")
        #expect((0..<queue.count).map { queue[$0] } == array, "seed \(seed)")
      }
    }
  }
}
