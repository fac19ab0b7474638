import Statistics
import Testing

@Suite struct ComparisonTests {
  private let x = [3, 5.1, 4.2, 6.3, 5.5]
  private let y = [2.1, 4.6, 3.9, 5.2, 4.9]

  @Test func pairedByHand() {
    let comparison = pairedComparison(baseline: y, other: x)
    expectClose(comparison?.difference, 0.68)
    expectClose(comparison?.halfWidth, 0.396556, 1e-6)
    expectClose(comparison?.lo, 0.283444, 1e-6)
    expectClose(comparison?.hi, 1.076556, 1e-6)
    #expect(comparison?.count == 5 && comparison?.degrees == 4)
    // t = 4.7609 on 4 degrees of freedom.
    expectClose(comparison?.pValue, 0.0089037, 1e-5)
    expectClose(comparison?.correlation, correlation(x, y) ?? .nan)
    // Variances 1.607 and 1.533 against 0.102 of the differences.
    expectClose(comparison?.varianceRatio, (1.607 + 1.533) / 0.102, 1e-9)
  }

  @Test func welchByHand() {
    let comparison = welchComparison(baseline: y, other: x)
    expectClose(comparison?.difference, 0.68)
    expectClose(comparison?.halfWidth, 1.8276, 3e-4)
    #expect(comparison?.correlation == nil && comparison?.varianceRatio == nil)
    #expect((comparison?.pValue ?? 0) > 0.3)
  }

  @Test func directionIsOtherMinusBaseline() {
    #expect((pairedComparison(baseline: [1, 2], other: [5, 7])?.difference ?? 0) > 0)
    #expect((welchComparison(baseline: [1, 2], other: [5, 7])?.difference ?? 0) > 0)
  }

  @Test func equalSystemsDoNotDiffer() {
    let same = pairedComparison(baseline: x, other: x)
    #expect(same?.difference == 0 && same?.halfWidth == 0 && same?.pValue == 1)
    #expect(same?.varianceRatio == nil)
    expectClose(same?.correlation, 1)
    let shifted = pairedComparison(baseline: [1, 2, 3], other: [2, 3, 4])
    #expect(shifted?.difference == 1 && shifted?.pValue == 0)
    let flat = welchComparison(baseline: [1, 1], other: [1, 1])
    #expect(flat?.halfWidth == 0 && flat?.pValue == 1)
  }

  @Test func tooFewValuesAreNotCompared() {
    #expect(pairedComparison(baseline: [1], other: [2]) == nil)
    #expect(pairedComparison(baseline: [], other: []) == nil)
    #expect(welchComparison(baseline: [1], other: [2, 3]) == nil)
  }

  @Test func correlationOfWhatDoesNotVary() {
    #expect(correlation([1, 1], [2, 3]) == nil)
    #expect(correlation([], []) == nil)
    expectClose(correlation([1, 2, 3], [6, 4, 2]), -1)
  }

  @Test func pairedIntervalsCover() {
    expectCoverage(of: 0.95, "paired") { random in
      let shared = random.normals(8)
      let baseline = shared.map { $0 + 0.3 * random.normal() }
      let other = shared.map { $0 + 1 + 0.3 * random.normal() }
      let comparison = pairedComparison(baseline: baseline, other: other)
      return comparison.map { $0.lo <= 1 && $0.hi >= 1 } ?? false
    }
  }

  @Test func welchIntervalsCover() {
    expectCoverage(of: 0.95, "Welch") { random in
      let baseline = random.normals(15)
      let other = random.normals(25).map { 1 + 3 * $0 }
      let comparison = welchComparison(baseline: baseline, other: other)
      return comparison.map { $0.lo <= 1 && $0.hi >= 1 } ?? false
    }
  }

  /// Under "no difference" p-values are uniform: 5 % of them lie below 0.05.
  @Test func pValuesHoldTheirLevel() {
    expectCoverage(of: 0.95, "p above 0.05") { random in
      let comparison = pairedComparison(baseline: random.normals(6), other: random.normals(6))
      return (comparison?.pValue ?? 0) > 0.05
    }
  }
}
