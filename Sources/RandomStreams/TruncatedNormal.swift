import CGSL
import Glibc

/// A normal distribution cut off to an interval: mass, moments and exact sampling.
///
/// All masses are taken in the tail that keeps precision: an interval above the mean is mirrored
/// below it, where the distribution function itself is small rather than one minus it.
struct TruncatedNormal {
  let mean: Double
  let sd: Double
  let min: Double
  let max: Double
  /// −1 where the interval was mirrored, else 1.
  let sign: Double
  /// The standardised bounds, after mirroring; `low + high <= 0` or one of them is infinite.
  let low: Double
  let high: Double
  /// Distribution function of the standard normal at the bounds.
  let lowProbability: Double
  let highProbability: Double

  /// Makes the distribution; `sd` > 0, `min` ≤ `max`.
  init(mean: Double, sd: Double, min: Double, max: Double) {
    self.mean = mean
    self.sd = sd
    self.min = min
    self.max = max
    let a = (min - mean) / sd
    let b = (max - mean) / sd
    sign = a + b > 0 ? -1 : 1
    low = a + b > 0 ? -b : a
    high = a + b > 0 ? -a : b
    lowProbability = gsl_cdf_ugaussian_P(low)
    highProbability = gsl_cdf_ugaussian_P(high)
  }

  /// The probability of the interval before the cut.
  var mass: Double { highProbability - lowProbability }

  /// The mean after the cut (Johnson, Kotz & Balakrishnan, Continuous Univariate Distributions 1).
  var truncatedMean: Double { mean + sign * sd * standardMean }

  /// The variance after the cut.
  var truncatedVariance: Double {
    let m = standardMean
    let edges = Self.moment(low) - Self.moment(high)
    return Swift.max(0, sd * sd * (1 + edges / mass - m * m))
  }

  private var standardMean: Double {
    (gsl_ran_ugaussian_pdf(low) - gsl_ran_ugaussian_pdf(high)) / mass
  }

  /// Returns x · φ(x), which tends to 0 at infinity.
  private static func moment(_ x: Double) -> Double {
    x.isInfinite ? 0 : x * gsl_ran_ugaussian_pdf(x)
  }

  /// Returns the share of the cut distribution up to `x`.
  func cdf(_ x: Double) -> Double {
    let z = sign * (x - mean) / sd
    let below = (gsl_cdf_ugaussian_P(z) - lowProbability) / mass
    return Swift.min(1, Swift.max(0, sign > 0 ? below : 1 - below))
  }

  /// Whether drawing again until the value falls inside is cheap; otherwise one inverts.
  ///
  /// Both ways are exact; the choice depends on the parameters only.
  var isLikely: Bool { mass >= 0.25 }

  /// Returns the value whose share below is `share`, by inversion.
  func quantile(_ share: Double) -> Double {
    let z = gsl_cdf_ugaussian_Pinv(lowProbability + (sign > 0 ? share : 1 - share) * mass)
    // Rounding may step over a bound by one unit in the last place.
    return Swift.min(max, Swift.max(min, mean + sign * sd * z))
  }
}
