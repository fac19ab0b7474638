import Workload

/// Where in the plan the event loop of profile `plain` is.
struct PlainMoment: BitwiseCopyable {
  /// The position in the plan of the event.
  let position: Int
  /// Its time.
  let time: Ticks

  /// The position as records hold it.
  @inline(__always)
  var place: UInt32 { UInt32(truncatingIfNeeded: position) }
}

/// What the event loop of profile `plain` asks who goes first.
///
/// It tells all that happens to an app, before anything else is told; the order writes the app's
/// record, all but its class.
protocol PlainOrdering: ~Copyable {
  /// Whether the order costs so much that another one is the better choice.
  var isSlow: Bool { get }
  /// Set when the run cannot go on.
  var failure: RunFailure? { get }

  /// Brings closer what is kept of an app that is opened soon; any number is allowed.
  func prefetch(_ app: AppID)
  /// An app that runs is opened; it may be in front already.
  mutating func use(_ app: AppID, isFront: Bool, at moment: PlainMoment)
  /// An app that does not run is opened; it starts if it fits at all.
  mutating func request(_ app: AppID, footprint: UInt32, at moment: PlainMoment)
  /// It starts.
  mutating func start(_ app: AppID, footprint: UInt32, at moment: PlainMoment)
  /// The app in front is left: from now on it may be purged.
  mutating func leave(_ app: AppID, at moment: PlainMoment)
  /// An app ends; its record keeps the flags given, which tell whether it is purged.
  mutating func end(_ app: AppID, isFront: Bool, flags: PlainFlags, at moment: PlainMoment)
  /// Whether the newcomer in front goes before all others.
  mutating func isFirst(_ newcomer: AppID, at moment: PlainMoment) -> Bool
  /// The app to purge for a launch; there must be one that may be.
  mutating func victim(_ plan: UnsafeBufferPointer<PlanEvent>, at moment: PlainMoment) -> AppID
  /// Traps unless the order knows so many candidates.
  func checkCount(_ suspended: Int)
}
