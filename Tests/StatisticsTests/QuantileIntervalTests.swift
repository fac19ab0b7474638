import Foundation
import Statistics
import Testing

@Suite struct QuantileIntervalTests {
  @Test func leastNumbersAreKnown() {
    #expect(quantileIntervalMinimum(0.9) == 36)
    #expect(quantileIntervalMinimum(0.95) == 72)
    #expect(quantileIntervalMinimum(0.99) == 368)
    #expect(quantileIntervalMinimum(0.5) == 6)
    #expect(quantileIntervalMinimum(0.1) == 36)
  }

  @Test func refusesTooFew() {
    for (p, least) in [(0.9, 36), (0.95, 72), (0.99, 368), (0.1, 36)] {
      let values = (0..<least).map(Double.init)
      #expect(quantileInterval(p, of: values) != nil)
      #expect(quantileInterval(p, of: Array(values.dropLast())) == nil)
    }
    #expect(quantileInterval(0.5, of: []) == nil)
  }

  /// The ranks hold the exact binomial tails, and the next narrower ones would not.
  @Test func ranksAreTheNarrowest() throws {
    for (p, count) in [(0.5, 6), (0.5, 101), (0.9, 36), (0.9, 200), (0.95, 100), (0.1, 50)] {
      let values = (1...count).map(Double.init)
      let interval = try #require(quantileInterval(p, of: values))
      let low = Int(interval.lo)
      let high = Int(interval.hi)
      let pmf = (0...count).map { Self.binomial($0, count, p) }
      #expect(pmf[..<low].reduce(0, +) <= 0.025 + 1e-12)
      #expect(pmf[...low].reduce(0, +) > 0.025)
      #expect(pmf[high...].reduce(0, +) <= 0.025 + 1e-12)
      #expect(pmf[(high - 1)...].reduce(0, +) > 0.025)
      #expect(interval.lo <= interval.estimate && interval.estimate <= interval.hi)
    }
  }

  private static func binomial(_ k: Int, _ count: Int, _ p: Double) -> Double {
    let (ended, rest) = (Double(k), Double(count - k))
    let choices = lgamma(ended + rest + 1) - lgamma(ended + 1) - lgamma(rest + 1)
    return exp(choices + ended * log(p) + rest * log1p(-p))
  }

  @Test func intervalsCover() {
    expectCoverage(of: 0.95, conservative: true, "p90 of exponentials") { random in
      let values = (0..<60).map { _ in random.exponential() }
      guard let interval = quantileInterval(0.9, of: values) else { return false }
      let truth = log(10.0)
      return interval.lo <= truth && truth <= interval.hi
    }
  }
}
