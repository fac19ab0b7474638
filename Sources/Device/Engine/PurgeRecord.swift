public import Workload

/// Why one process was purged: what `jetsim explain` prints.
public struct PurgeRecord: Sendable, Equatable {
  /// A process that might have been purged instead.
  public struct Spared: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// Its place in the policy's order, 1 = first to go.
    public var rank: Int
    /// What its purge would have given back, in KiB.
    public var returnedKiB: Int64
    /// Since when it was in its band.
    public var bandChange: Ticks
  }

  /// When.
  public var time: Ticks
  /// Which app.
  public var app: AppID
  /// Why.
  public var cause: PurgeCause
  /// Its state before.
  public var state: LifecycleState
  /// Its band before.
  public var band: Band
  /// When it last changed its band.
  public var bandChange: Ticks
  /// Its footprint, in KiB.
  public var footprintKiB: UInt32
  /// What the purge gave back, in KiB.
  public var returnedKiB: Int64
  /// Available memory at the decision, in KiB.
  public var availableKiB: Int64
  /// The line that it had fallen below, in KiB; nil when the cause has no line of its own.
  public var lineKiB: Int64?
  /// The share of non-compressed memory at the decision.
  public var uncompressedShare: Double
  /// The compressor's pool at the decision, in KiB.
  public var poolKiB: Int64
  /// The size at which the pool counts as full, in KiB.
  public var poolLimitKiB: Int64
  /// Memory that a waiting launch needed, in KiB; 0 when none waited.
  public var neededKiB: UInt32
  /// How the policy orders candidates.
  public var order: CandidateOrder
  /// The policy's key or score of the victim; nil when it orders by the band's list.
  public var score: Double?
  /// Candidates of the band at the decision, the victim among them.
  public var candidates: Int
  /// The victim's place in the policy's order, 1 = first.
  public var rank: Int
  /// Its place by size, 1 = the largest footprint among the candidates.
  public var sizeRank: Int
  /// The next candidates that were spared, in the policy's order; at most ``sparedLimit``.
  public var spared: [Spared]

  /// How many spared candidates are listed.
  public static let sparedLimit = 5
}
