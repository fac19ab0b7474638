import Device
public import Statistics

/// Which policy is best at a point, and how sure that is.
public struct Ranking: Sendable {
  /// The metric it is about, as a position in `Metric.all`.
  public let metric: Int
  /// The policies that are no bounds, best first; those without a value last.
  public let ranked: [Int]
  /// The bounds, best first.
  public let bounds: [Int]
  /// The mean of each policy, by its position at the point.
  public let means: [Double?]
  /// The strongest rival of the best policy; nil when there is none, or none that chance could
  /// have put behind it.
  public let rival: Rival?
  /// The policies whose difference to the best one is exact: nothing random remains between them.
  public let exact: [Int]

  /// The policy that is hardest to tell from the best one.
  public struct Rival: Sendable {
    /// Its position at the point.
    public let policy: Int
    /// Rival minus best.
    public let comparison: Comparison
    /// The p-value times the number of pairs of ranked policies, those of which both are fixed
    /// aside: the best was not known before.
    public let adjustedP: Double
  }
}

extension PointResults {
  /// The metric that decides: the time the user waits, or the cold launches where no launch takes
  /// any time.
  public var decidingMetric: Int {
    let candidates = ["wait_s_per_day", "cold_launches"].compactMap { Metric.index(of: $0) }
    return candidates.first { metric in
      policies.indices.contains { policy in
        values(policy: policy, metric: metric).contains { $0 != 0 }
      }
    } ?? candidates.last ?? 0
  }

  /// Ranks the policies by a metric of which one direction is better.
  public func ranking(metric: Int, confidence: Double) -> Ranking {
    let isLowerBetter = Metric.all[metric].better != .higher
    let means = policies.indices.map { Accumulator(values(policy: $0, metric: metric)).mean }
    func isBefore(_ first: Int, _ second: Int) -> Bool {
      guard let x = means[first] else { return false }
      guard let y = means[second] else { return true }
      return x == y ? first < second : isLowerBetter ? x < y : x > y
    }
    let ranked = policies.indices.filter { !policies[$0].isClairvoyant }.sorted(by: isBefore)
    let bounds = policies.indices.filter { policies[$0].isClairvoyant }.sorted(by: isBefore)
    return Ranking(
      metric: metric, ranked: ranked, bounds: bounds, means: means,
      rival: strongestRival(ranked, metric: metric, confidence: confidence),
      exact: ranked.dropFirst().filter { isExact(ranked[0], $0, metric: metric) })
  }

  private func strongestRival(
    _ ranked: [Int], metric: Int, confidence: Double
  ) -> Ranking.Rival? {
    guard let best = ranked.first else { return nil }
    let fixed = ranked.count { isFixed(policy: $0, metric: metric) }
    let pairCount = Double((ranked.count * (ranked.count - 1) - fixed * (fixed - 1)) / 2)
    var strongest: Ranking.Rival?
    for other in ranked.dropFirst() where !isExact(best, other, metric: metric) {
      let pairs = pairs(baseline: best, other: other, metric: metric)
      guard
        let comparison = pairedComparison(
          baseline: pairs.baseline, other: pairs.other, confidence: confidence)
      else { continue }
      if let strongest, strongest.comparison.pValue >= comparison.pValue { continue }
      strongest = Ranking.Rival(
        policy: other, comparison: comparison, adjustedP: min(1, comparison.pValue * pairCount))
    }
    return strongest
  }
}
