import Device
import Statistics

/// One row of `summary.csv`: a metric of a policy at a point over its replications.
public struct Summary: Sendable, Equatable {
  /// How the interval was found.
  public enum Method: String, Sendable {
    /// Student's t over the values of the replications.
    case t
    /// Student's t over the jackknife's pseudo-values of a ratio of sums.
    case jackknife
    /// There is none: every replication is the same run.
    case exact
    /// There is none: fewer than two replications.
    case none
  }

  /// The position of the metric in `Metric.all`.
  public let metric: Int
  /// The position of the policy at the point.
  public let policy: Int
  /// How many replications have a value.
  public let count: Int
  /// The mean; nil when no replication has a value.
  public let mean: Double?
  /// The standard deviation between replications.
  public let sd: Double?
  /// Half the width of the confidence interval of the mean.
  public let halfWidth: Double?
  /// How the interval was found.
  public let method: Method

  /// The lower end of the interval.
  public var lo: Double? { halfWidth.flatMap { half in mean.map { $0 - half } } }
  /// The upper end of the interval.
  public var hi: Double? { halfWidth.flatMap { half in mean.map { $0 + half } } }
}

extension PointResults {
  /// The summary of a metric for a policy.
  ///
  /// A share such as `resume_frac` is a ratio of sums over the replications, because the mean of
  /// their ratios is biased; its interval is the jackknife's.
  ///
  /// Where every replication is the same run (``isFixed(policy:metric:)``), the value is exact and
  /// has no interval.
  public func summary(policy: Int, metric: Int, confidence: Double) -> Summary {
    if isFixed(policy: policy, metric: metric) {
      let values = values(policy: policy, metric: metric)
      return Summary(
        metric: metric, policy: policy, count: values.count, mean: values.first, sd: 0,
        halfWidth: nil, method: .exact)
    }
    if let ratio = Self.ratioParts(of: metric),
      let interval = ratioInterval(ratio, policy: policy, confidence: confidence)
    {
      return Summary(
        metric: metric, policy: policy, count: interval.count, mean: interval.mean,
        sd: interval.sd, halfWidth: interval.halfWidth, method: .jackknife)
    }
    let values = values(policy: policy, metric: metric)
    guard let interval = studentTInterval(values, confidence: confidence) else {
      return Summary(
        metric: metric, policy: policy, count: values.count, mean: values.first, sd: nil,
        halfWidth: nil, method: .none)
    }
    return Summary(
      metric: metric, policy: policy, count: interval.count, mean: interval.mean,
      sd: interval.sd, halfWidth: interval.halfWidth, method: .t)
  }

  /// The metrics that are ratios of two others: numerator over denominator.
  private static let ratios = [(ratio: "resume_frac", above: "resumes", below: "launches")]

  static func ratioParts(of metric: Int) -> (above: Int, below: Int)? {
    guard let ratio = ratios.first(where: { $0.ratio == Metric.all[metric].name }),
      let above = Metric.index(of: ratio.above), let below = Metric.index(of: ratio.below)
    else { return nil }
    return (above, below)
  }

  private func ratioInterval(
    _ parts: (above: Int, below: Int), policy: Int, confidence: Double
  ) -> Interval? {
    var numerators: [Double] = []
    var denominators: [Double] = []
    for observation in observations[policy] where !observation.values.isEmpty {
      guard let above = observation.values[parts.above], let below = observation.values[parts.below]
      else { continue }
      numerators.append(above)
      denominators.append(below)
    }
    return jackknifeRatioInterval(
      numerators: numerators, denominators: denominators, confidence: confidence)
  }
}
