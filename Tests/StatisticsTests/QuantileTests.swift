@testable import Statistics
import Testing

@Suite struct QuantileTests {
  @Test func isTheInverseOfTheEmpiricalDistribution() {
    let values: [Double] = [40, 10, 30, 20]
    let known = [(0.0, 10.0), (0.25, 10), (0.26, 20), (0.5, 20), (0.75, 30), (0.76, 40), (1, 40)]
    for (p, expected) in known { #expect(quantile(p, of: values) == expected, "p \(p)") }
    #expect(quantile(0.5, of: []) == nil)
  }

  /// The rank is the least k with k / n ≥ p, also where p · n is not exact.
  @Test func rankDoesNotRoundUp() {
    for count in 1...200 {
      for step in 0...100 {
        let p = Double(step) / 100
        let rank = quantileRank(p, of: count)
        #expect(Double(rank) / Double(count) >= p)
        #expect(rank == 1 || Double(rank - 1) / Double(count) < p, "p \(p) of \(count)")
      }
    }
  }
}
