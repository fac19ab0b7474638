import Device
public import Statistics
import Workload

/// One row of `compare.csv`: how a policy differs from the baseline in a metric at a point.
public struct PolicyDifference: Sendable, Equatable {
  /// The position of the metric in `Metric.all`.
  public let metric: Int
  /// The position of the policy at the point.
  public let policy: Int
  /// Policy minus baseline, over the replications that both have; nil for fewer than two pairs, and
  /// for an exact difference.
  public let comparison: Comparison?
  /// The difference of a single pair, where there is no more than one, or where all are the same.
  public let onlyDifference: Double?
  /// Whether both policies do the same in every replication.
  ///
  /// Nothing was drawn, so there is no interval and no test; the difference holds for this trace.
  public let isExact: Bool
  /// How many pairs there are.
  public let pairs: Int
  /// The p-value after adjustment for all tests of the point; nil for bounds.
  public var adjustedP: Double?
  /// The place among the policies that are no bounds, 1 = best; nil for bounds and for metrics of
  /// which neither direction is better.
  public let rank: Int?

  /// Policy minus baseline.
  public var difference: Double? { comparison?.difference ?? onlyDifference }

  /// What the difference says, at a level such as 0.05 and after adjustment.
  public func verdict(level: Double) -> Verdict {
    if isExact {
      guard let isBetter else { return .equal }
      return isBetter ? .exactlyBetter : .exactlyWorse
    }
    guard let adjustedP, adjustedP <= level, let isBetter else { return .noClearDifference }
    return isBetter ? .better : .worse
  }

  /// Whether the policy is on the better side; nil for no difference, or where no side is better.
  private var isBetter: Bool? {
    guard let difference, difference != 0 else { return nil }
    switch Metric.all[metric].better {
    case .neither: return nil
    case .lower: return difference < 0
    case .higher: return difference > 0
    }
  }
}

/// What a comparison says in words.
public enum Verdict: String, Sendable {
  case better
  case worse
  case noClearDifference = "no clear difference"
  /// Better on this trace, where nothing random remains.
  case exactlyBetter = "better, exact"
  /// Worse on this trace, where nothing random remains.
  case exactlyWorse = "worse, exact"
  /// Equal on this trace, where nothing random remains.
  case equal = "equal, exact"
}

/// How policies are compared.
public struct ComparisonPlan: Sendable, Equatable {
  /// The label of the policy that the others are compared to.
  public var baseline: String
  /// The positions of the compared metrics in `Metric.all`.
  public var metrics: [Int]
  /// How p-values are adjusted over policies × metrics of a point.
  public var adjustment: Adjustment
  /// The confidence of the intervals.
  public var confidence: Double

  /// Describes a comparison.
  public init(baseline: String, metrics: [Int], adjustment: Adjustment, confidence: Double) {
    self.baseline = baseline
    self.metrics = metrics
    self.adjustment = adjustment
    self.confidence = confidence
  }
}

extension PointResults {
  /// Compares every policy to the baseline in every metric of a plan.
  ///
  /// Policies met the same users, so differences are taken replication by replication. Bounds are
  /// compared too, but nobody chooses among them: they take no part in adjustment and ranks. Nor do
  /// exact differences, of which nothing is uncertain.
  ///
  /// - Returns: The rows by metric, then policy; empty when the point lacks the baseline.
  public func differences(_ plan: ComparisonPlan) -> [PolicyDifference] {
    guard let baseline = policies.firstIndex(where: { $0.label.isExactly(plan.baseline) }) else {
      return []
    }
    var rows: [PolicyDifference] = []
    for metric in plan.metrics {
      let ranks = ranks(metric: metric)
      for policy in policies.indices where policy != baseline {
        let pairs = pairs(baseline: baseline, other: policy, metric: metric)
        let isExact = isExact(baseline, policy, metric: metric)
        let comparison =
          isExact
          ? nil
          : pairedComparison(
            baseline: pairs.baseline, other: pairs.other, confidence: plan.confidence)
        var only: Double?
        if comparison == nil, let x = pairs.baseline.first, let y = pairs.other.first {
          only = y - x
        }
        rows.append(
          PolicyDifference(
            metric: metric, policy: policy, comparison: comparison, onlyDifference: only,
            isExact: isExact, pairs: pairs.baseline.count, adjustedP: nil,
            rank: ranks[policy]))
      }
    }
    let family = rows.indices.filter { index in
      rows[index].comparison != nil && !policies[rows[index].policy].isClairvoyant
    }
    let adjusted = adjust(
      family.map { rows[$0].comparison?.pValue ?? 1 }, plan.adjustment)
    for (index, value) in zip(family, adjusted) { rows[index].adjustedP = value }
    return rows
  }

  /// Whether nothing random remains in a metric of two policies: their difference is no estimate.
  func isExact(_ first: Int, _ second: Int, metric: Int) -> Bool {
    isFixed(policy: first, metric: metric) && isFixed(policy: second, metric: metric)
  }

  /// The place of each policy by the mean of a metric, 1 = best; nil for bounds, and where neither
  /// direction is better.
  ///
  /// Equal means share a place.
  public func ranks(metric: Int) -> [Int?] {
    let better = Metric.all[metric].better
    guard better != .neither else { return policies.map { _ in nil } }
    let means = policies.indices.map { policy -> Double? in
      guard !policies[policy].isClairvoyant else { return nil }
      return Accumulator(values(policy: policy, metric: metric)).mean
    }
    return means.map { mean in
      guard let mean else { return nil }
      return 1
        + means.count { other in
          guard let other else { return false }
          return better == .lower ? other < mean : other > mean
        }
    }
  }
}
