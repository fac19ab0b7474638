public import Device
import Workload

/// Which policy a column of results belongs to.
public struct PolicyIdentity: Sendable, Equatable {
  /// The entry's label in tables.
  public let label: String
  /// Whether it knows the user plan; such policies are bounds, never ranked or recommended.
  public let isClairvoyant: Bool
  /// Whether a bound is proven: no policy that keeps what it launches can do better.
  ///
  /// Any other is heuristic: it does well because it knows the future.
  public let isProven: Bool

  /// Names a policy.
  public init(label: String, isClairvoyant: Bool, isProven: Bool = false) {
    self.label = label
    self.isClairvoyant = isClairvoyant
    self.isProven = isProven
  }

  /// What tables call it when it is a bound.
  public var boundWords: String { isProven ? "proven bound" : "heuristic bound" }
}

/// Which point results belong to.
public struct PointIdentity: Sendable, Equatable {
  /// Hash of the resolved point.
  public let id: String
  /// The values of the swept fields, in the order of the columns.
  public let swept: [String]

  /// Names a point.
  public init(id: String, swept: [String]) {
    self.id = id
    self.swept = swept
  }

  /// Whether both are the same point, by the bytes of the texts.
  public static func == (first: PointIdentity, second: PointIdentity) -> Bool {
    first.id.isExactly(second.id) && first.swept.elementsEqual(second.swept) { $0.isExactly($1) }
  }
}

/// What a run was: equal for two runs that did the same.
public struct RunHashes: Sendable, Equatable {
  /// Hash of every state transition.
  public let transitions: UInt64
  /// Hash of the user plan.
  public let plan: UInt64

  /// Notes the hashes of a run.
  public init(transitions: UInt64, plan: UInt64) {
    self.transitions = transitions
    self.plan = plan
  }
}

/// Values by metric: one policy in one replication.
public struct Observation: Sendable, Equatable {
  /// The replication's number.
  public let replication: Int
  /// The values of `Metric.all` in that order, empty when the run failed; nil = does not exist.
  public let values: [Double?]
  /// What the run was; nil when it failed or when nobody knows.
  public let hashes: RunHashes?

  /// Notes the values of a run.
  public init(replication: Int, values: [Double?], hashes: RunHashes? = nil) {
    self.replication = replication
    self.values = values
    self.hashes = hashes
  }
}

/// All values of one point, as statistics read them.
public struct PointResults: Sendable {
  /// The point.
  public let point: PointIdentity
  /// The policies, in the scenario's order.
  public let policies: [PolicyIdentity]
  /// The observations of each policy, in the order of replications.
  public let observations: [[Observation]]

  /// Collects the values of a point.
  public init(
    point: PointIdentity, policies: [PolicyIdentity], observations: [[Observation]]
  ) {
    self.point = point
    self.policies = policies
    self.observations = observations
  }

  /// Whether any run failed.
  public var hasFailures: Bool { observations.contains { $0.contains { $0.values.isEmpty } } }

  /// The values a policy has of a metric, in the order of replications.
  public func values(policy: Int, metric: Int) -> [Double] {
    observations[policy].compactMap { $0.values.isEmpty ? nil : $0.values[metric] }
  }

  /// Whether a policy does the same in every replication, so that there is nothing to estimate.
  ///
  /// So it is where a trace drives the device and nothing random remains under the policy, while
  /// other policies of the batch draw. All runs must have equal hashes and an equal value: a metric
  /// that merely happens to be equal in all runs of a random scenario is not meant. False for fewer
  /// than two runs, which tell nothing.
  ///
  /// Complexity: O(replications).
  public func isFixed(policy: Int, metric: Int) -> Bool {
    var first: Observation?
    var count = 0
    for run in observations[policy] where !run.values.isEmpty {
      guard run.hashes != nil, run.values[metric] != nil else { return false }
      if let first, first.hashes != run.hashes || first.values[metric] != run.values[metric] {
        return false
      }
      if first == nil { first = run }
      count += 1
    }
    return count > 1
  }

  /// The values that two policies have of a metric in the same replications.
  ///
  /// Complexity: O(replications).
  func pairs(
    baseline: Int, other: Int, metric: Int
  ) -> (replications: [Int], baseline: [Double], other: [Double]) {
    var result: (replications: [Int], baseline: [Double], other: [Double]) = ([], [], [])
    var candidates = observations[other][...]
    for first in observations[baseline] {
      while let next = candidates.first, next.replication < first.replication {
        candidates = candidates.dropFirst()
      }
      guard let second = candidates.first, second.replication == first.replication,
        !first.values.isEmpty, !second.values.isEmpty,
        let x = first.values[metric], let y = second.values[metric]
      else { continue }
      result.replications.append(first.replication)
      result.baseline.append(x)
      result.other.append(y)
    }
    return result
  }
}

extension Metric {
  /// The position of a metric's column; nil for a name that no metric has.
  public static func index(of name: String) -> Int? { all.firstIndex { $0.name.isExactly(name) } }
}
