import Statistics
import Testing

@Suite struct BatchMeansTests {
  @Test func meansOfBatches() {
    var series = [99.0]
    for index in 0..<20 { series += [Double(index), Double(index) + 1] }
    let result = batchMeans(series)
    // The odd first value is left out.
    expectClose(result?.interval.mean, 10)
    #expect(result?.batchSize == 2 && result?.interval.count == 20)
    #expect(result?.looksIndependent == false)
  }

  @Test func refusesTooFew() {
    #expect(batchMeans([Double](repeating: 1, count: 39)) == nil)
    #expect(batchMeans([]) == nil)
    #expect(batchMeans([Double](repeating: 1, count: 40))?.interval.halfWidth == 0)
  }

  @Test func independentDataPassAndCover() {
    expectCoverage(of: 0.95, "lag-1 check of independent data") { random in
      batchMeans(random.normals(40))?.looksIndependent ?? false
    }
    expectCoverage(of: 0.95, trials: 1000, "batch means") { random in
      batchMeans(random.normals(60))?.interval.contains(0) ?? false
    }
  }

  /// A strongly correlated series in short batches must be caught; in long batches it may pass.
  @Test func correlationIsCaught() {
    var caught = 0
    var passed = 0
    for seed in 0..<50 as Range<UInt64> {
      var random = TestRandom(300 + seed)
      var state = 0.0
      let series = (0..<4000).map { _ in
        state = 0.9 * state + random.normal()
        return state
      }
      if batchMeans(Array(series[..<100]))?.looksIndependent == false { caught += 1 }
      if batchMeans(series)?.looksIndependent == true { passed += 1 }
    }
    #expect(caught >= 40)
    #expect(passed >= 40)
  }
}
