/// What one replication of one policy at one point came to.
///
/// No wall-clock value is in it.
public struct RunReport: Sendable, Equatable {
  /// Hash of every state transition: time, app, from, to.
  public var fingerprint: UInt64
  /// Hash of every planned event; does not depend on the policy.
  public var planFingerprint: UInt64
  /// Events that changed state; cancelled timers do not count.
  public var events: UInt64
  /// The values of ``Metric/all``, in that order; nil = does not exist.
  public var values: [Double?]
  /// How long suspended apps lived.
  public var survival: SurvivalTable
  /// What happened to each app, in catalog order; empty unless ``DeviceRun/keepsAppCounts``.
  public var apps: [AppSummary]

  /// The value of a metric by name; nil when it does not exist.
  public func value(_ name: String) -> Double? {
    guard let index = Metric.all.firstIndex(where: { $0.name == name }) else { return nil }
    return values[index]
  }
}

/// Why a replication failed; the batch goes on.
public enum RunFailure: Error, Sendable, Equatable {
  /// More events than `run: {max_events: N}` allows.
  case eventLimit(UInt64, at: Double)
  /// The run cannot be set up, with the reason.
  case setup(String)
  /// The policy cannot order the candidates, with the reason.
  case policy(String)
  /// The model came to a state that must not exist: a programming error.
  case invariant(String)

  /// One line for `failures.csv`.
  public var reason: String {
    switch self {
    case .eventLimit(let limit, let seconds): "event limit \(limit) reached at \(seconds) s"
    case .setup(let text), .policy(let text): text
    case .invariant(let text): "invariant violated: \(text)"
    }
  }
}

/// One metric: where it is named, its unit and its meaning.
public struct Metric: Sendable {
  /// Which values are better.
  public enum Direction: Sendable { case lower, higher, neither }

  /// The column name, with the unit as suffix.
  public let name: String
  /// Meaning in one line.
  public let meaning: String
  /// Which values are better for the user.
  public let better: Direction
  /// Whether it is written as a whole number.
  public let isCount: Bool
}
