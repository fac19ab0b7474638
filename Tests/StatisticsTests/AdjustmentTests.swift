import Statistics
import Testing

@Suite struct AdjustmentTests {
  private let pValues = [0.01, 0.04, 0.03, 0.005]

  /// The values R's `p.adjust` gives.
  @Test func knownValues() {
    for (value, expected) in zip(adjust(pValues, .holm), [0.03, 0.06, 0.06, 0.02]) {
      expectClose(value, expected)
    }
    for (value, expected) in zip(adjust(pValues, .bonferroni), [0.04, 0.16, 0.12, 0.02]) {
      expectClose(value, expected)
    }
    #expect(adjust(pValues, .none) == pValues)
  }

  @Test func staysWithinItsBounds() {
    var random = TestRandom(5)
    for count in 0...20 {
      let raw = (0..<count).map { _ in random.uniform() }
      let holm = adjust(raw, .holm)
      let bonferroni = adjust(raw, .bonferroni)
      for index in 0..<count {
        #expect(holm[index] >= raw[index] && holm[index] <= bonferroni[index])
        #expect(bonferroni[index] <= 1)
        for other in 0..<count where raw[other] < raw[index] {
          #expect(holm[other] <= holm[index])
        }
      }
    }
  }

  /// Of ten true hypotheses, any is rejected in at most 5 % of the experiments.
  @Test func familyKeepsItsLevel() {
    expectCoverage(of: 0.95, conservative: true, "no false rejection") { random in
      let raw = (0..<10).map { _ in random.uniform() }
      return adjust(raw, .holm).allSatisfy { $0 > 0.05 }
    }
  }
}
