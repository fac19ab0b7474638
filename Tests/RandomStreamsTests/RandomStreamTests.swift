import CGSL
import RandomStreams
import Testing

@Suite struct RandomStreamTests {
  /// The published reference values of SplitMix64 from seed 0, whose first draw already steps by
  /// the golden gamma.
  @Test func agreesWithSplitMix64() {
    let golden: UInt64 = 0x9e37_79b9_7f4a_7c15
    var stream = RandomStream(state: golden, gamma: golden)
    #expect(stream.next() == 0xe220_a839_7b1d_cdaf)
    #expect(stream.next() == 0x6e78_9e6a_a1b9_65f4)
    #expect(stream.next() == 0x06c4_5d18_8009_454f)
    #expect(stream.next() == 0xf88b_b8a8_724c_81ec)
  }

  /// Results recorded once: they may never change between versions or machines.
  @Test func keysKeepTheirStreams() {
    var stream = StreamFamily(seed: 42, replication: 7)
      .stream(.footprint, entity: stableHash("Mail", ordinal: 2), occurrence: 5)
    #expect(
      [stream.next(), stream.next(), stream.next()] == [
        12_623_035_094_240_571_272, 16_566_429_422_487_763_692, 5_355_804_616_239_363_892,
      ])
    #expect(stream.uniform() == 0.17217296962691175)
  }

  @Test func uniformIsOpen() {
    // Words that make the smallest and the largest uniform: the output function inverted.
    var zero = RandomStream(state: 0, gamma: 1)
    #expect(zero.uniform() == 0x1p-53)
    var stream = RandomStream.test(1)
    var sum = 0.0
    for _ in 0..<50_000 {
      let u = stream.uniform()
      #expect(u > 0 && u < 1)
      sum += u
    }
    // The standard error of the mean is 0.0013.
    #expect(abs(sum / 50_000 - 0.5) < 0.006)
  }

  @Test func uniformIsTheTopOfTheWord() {
    var words = RandomStream.test(2)
    var stream = words
    for _ in 0..<1000 {
      let place = words.next() >> 12
      #expect(stream.uniform() == (Double(place) + 0.5) / 4_503_599_627_370_496)
    }
    #expect((Double(UInt64.max >> 12) + 0.5) * 0x1p-52 < 1)
  }

  @Test func belowIsUniformOnEveryBound() {
    var stream = RandomStream.test(3)
    for bound in [1, 2, 3, 7, 64, 100] {
      var counts = [Int](repeating: 0, count: bound)
      for _ in 0..<(200 * bound) { counts[Int(stream.below(UInt64(bound)))] += 1 }
      if bound == 1 { continue }
      expectChiSquare(chiSquare(counts), degrees: bound - 1, level: 1e-4, "below(\(bound))")
    }
  }

  /// Two thirds of the words: without rejection one half of the values would come up twice as
  /// often.
  @Test func belowRejectsTheExcess() {
    let bound = UInt64(3) << 62
    var stream = RandomStream.test(4)
    var low = 0
    for _ in 0..<20_000 where stream.below(bound) % 3 == 0 { low += 1 }
    expectBinomial(low, of: 20_000, p: 1 / 3, level: 1e-4, "residues of a large bound")
    for _ in 0..<1000 { #expect(stream.below(.max) < .max) }
  }

  @Test func chanceIsCertainAtTheEnds() {
    var stream = RandomStream.test(5)
    for _ in 0..<100 {
      let never = stream.chance(0)
      let always = stream.chance(1)
      #expect(!never && always)
    }
  }

  @Test func aCopyReplaysTheStream() {
    var stream = RandomStream.test(6)
    _ = stream.normal()
    var copy = stream
    for _ in 0..<100 { #expect(stream.exponential() == copy.exponential()) }
  }

  @Test func drawingBelowNothingTraps() async {
    await #expect(processExitsWith: .failure) {
      var stream = RandomStream(state: 1, gamma: 1)
      _ = stream.below(0)
    }
  }
}
