import Device
import Scenario
import Workload

/// The results of a batch, read from its store point by point.
public struct BatchResults: Sendable {
  /// The matrix.
  public let batch: Batch
  private let store: ResultStore

  /// Wraps a store that holds every item of a batch.
  public init(batch: Batch, store: ResultStore) {
    self.batch = batch
    self.store = store
  }

  /// The records of a point: by policy, then replication.
  ///
  /// Complexity: O(policies × replications); that is also how much memory it takes.
  public func records(of point: Int) throws(FileError) -> [[RunRecord]] {
    let runs = batch.points[point]
    var records = runs.policies.map { _ in [RunRecord]() }
    for index in runs.replications.indices {
      let item = runs.firstItem + index
      guard let found = try store.runs(of: item, details: false), found.count == records.count
      else {
        throw FileError(path: store.path, operation: "find item \(item) in", code: 5)
      }
      for (policy, record) in found.enumerated() { records[policy].append(record) }
    }
    return records
  }

  /// The details of a point, by policy, added up over the replications that did not fail.
  ///
  /// Complexity: O(policies × replications × apps); memory holds the sums and one replication.
  public func details(of point: Int) throws(FileError) -> [RunDetails] {
    let runs = batch.points[point]
    var sums = runs.policies.map { _ in RunDetails() }
    for index in runs.replications.indices {
      let found = try store.runs(of: runs.firstItem + index) ?? []
      for (policy, record) in found.enumerated() where policy < sums.count {
        if let details = record.details { sums[policy].add(details) }
      }
    }
    return sums
  }

  /// The values of a point, for statistics.
  public func values(of point: Int, records: [[RunRecord]]) -> PointResults {
    let runs = batch.points[point]
    return PointResults(
      point: runs.identity, policies: runs.policyIdentities,
      observations: records.map { ofPolicy in
        zip(runs.replications, ofPolicy).map { replication, record in
          Observation(
            replication: replication, values: record.values,
            hashes: record.failure == nil
              ? RunHashes(transitions: record.fingerprint, plan: record.planFingerprint) : nil)
        }
      })
  }

  /// What is odd about the results of a point, one line each.
  public func warnings(of point: Int, records: [[RunRecord]]) -> [String] {
    let runs = batch.points[point]
    let place =
      runs.point.swept.isEmpty
      ? "" : " at " + runs.point.swept.map { "\($0.key) = \($0.text)" }.joined(separator: ", ")
    var warnings: [String] = []
    var idle: [Idle] = []
    for (policy, ofPolicy) in zip(runs.policies, records) {
      let good = ofPolicy.filter { $0.failure == nil }
      let failed = ofPolicy.count - good.count
      if failed > 0 {
        warnings.append(
          "\(policy.label)\(place): \(CountText.grouped(failed)) of "
            + "\(CountText.grouped(ofPolicy.count)) runs failed: "
            + Self.reasons(ofPolicy.compactMap(\.failure)))
      }
      guard let first = good.first, !policy.description.isOffline else { continue }
      // A policy that draws its victims draws nothing as long as it has none to choose.
      let isIdle = Self.sum("purges", good) == 0
      let (launches, misfits) = (Self.sum("launches", good), Self.sum("failed_launches", good))
      let isRandom =
        isIdle
        ? !runs.point.isDeterministic : !runs.point.isDeterministic(under: policy.specification)
      // Where nothing ever starts there is nothing that chance could change.
      if isRandom, good.count > 1, launches == 0 || misfits < launches,
        good.allSatisfy({ Self.areEqual($0, first) })
      {
        warnings.append(
          "\(policy.label)\(place): all replications are equal although the scenario is random")
      }
      if isIdle { idle.append(Idle(label: policy.label, launches: launches, misfits: misfits)) }
    }
    let count = runs.policies.count { !$0.description.isOffline }
    return warnings + Self.idleWarnings(idle, of: count, place)
  }

  /// A policy that never purged: its launches, and those that failed for lack of memory.
  private struct Idle {
    let label: String
    let launches: Double
    let misfits: Double
  }

  /// Says who never purged, and why: nothing was short, or nothing that could be purged was enough.
  private static func idleWarnings(_ idle: [Idle], of count: Int, _ place: String) -> [String] {
    var warnings: [String] = []
    var rest = idle[...]
    while let first = rest.first {
      let alike = rest.filter { $0.launches == first.launches && $0.misfits == first.misfits }
      rest = rest.filter { $0.launches != first.launches || $0.misfits != first.misfits }[...]
      let isEveryone = alike.count == count
      let who = isEveryone ? "no policy" : alike.map(\.label).joined(separator: ", ")
      let act = isEveryone ? "ever purged" : "never purged"
      let why =
        first.misfits == 0
        ? "memory was never short"
        : "\(CountText.grouped(Int(first.misfits))) of "
          + "\(CountText.grouped(Int(first.launches))) launches failed because they never fit into "
          + "memory"
      warnings.append("\(who) \(act)\(place): \(why)")
    }
    return warnings
  }

  /// Whether two runs are the same: the same user, the same transitions, the same values.
  private static func areEqual(_ first: RunRecord, _ second: RunRecord) -> Bool {
    first.fingerprint == second.fingerprint && first.planFingerprint == second.planFingerprint
      && first.values == second.values
  }

  private static func sum(_ metric: String, _ records: [RunRecord]) -> Double {
    guard let index = Metric.index(of: metric) else { return 0 }
    return records.reduce(0) { $0 + ($1.values[index] ?? 0) }
  }

  /// The first distinct reasons of failures, in one line.
  static func reasons(_ failures: [String]) -> String {
    let distinct = failures.distinct
    let more = distinct.count - 2
    return distinct.prefix(2).joined(separator: "; ")
      + (more > 0 ? "; and \(more) more reason\(more == 1 ? "" : "s")" : "")
  }
}
