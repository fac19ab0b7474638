/// Reads a ``UserPlan`` front to back without allocating for each event.
public struct PlanReader: ~Copyable {
  private static let chunkSize = 4096

  @usableFromInline var chunk: [PlanEvent]
  @usableFromInline var index = 0
  private var generator: PlanGenerator?
  private var readFingerprint: UInt64
  private var earlier = 0

  /// The time of the next event, or `Ticks.max` after the last.
  public private(set) var nextTime: Ticks

  init(_ events: [PlanEvent], fingerprint: UInt64) {
    chunk = events
    readFingerprint = fingerprint
    nextTime = events.first?.time ?? .max
  }

  init(_ generator: PlanGenerator) {
    chunk = []
    self.generator = generator
    readFingerprint = PlanFingerprint.start
    nextTime = .max
    refill()
  }

  /// The position in the plan of the event that ``next()`` returns next.
  public var position: Int { earlier + index }

  /// The fingerprint of the whole plan; of a streamed plan only after its last event was read.
  public var fingerprint: UInt64 { readFingerprint }

  /// Returns the next event.
  ///
  /// Requires that ``nextTime`` is not `Ticks.max`.
  public mutating func next() -> PlanEvent {
    let event = chunk[index]
    index += 1
    if index < chunk.count { nextTime = chunk[index].time } else { refill() }
    return event
  }

  /// The app of the event `distance` events after the next one, or ``PlanEvent/noApp`` when that is
  /// not at hand.
  @inlinable @inline(__always)
  public func app(ahead distance: Int) -> UInt32 {
    let place = index + distance
    return place < chunk.count ? chunk[place].app : PlanEvent.noApp
  }

  private mutating func refill() {
    nextTime = .max
    guard generator != nil else { return }
    earlier += chunk.count
    chunk.removeAll(keepingCapacity: true)
    index = 0
    while chunk.count < Self.chunkSize, let event = generator?.next() {
      chunk.append(event)
      readFingerprint = PlanFingerprint.combine(readFingerprint, event)
    }
    nextTime = chunk.first?.time ?? .max
  }
}
