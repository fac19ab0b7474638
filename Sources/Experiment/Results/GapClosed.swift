import Device
public import Statistics
import Workload

/// How much of the gap between a reference and a bound a policy closes: 1 = as good as the bound.
public struct GapClosed: Sendable {
  /// The position of the policy at the point.
  public let policy: Int
  /// How many replications all three have.
  public let count: Int
  /// The share, a ratio of sums over the replications; nil when there is no gap.
  public let share: Double?
  /// Its interval; nil for fewer than two replications, and where nothing random remains.
  public let interval: Interval?
}

/// The gaps of one metric at one point.
public struct Gap: Sendable {
  /// The position of the metric in `Metric.all`.
  public let metric: Int
  /// The position of the policy that closes nothing.
  public let reference: Int
  /// The position of the bound that closes everything.
  public let bound: Int
  /// The policies that are no bounds, best first.
  public let policies: [GapClosed]
}

extension PointResults {
  /// How much of the gap between a policy and a bound each policy closes.
  ///
  /// The bound is the tightest of the proven ones, else the best of the heuristic ones.
  ///
  /// Differences are taken replication by replication, because all met the same users; the share is
  /// the ratio of their sums, its interval the jackknife's.
  ///
  /// - Parameters:
  ///   - metric: The position of the metric in `Metric.all`.
  ///   - label: The label of the policy that closes nothing.
  ///   - confidence: The confidence of the intervals.
  /// - Returns: nil when the point lacks the policy, or a bound with a value.
  public func gap(metric: Int, reference label: String, confidence: Double) -> Gap? {
    let ranking = ranking(metric: metric, confidence: confidence)
    guard let reference = policies.firstIndex(where: { $0.label.isExactly(label) }),
      let bound = bound(ranking)
    else { return nil }
    let others = ranking.ranked.filter { ranking.means[$0] != nil && $0 != reference }
    let closed = others.map {
      gapClosed($0, metric: metric, reference: reference, bound: bound, confidence: confidence)
    }
    return Gap(metric: metric, reference: reference, bound: bound, policies: closed)
  }

  private func bound(_ ranking: Ranking) -> Int? {
    let known = ranking.bounds.filter { ranking.means[$0] != nil }
    return known.last { policies[$0].isProven } ?? known.first
  }

  private func gapClosed(
    _ policy: Int, metric: Int, reference: Int, bound: Int, confidence: Double
  ) -> GapClosed {
    let sign = Metric.all[metric].better == .higher ? -1.0 : 1
    let gains = pairs(baseline: policy, other: reference, metric: metric)
    let gaps = pairs(baseline: bound, other: reference, metric: metric)
    var numerators: [Double] = []
    var denominators: [Double] = []
    for (index, replication) in gains.replications.enumerated() {
      guard let place = gaps.replications.firstIndex(of: replication) else { continue }
      numerators.append(sign * (gains.other[index] - gains.baseline[index]))
      denominators.append(sign * (gaps.other[place] - gaps.baseline[place]))
    }
    let gap = denominators.reduce(0, +)
    let share = gap > 0 ? numerators.reduce(0, +) / gap : nil
    let isExact = [policy, reference, bound].allSatisfy { isFixed(policy: $0, metric: metric) }
    let interval =
      share == nil || isExact
      ? nil
      : jackknifeRatioInterval(
        numerators: numerators, denominators: denominators, confidence: confidence)
    return GapClosed(
      policy: policy, count: numerators.count, share: share, interval: interval)
  }
}
