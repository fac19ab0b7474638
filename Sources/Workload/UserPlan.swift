public import RandomStreams
import Synchronization

/// What happens to the device from outside, in time order: drawn from a ``UserBehaviour`` or
/// compiled from a trace, independent of policy and device, and shared by all policies of a
/// replication.
///
/// A plan of up to ``storedEventLimit`` expected events is drawn once and held (24 bytes an event);
/// a longer one is drawn anew, chunk by chunk, by every reader. Both give the same events.
public final class UserPlan: Sendable {
  /// Longer plans are streamed: 4 million events are 96 MB.
  public static let storedEventLimit = 4_000_000

  private enum Source: Sendable {
    case stored([PlanEvent], fingerprint: UInt64)
    case drawn(PlanGenerator, expected: Double)
  }

  private let source: Source
  private let futureUses = Mutex<[UInt32]?>(nil)

  /// Draws the plan of one replication.
  ///
  /// - Throws: ``DistributionError`` when a distribution of the behaviour is invalid.
  public init(
    behaviour: UserBehaviour, catalog: AppCatalog, seed: UInt64, replication: UInt64, end: Ticks,
    samplerMode: SamplerMode = .fast, mayStream: Bool = true
  ) throws(DistributionError) {
    var generator = try PlanGenerator(
      behaviour: behaviour, catalog: catalog, seed: seed, replication: replication, end: end,
      samplerMode: samplerMode)
    let estimate = PlanGenerator.estimatedCount(behaviour: behaviour, catalog: catalog, end: end)
    if mayStream, estimate > Double(Self.storedEventLimit) {
      source = .drawn(generator, expected: estimate)
      return
    }
    var events: [PlanEvent] = []
    events.reserveCapacity(min(Self.storedEventLimit, Int(estimate * 1.1) + 16))
    while let event = generator.next() { events.append(event) }
    source = .stored(events, fingerprint: PlanFingerprint.of(events))
  }

  /// Wraps events that are in time order.
  public init(events: [PlanEvent]) {
    source = .stored(events, fingerprint: PlanFingerprint.of(events))
  }

  /// The held events; nil when the plan is streamed.
  public var storedEvents: [PlanEvent]? {
    guard case .stored(let events, _) = source else { return nil }
    return events
  }

  /// How many events there are, or are to be expected where the plan is streamed.
  public var expectedEvents: Double {
    switch source {
    case .stored(let events, _): Double(events.count)
    case .drawn(_, let expected): expected
    }
  }

  /// For each event, the position of the next `open` or `demand` of the same app, or `UInt32.max`;
  /// nil when the plan is streamed.
  ///
  /// Computed once, on first use.
  ///
  /// Complexity: O(events) the first time.
  public func futureUses(memberCount: Int) -> [UInt32]? {
    guard let events = storedEvents else { return nil }
    return futureUses.withLock { held in
      if let held { return held }
      var nextOf = [UInt32](repeating: .max, count: memberCount)
      var uses = [UInt32](repeating: .max, count: events.count)
      for position in events.indices.reversed() {
        let app = Int(events[position].app)
        guard app < memberCount else { continue }
        uses[position] = nextOf[app]
        let kind = events[position].kind
        if kind == .open || kind == .demand { nextOf[app] = UInt32(position) }
      }
      held = uses
      return uses
    }
  }

  /// Starts reading from the first event.
  public func makeReader() -> PlanReader {
    switch source {
    case .stored(let events, let fingerprint): PlanReader(events, fingerprint: fingerprint)
    case .drawn(let generator, _): PlanReader(generator)
    }
  }
}

/// The hash of a plan: equal plans have equal fingerprints, whatever the policy.
enum PlanFingerprint {
  static let start: UInt64 = 0x4a65_7473_696d_0001

  static func combine(_ hash: UInt64, _ event: PlanEvent) -> UInt64 {
    let what = UInt64(event.app) << 32 | UInt64(event.occurrence)
    let detail =
      UInt64(event.footprintKiB) << 16 | UInt64(event.kind.rawValue) << 8 | UInt64(event.detail)
    return mix64((hash ^ event.time) &+ mix64(what ^ mix64(detail)))
  }

  static func of(_ events: [PlanEvent]) -> UInt64 {
    events.reduce(start) { combine($0, $1) }
  }
}
