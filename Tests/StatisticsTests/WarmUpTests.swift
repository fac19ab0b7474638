import Statistics
import Testing

@Suite struct WarmUpTests {
  @Test func cutsAtTheStep() throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = TestRandom(seed)
      var series = random.normals(1000)
      for index in 0..<100 { series[index] += 20 }
      let warmUp = try #require(mser5(series))
      #expect(warmUp.cut >= 100 && warmUp.cut <= 200, "seed \(seed): \(warmUp.cut)")
      #expect(abs(warmUp.mean) < 0.2)
    }
  }

  @Test func cutsAStepWithoutNoiseExactly() {
    let series = [Double](repeating: 9, count: 102) + [Double](repeating: 2, count: 900)
    // The batch 100..<105 holds both levels.
    #expect(mser5(series) == WarmUp(cut: 105, mean: 2))
  }

  @Test func keepsAStationarySeries() throws {
    var kept = 0
    for seed in 0..<20 as Range<UInt64> {
      var random = TestRandom(100 + seed)
      if let warmUp = mser5(random.normals(2000)), warmUp.cut <= 400 { kept += 1 }
    }
    #expect(kept >= 17)
    #expect(mser5([Double](repeating: 3, count: 50)) == WarmUp(cut: 0, mean: 3))
  }

  @Test func refusesARunThatNeverSettles() {
    #expect(mser5((0..<1000).map(Double.init)) == nil)
    var random = TestRandom(3)
    var series = random.normals(1000)
    for index in 0..<700 { series[index] += 20 }
    #expect(mser5(series) == nil)
  }

  @Test func refusesTooFew() {
    #expect(mser5([]) == nil)
    #expect(mser5([Double](repeating: 1, count: 49)) == nil)
  }
}
