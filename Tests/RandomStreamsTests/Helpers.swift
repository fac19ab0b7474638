import CGSL
import Foundation
import RandomStreams
import Testing

/// Whether the long tests were asked for.
let isLong = ProcessInfo.processInfo.environment["JETSIM_LONG"] == "1"

/// Returns Pearson's statistic of observed counts against equal expectations.
func chiSquare(_ counts: [Int]) -> Double {
  let expected = Double(counts.reduce(0, +)) / Double(counts.count)
  return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
}

/// Expects a chi-square statistic within its two-sided quantiles at a level.
///
/// Too good a fit is a fault as well: it means that draws exclude each other.
func expectChiSquare(
  _ statistic: Double, degrees: Int, level: Double, _ what: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let upper = gsl_cdf_chisq_Q(statistic, Double(degrees))
  let lower = gsl_cdf_chisq_P(statistic, Double(degrees))
  #expect(
    min(upper, lower) > level / 2, "\(what): chi-square \(statistic) on \(degrees) degrees",
    sourceLocation: sourceLocation)
}

/// Expects a count of successes within the two-sided normal limits of a binomial at a level.
func expectBinomial(
  _ count: Int, of trials: Int, p: Double, level: Double, _ what: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let sd = (Double(trials) * p * (1 - p)).squareRoot()
  let z = (Double(count) - Double(trials) * p) / sd
  #expect(
    abs(z) < gsl_cdf_ugaussian_Qinv(level / 2), "\(what): \(count) of \(trials), z = \(z)",
    sourceLocation: sourceLocation)
}

/// Returns the largest distance between the empirical distribution of sorted draws and a cdf.
func kolmogorovDistance(sorted draws: [Double], _ cdf: (Double) -> Double) -> Double {
  let count = Double(draws.count)
  var distance = 0.0
  for (index, draw) in draws.enumerated() {
    let share = cdf(draw)
    distance = max(distance, share - Double(index) / count, Double(index + 1) / count - share)
  }
  return distance
}

/// Returns the limit that the distance of `count` draws exceeds with probability `level`.
///
/// Massart's sharp form of the Dvoretzky–Kiefer–Wolfowitz inequality, which holds for every count.
func kolmogorovLimit(_ count: Int, level: Double) -> Double {
  (log(2 / level) / (2 * Double(count))).squareRoot()
}

extension RandomStream {
  /// A stream for the tests, told apart by a number.
  static func test(_ number: UInt64) -> RandomStream {
    StreamFamily(seed: 2026, replication: 0).stream(.test, entity: number, occurrence: 0)
  }
}
