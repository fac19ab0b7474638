public import RandomStreams
public import Workload

/// How a policy finds its victim among the candidates of a band.
public enum CandidateOrder: Sendable {
  /// The candidate whose band change is oldest: O(1).
  case bandChange
  /// The candidate with the smallest key; the key is fixed while it is a candidate: O(log n).
  case key
  /// The policy chooses by place, whatever the candidates are.
  case choice
}

/// What a policy learns when an app is used: opened by the user, or a helper needed by the system.
public struct AppUse: Sendable, BitwiseCopyable {
  /// The app.
  public var app: AppID
  /// When.
  public var time: Ticks
  /// Whether it was not running, so that this use starts it.
  public var isStart: Bool
  /// Its footprint, or the one it will start with, in KiB.
  public var footprintKiB: UInt32
  /// The mean cold launch of its class, in seconds.
  public var launchCostSeconds: Double
  /// The position in the plan of its next use, `UInt32.max` = never again; only for clairvoyant
  /// policies, else 0.
  public var nextUse: UInt32
}

/// What a policy sees of a candidate.
public struct Candidate: Sendable, BitwiseCopyable {
  /// The app.
  public var app: AppID
  /// When it last changed its band.
  public var bandChange: Ticks
  /// Dirty memory charged to it in KiB.
  public var footprintKiB: UInt32
  /// What a purge gives back in KiB: resident + compressed / ratio.
  public var returnedKiB: UInt32
}

/// What a policy is built from.
public struct PolicySetup: Sendable {
  /// How many processes there are.
  public var appCount: Int
  /// The streams of this replication.
  public var family: StreamFamily
  /// The policy's entry in the scenario.
  public var specification: PolicySpecification
}

/// A purge policy: it orders the candidates of the lowest eligible band, nothing more.
///
/// Memory lines, bands, timers and causes are the same for all policies. One type a file, found by
/// its name; registered with one line in ``PolicyRegistry``. Members stand in the same order in
/// every file: `description`, `order`, `isBypassing`, `init`, `didUse`, `key`, `choose`, `didPurge`.
/// Equal keys: oldest band change first, then app order.
public protocol PurgePolicy: ~Copyable {
  /// What `jetsim policies` prints.
  static var description: PolicyDescription { get }
  /// How the victim is found; constant.
  static var order: CandidateOrder { get }
  /// Whether a newcomer may be its own victim (profile `plain` only).
  var isBypassing: Bool { get }

  /// Builds the policy for one replication.
  ///
  /// - Throws: ``RunFailure/setup(_:)`` when a parameter is out of range.
  init(_ setup: PolicySetup) throws(RunFailure)

  /// An app is used; called before its state changes.
  mutating func didUse(_ use: AppUse)
  /// The key of a candidate, smallest first; asked once when it becomes one.
  mutating func key(_ candidate: Candidate) -> Double
  /// The index of the victim among `count` > 0 candidates; only for order `choice`.
  mutating func choose(count: Int) -> Int
  /// A candidate was purged; `key` is the one it had, 0 when the order has none.
  mutating func didPurge(_ app: AppID, key: Double)
}

extension PurgePolicy where Self: ~Copyable {
  /// Newcomers are always admitted.
  public var isBypassing: Bool { false }
  /// Nothing to learn.
  public mutating func didUse(_ use: AppUse) {}
  /// No key.
  public mutating func key(_ candidate: Candidate) -> Double { 0 }
  /// The first one.
  public mutating func choose(count: Int) -> Int { 0 }
  /// Nothing to learn.
  public mutating func didPurge(_ app: AppID, key: Double) {}
}
