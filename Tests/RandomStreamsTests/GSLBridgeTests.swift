import CGSL
import CShims
import RandomStreams
import Testing

@Suite struct GSLBridgeTests {
  /// The C side reads the stream as two words; a third member would break it.
  @Test func streamIsTwoWords() {
    #expect(MemoryLayout<RandomStream>.size == 16)
    #expect(MemoryLayout<RandomStream>.alignment == 8)
    #expect(jetsim_gsl_stream().pointee.size == 16)
  }

  /// The generator written in C and the one written in Swift are one function.
  @Test func generatorIsTheStream() {
    for number in 0..<20 as Range<UInt64> {
      var ours = RandomStream.test(100 + number)
      var theirs = ours
      for _ in 0..<100 {
        #expect(withGSL(&theirs) { UInt64(gsl_rng_get($0)) } == ours.next())
        #expect(withGSL(&theirs) { gsl_rng_uniform($0) } == ours.uniform())
      }
    }
  }

  @Test func streamContinuesWhereGSLStopped() {
    var ours = RandomStream.test(1)
    var theirs = ours
    let draws = withGSL(&theirs) { generator in (0..<10).map { _ in gsl_rng_get(generator) } }
    #expect(draws.map(UInt64.init) == (0..<10).map { _ in ours.next() })
    #expect(theirs.next() == ours.next())
  }

  @Test func wholeRangeServesIntegers() {
    var stream = RandomStream.test(2)
    var counts = [Int](repeating: 0, count: 10)
    withGSL(&stream) { generator in
      for _ in 0..<20_000 { counts[Int(gsl_rng_uniform_int(generator, 10))] += 1 }
    }
    expectChiSquare(chiSquare(counts), degrees: 9, level: 1e-4, "gsl_rng_uniform_int")
  }

  /// GSL's own handler would end the process.
  @Test func errorsReturn() {
    prepareGSL()
    var stream = RandomStream.test(3)
    #expect(withGSL(&stream) { gsl_rng_uniform_int($0, 0) } == 0)
  }
}
