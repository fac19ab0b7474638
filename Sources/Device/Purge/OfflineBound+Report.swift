import RandomStreams
import Workload

/// The bounds as entries of a scenario's `policies`, so that they stand beside the policies in
/// every table.
extension OfflineBound {
  static let flow = PolicyDescription(
    name: "flow",
    summary: "no policy: the cold launches that none can avoid, were parts of apps kept too",
    source: "FOO, Berger, Beckmann & Harchol-Balter, SIGMETRICS 2018; exact for equal sizes; "
      + "about O(openings^2)",
    isOffline: true)
  static let total = PolicyDescription(
    name: "pfoo-l",
    summary: "no policy: the cold launches that none can avoid, did only the total of size × time "
      + "have to fit",
    source: "PFOO-L, Berger, Beckmann & Harchol-Balter, SIGMETRICS 2018; looser than flow; "
      + "O(openings × log openings)",
    isOffline: true)
  static let descriptions = [flow, total]

  /// The most measured openings for which the flow is solved: about a minute of work.
  static let flowLimit = 200_000

  /// What a bound comes to in one replication; nil when the name is not one of a bound.
  ///
  /// Of the metrics it has launches, cold launches, resumes and the share of resumes; what a wait
  /// would be depends on which apps are launched cold.
  ///
  /// - Throws: ``RunFailure/setup(_:)`` in another profile than `plain`, for a streamed plan, or
  ///   when there are too many openings for the flow.
  static func report(
    _ name: String, _ run: DeviceRun, plan: UserPlan
  ) throws(RunFailure) -> RunReport? {
    guard name == flow.name || name == total.name else { return nil }
    guard run.configuration.profile == .plain else {
      throw .setup("\(name) bounds profile plain only")
    }
    let bound = try OfflineBound(plan: plan, run: run)
    guard name == total.name || bound.requestCount <= flowLimit else {
      throw .setup(
        "\(bound.requestCount) openings are too many for \(name), at most \(flowLimit); "
          + "pfoo-l knows no limit")
    }
    let cold = name == flow.name ? bound.coldLaunchesByFlow() : bound.coldLaunchesByTotal()
    return RunReport(
      fingerprint: stableHash(name, ordinal: cold), planFingerprint: plan.makeReader().fingerprint,
      events: 0, values: Metric.all.map { bound.value($0.name, cold: cold) },
      survival: SurvivalTable(), apps: [])
  }

  private func value(_ metric: String, cold: Int) -> Double? {
    let resumes = Double(requestCount - cold)
    return switch metric {
    case "launches": Double(requestCount)
    case "cold_launches": Double(cold)
    case "warm_launches": 0
    case "resumes": resumes
    case "resume_frac": requestCount > 0 ? resumes / Double(requestCount) : nil
    default: nil
    }
  }
}
