public import Workload

/// How a policy finds its victim among the candidates of a band.
public enum CandidateOrder: Sendable {
  /// The candidate whose band change is oldest: O(1).
  case bandChange
  /// The candidate with the smallest key; the key is fixed while it is a candidate: O(log n).
  case key
  /// The candidate with the largest score, which depends on the time: one pass over compact
  /// columns.
  case score
  /// The policy chooses by place, whatever the candidates are: O(1).
  case choice
  /// The policy keeps the candidates in a structure of its own.
  case own
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
  /// The position of this use in the plan.
  public var position: UInt32
}

/// What a policy sees of a candidate.
public struct Candidate: Sendable, BitwiseCopyable {
  /// The app.
  public var app: AppID
  /// The band it is in.
  public var band: Band
  /// When it last changed its band.
  public var bandChange: Ticks
  /// Dirty memory charged to it in KiB, compressed pages at full size.
  public var footprintKiB: UInt32
  /// The part of the footprint that is held compressed, at full size, in KiB.
  public var compressedKiB: UInt32
  /// What a purge gives back in KiB: resident + compressed / ratio.
  public var returnedKiB: UInt32

  /// The part of the footprint that is not compressed, in KiB.
  public var residentKiB: UInt32 { footprintKiB - compressedKiB }
}

/// What the score of a candidate is made of, fixed while it is one (but for a policy that
/// ``PurgePolicy/revisesParts``); stored as columns.
public struct ScoreParts: Sendable, BitwiseCopyable {
  /// A time in ticks, exact up to 2⁵³.
  public var time: Double
  /// A factor.
  public var weight: Double
  /// Another factor; scores that do not read it never touch its column.
  public var other: Double

  /// Names the parts.
  public init(time: Double = 0, weight: Double = 0, other: Double = 0) {
    self.time = time
    self.weight = weight
    self.other = other
  }
}

/// What a policy with a trigger of its own is told when it is asked for a victim.
public struct TriggerState: Sendable, BitwiseCopyable {
  /// Now.
  public var now: Ticks
  /// The first candidate of the idle band in the order of the policy's keys.
  public var first: AppID
  /// Its key.
  public var firstKey: Double
  /// Available memory as a share of usable RAM.
  public var availableFraction: Double
  /// The compressor's pool as a share of its limit.
  public var poolFraction: Double
  /// What is held compressed, at full size, in KiB.
  public var compressedKiB: Double
}

/// A purge policy: it orders the candidates of the lowest eligible band, nothing more.
///
/// Memory lines, bands, timers and causes are the same for all policies. One type a file, found by
/// its name; registered with two lines in ``PolicyRegistry``. Members stand in the same order in
/// every file, as here. Equal keys or scores: oldest band change first, then app order.
public protocol PurgePolicy: ~Copyable {
  /// What `jetsim policies` prints.
  static var description: PolicyDescription { get }
  /// How the victim is found; constant.
  static var order: CandidateOrder { get }
  /// Whether keys or parts depend on what is compressed and must be asked again when that changes.
  static var readsCompression: Bool { get }
  /// Whether, in the profile `android`, cached processes are taken score by score instead of from
  /// the whole range 900 to 999.
  static var followsScores: Bool { get }
  /// Whether parts may hold for a while only; ``revise(_:_:)`` then brings them up to date.
  static var revisesParts: Bool { get }
  /// What no score exceeds; candidates that reach it differ in their order only.
  static var ceiling: Double { get }
  /// The cause of the kills that the policy's own trigger adds; nil = it has none.
  static var ownCause: PurgeCause? { get }
  /// Whether a newcomer may be its own victim (profile `plain` only).
  var isBypassing: Bool { get }
  /// Set when the policy cannot go on; ends the run as failed.
  var failure: RunFailure? { get }

  /// Builds the policy for one replication.
  ///
  /// - Throws: ``RunFailure/setup(_:)`` when a parameter is out of range.
  init(_ setup: PolicySetup) throws(RunFailure)

  /// Brings closer what is known of an app that is used soon; called with many apps only.
  func prefetchUse(_ app: AppID)
  /// An app is used; called before its state changes.
  mutating func didUse(_ use: AppUse)
  /// A process starts, for the user or for the system.
  mutating func didStart(_ app: AppID, at time: Ticks)
  /// A process has ended, for whatever reason.
  mutating func didEnd(_ app: AppID)
  /// The key of a candidate, smallest first; asked when it becomes one, and to explain a purge.
  mutating func key(_ candidate: Candidate) -> Double
  /// The fixed parts of a candidate's score; asked when it becomes one, and to explain a purge.
  mutating func parts(_ candidate: Candidate) -> ScoreParts
  /// Brings parts up to date unless they hold still; called in a pass before the score. Returns
  /// whether it did.
  mutating func revise(_ app: AppID, _ parts: inout ScoreParts) -> Bool
  /// The score of a candidate, largest first. Requires finite or infinite, not nan.
  mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double
  /// A bound that holds for every candidate, once after all that was noted of them in
  /// ``ScoreParts/other`` has ceased to hold; nil = it holds. Asked at the start of a pass.
  mutating func takeBoundForAll() -> Double?
  /// The best score of a pass is this from now on, −∞ at its start: computes what the test before
  /// the scores should not compute for each candidate.
  mutating func raise(_ best: Double)
  /// A cheap test that is true whenever the score of a candidate is at least `best`, and nearly
  /// always false otherwise.
  func mayReach(_ best: Double, _ app: AppID, _ parts: ScoreParts, now: Double) -> Bool
  /// Brings closer what the score of a candidate reads beside its parts.
  func prefetchScore(_ app: AppID)
  /// The row of the candidate with the largest score; there is at least one.
  ///
  /// Not for a policy to write: it stands here so that the pass over the candidates is compiled for
  /// each policy even where the event loop is not.
  mutating func largestScore(_ columns: CandidateColumns, now: Double) -> Int
  /// The index of the victim among `count` > 0 candidates; only for order `choice`.
  mutating func choose(count: Int) -> Int
  /// An app of the idle band becomes a candidate.
  mutating func didEnter(_ candidate: Candidate)
  /// The victim among at least one candidate; only for order `own`.
  mutating func pick() -> AppID
  /// An app of the idle band is a candidate no more.
  mutating func didLeave(_ app: AppID)
  /// A candidate was purged; `key` is the one it had, 0 when the order has none.
  mutating func didPurge(_ app: AppID, key: Double)
  /// The victim of the policy's own trigger among the candidates, nil = none now; only for order
  /// `key`. Asked after every event while there are candidates, and again after each kill.
  mutating func triggeredVictim(_ state: TriggerState) -> AppID?
  /// When the trigger is to be asked again though nothing happens, `Ticks.max` = never.
  mutating func nextAsk(_ state: TriggerState) -> Ticks
}

extension PurgePolicy where Self: ~Copyable {
  /// Compression does not matter.
  public static var readsCompression: Bool { false }
  /// The cached processes are one range.
  public static var followsScores: Bool { false }
  /// Parts hold while an app is a candidate.
  public static var revisesParts: Bool { false }
  /// None.
  public static var ceiling: Double { .infinity }
  /// No trigger of its own.
  public static var ownCause: PurgeCause? { nil }
  /// Newcomers are always admitted.
  public var isBypassing: Bool { false }
  /// Never.
  public var failure: RunFailure? { nil }
  /// Nothing is brought.
  public func prefetchUse(_ app: AppID) {}
  /// Nothing to learn.
  public mutating func didUse(_ use: AppUse) {}
  /// Nothing to learn.
  public mutating func didStart(_ app: AppID, at time: Ticks) {}
  /// Nothing to learn.
  public mutating func didEnd(_ app: AppID) {}
  /// No key.
  public mutating func key(_ candidate: Candidate) -> Double { 0 }
  /// No parts.
  public mutating func parts(_ candidate: Candidate) -> ScoreParts { ScoreParts() }
  /// They hold.
  public mutating func revise(_ app: AppID, _ parts: inout ScoreParts) -> Bool { false }
  /// All the same.
  public mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double { 0 }
  /// What was noted holds.
  public mutating func takeBoundForAll() -> Double? { nil }
  /// Nothing to compute.
  public mutating func raise(_ best: Double) {}
  /// Nothing is known before the score.
  public func mayReach(_ best: Double, _ app: AppID, _ parts: ScoreParts, now: Double) -> Bool {
    true
  }
  /// Nothing is read.
  public func prefetchScore(_ app: AppID) {}
  /// The first one.
  public mutating func choose(count: Int) -> Int { 0 }
  /// Nothing to learn.
  public mutating func didEnter(_ candidate: Candidate) {}
  /// No choice of its own.
  public mutating func pick() -> AppID { 0 }
  /// Nothing to learn.
  public mutating func didLeave(_ app: AppID) {}
  /// Nothing to learn.
  public mutating func didPurge(_ app: AppID, key: Double) {}
  /// No trigger.
  public mutating func triggeredVictim(_ state: TriggerState) -> AppID? { nil }
  /// No trigger.
  public mutating func nextAsk(_ state: TriggerState) -> Ticks { .max }
}
