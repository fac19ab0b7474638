/// How the policies of a scenario are compared.
public struct ComparisonSettings: Sendable, Equatable {
  /// How p values are adjusted for the number of comparisons.
  public enum Adjustment: String, Sendable, CaseIterable {
    /// Holm's step-down procedure.
    case holm
    /// Bonferroni: times the number of comparisons.
    case bonferroni
    /// Not at all.
    case none
  }

  /// The label of the policy the others are compared with; nil = the first that is no bound.
  public var baseline: String?
  /// How p values are adjusted.
  public var adjustment = Adjustment.holm
  /// The metrics to compare; empty = the usual ones.
  public var metrics: [String] = []
  /// The confidence of the intervals, between 0.5 and 1.
  public var confidence = 0.95

  /// The metrics that are compared unless the scenario names others: few, because every one more
  /// makes all adjusted p-values larger.
  public static let usualMetrics = [
    "wait_s_per_day", "resume_frac", "cold_launches", "launch_latency_p95_s", "purges",
    "regretted_purges",
  ]

  /// Holm, 95 %, the usual metrics.
  public init() {}
}
