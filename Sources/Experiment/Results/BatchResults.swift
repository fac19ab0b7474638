import Device
import Scenario

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
    var idle: [String] = []
    for (policy, ofPolicy) in zip(runs.policies, records) {
      let good = ofPolicy.filter { $0.failure == nil }
      let failed = ofPolicy.count - good.count
      if failed > 0 {
        warnings.append("\(policy.label)\(place): \(failed) of \(ofPolicy.count) runs failed")
      }
      guard let first = good.first, !policy.description.isOffline else { continue }
      // A policy that draws its victims draws nothing as long as it has none to choose.
      let isIdle = good.allSatisfy { Self.purges(in: $0) == 0 }
      let isRandom =
        isIdle
        ? !runs.point.isDeterministic : !runs.point.isDeterministic(under: policy.specification)
      if isRandom, good.count > 1, good.allSatisfy({ $0.fingerprint == first.fingerprint }) {
        warnings.append(
          "\(policy.label)\(place): all replications are equal although the scenario is random")
      }
      if isIdle { idle.append(policy.label) }
    }
    if !idle.isEmpty {
      let isEveryone = idle.count == runs.policies.count { !$0.description.isOffline }
      let who = isEveryone ? "no policy" : idle.joined(separator: ", ")
      let act = isEveryone ? "ever purged" : "never purged"
      warnings.append("\(who) \(act)\(place): memory was never short")
    }
    return warnings
  }

  private static func purges(in record: RunRecord) -> Double {
    Metric.index(of: "purges").flatMap { record.values[$0] } ?? 0
  }
}
