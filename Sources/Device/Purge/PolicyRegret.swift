/// How near a policy comes to what was possible.
public enum PolicyRegret {
  /// The share of the gap between a baseline and a bound that a policy closes.
  ///
  /// 1 = as good as the bound, 0 = no better than the baseline, below 0 = worse. The bound is the
  /// value of a clairvoyant policy or an offline bound for the same plan; the baseline is usually
  /// LRU. Works for metrics of either direction. Compare values of the same replication, or means
  /// over the same replications.
  ///
  /// - Returns: nil when the bound is not better than the baseline, so that there is no gap.
  public static func gapClosed(
    policy: Double, baseline: Double, bound: Double, better: Metric.Direction = .lower
  ) -> Double? {
    let gap = better == .higher ? bound - baseline : baseline - bound
    let gain = better == .higher ? policy - baseline : baseline - policy
    guard gap > 0, gain.isFinite, gap.isFinite else { return nil }
    return gain / gap
  }
}
