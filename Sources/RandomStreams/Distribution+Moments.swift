import CGSL
import Glibc

extension Distribution {
  /// The expected value, or nil where it is infinite.
  ///
  /// - Precondition: the distribution is valid.
  /// - Complexity: O(1); O(*n*) for a Zipf law or a list.
  public var mean: Double? {
    switch self {
    case .constant(let value): value
    case .uniform(let min, let max): min + (max - min) / 2
    case .exponential(let mean), .erlang(_, let mean), .poisson(let mean): mean
    case .normal(let mean, let sd, let min, let max):
      sd == 0 || min == max
        ? Swift.min(max, Swift.max(min, mean))
        : TruncatedNormal(mean: mean, sd: sd, min: min, max: max).truncatedMean
    case .lognormal(let mu, let sigma): exp(mu + sigma * sigma / 2)
    case .gamma(let shape, let scale): shape * scale
    case .weibull(let scale, let shape): scale * tgamma(1 + 1 / shape)
    case .pareto(let shape, let minimum): shape > 1 ? minimum * shape / (shape - 1) : nil
    case .loglogistic(let scale, let shape):
      shape > 1 ? scale * Self.logLogisticMoment(1, shape) : nil
    case .beta(let a, let b, let min, let max): min + (max - min) * a / (a + b)
    case .geometric(let p): 1 / p
    case .zipf(let exponent, let count): Self.zipfMoment(1, exponent, count)
    case .discrete(let values, let weights): Self.weightedMoments(values, weights).mean
    case .empirical(let values): Self.weightedMoments(values, nil).mean
    case .mixture(let weights, let components): Self.mixtureMoments(weights, components).mean
    }
  }

  /// The variance, or nil where it is infinite or undefined.
  ///
  /// - Precondition: the distribution is valid.
  /// - Complexity: O(1); O(*n*) for a Zipf law or a list.
  public var variance: Double? {
    if isDeterministic { return 0 }
    switch self {
    case .constant: return 0
    case .uniform(let min, let max): return (max - min) * (max - min) / 12
    case .exponential(let mean): return mean * mean
    case .normal(let mean, let sd, let min, let max):
      return TruncatedNormal(mean: mean, sd: sd, min: min, max: max).truncatedVariance
    case .lognormal(let mu, let sigma):
      return expm1(sigma * sigma) * exp(2 * mu + sigma * sigma)
    case .gamma(let shape, let scale): return shape * scale * scale
    case .weibull(let scale, let shape):
      let first = tgamma(1 + 1 / shape)
      return scale * scale * (tgamma(1 + 2 / shape) - first * first)
    case .pareto(let shape, let minimum):
      let gap = shape - 1
      return shape > 2 ? minimum * minimum * shape / (gap * gap * (shape - 2)) : nil
    case .erlang(let shape, let mean): return mean * mean / Double(shape)
    case .loglogistic(let scale, let shape):
      let first = Self.logLogisticMoment(1, shape)
      return shape > 2
        ? scale * scale * (Self.logLogisticMoment(2, shape) - first * first) : nil
    case .beta(let a, let b, let min, let max):
      let width = max - min
      return width * width * a * b / ((a + b) * (a + b) * (a + b + 1))
    case .geometric(let p): return (1 - p) / (p * p)
    case .poisson(let mean): return mean
    case .zipf(let exponent, let count):
      let first = Self.zipfMoment(1, exponent, count)
      return Self.zipfMoment(2, exponent, count) - first * first
    case .discrete(let values, let weights): return Self.weightedMoments(values, weights).variance
    case .empirical(let values): return Self.weightedMoments(values, nil).variance
    case .mixture(let weights, let components):
      return Self.mixtureMoments(weights, components).variance
    }
  }

  /// Returns E[Xᵏ] of the log-logistic of scale 1: (kπ/shape) / sin(kπ/shape).
  private static func logLogisticMoment(_ k: Double, _ shape: Double) -> Double {
    let angle = k * .pi / shape
    return angle / sin(angle)
  }

  /// Returns E[Xᵏ] of a Zipf law as a ratio of generalised harmonic numbers.
  private static func zipfMoment(_ k: Double, _ exponent: Double, _ count: Int) -> Double {
    harmonic(exponent - k, count) / harmonic(exponent, count)
  }

  /// Returns the sum of r^−s for r = 1 … `count`, small terms first.
  static func harmonic(_ s: Double, _ count: Int) -> Double {
    var sum = 0.0
    for rank in stride(from: count, through: 1, by: -1) { sum += pow(Double(rank), -s) }
    return sum
  }

  /// Returns the weight of each rank, rank^−exponent.
  static func zipfWeights(_ exponent: Double, _ count: Int) -> [Double] {
    (1...count).map { pow(Double($0), -exponent) }
  }

  /// Returns mean and variance of a list with weights, in two passes for precision.
  private static func weightedMoments(
    _ values: [Double], _ weights: [Double]?
  ) -> (mean: Double, variance: Double) {
    var total = 0.0
    var mean = 0.0
    for index in values.indices {
      let weight = weights?[index] ?? 1
      total += weight
      if weight > 0 { mean += (values[index] - mean) * (weight / total) }
    }
    var squares = 0.0
    for index in values.indices {
      let gap = values[index] - mean
      squares += (weights?[index] ?? 1) * gap * gap
    }
    return (mean, squares / total)
  }

  /// Returns mean and variance of a mixture by the law of total variance.
  private static func mixtureMoments(
    _ weights: [Double], _ components: [Distribution]
  ) -> (mean: Double?, variance: Double?) {
    var means: [Double] = []
    var active: [Double] = []
    var within: Double? = 0
    for (weight, component) in zip(weights, components) where weight > 0 {
      guard let mean = component.mean else { return (nil, nil) }
      means.append(mean)
      active.append(weight)
      within = component.variance.flatMap { variance in within.map { $0 + weight * variance } }
    }
    let between = weightedMoments(means, active)
    let total = active.reduce(0, +)
    return (between.mean, within.map { $0 / total + between.variance })
  }
}
