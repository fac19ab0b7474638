import RandomStreams

/// A merged Poisson process of offers to many members: silent pushes, refreshes, demands.
///
/// The superposition of one Poisson process a member is a Poisson process of the summed rate whose
/// points fall on members in proportion to their rates, so one stream and one alias table serve any
/// number of members.
struct OfferProcess: Sendable {
  /// The kind of the events.
  let kind: PlanEventKind
  private let purpose: Purpose
  private let meanGapSeconds: Double
  private let alias: AliasTable
  private let members: [UInt32]
  private var occurrence: UInt64 = 0
  private var seconds = 0.0
  /// When the next offer comes; `Ticks.max` = never.
  private(set) var nextTime: Ticks = .max

  /// Returns nil when nobody is ever offered anything; `rates` are offers a day.
  init?(
    kind: PlanEventKind, purpose: Purpose, rates: [(member: UInt32, perDay: Double)],
    family: StreamFamily
  ) {
    let sum = rates.reduce(0) { $0 + $1.perDay }
    guard sum > 0 else { return nil }
    self.kind = kind
    self.purpose = purpose
    meanGapSeconds = 86_400 / sum
    members = rates.map(\.member)
    alias = AliasTable(weights: rates.map(\.perDay))
    schedule(family)
  }

  /// Offers a day over all members.
  var perDay: Double { 86_400 / meanGapSeconds }

  /// Returns the pending offer and draws the time of the one after it.
  mutating func take(_ family: StreamFamily) -> PlanEvent {
    var stream = family.stream(purpose, entity: 1, occurrence: occurrence)
    let member = members[alias.draw(&stream)]
    let event = PlanEvent(
      time: nextTime, kind: kind, app: member, occurrence: UInt32(truncatingIfNeeded: occurrence))
    occurrence += 1
    schedule(family)
    return event
  }

  private mutating func schedule(_ family: StreamFamily) {
    var stream = family.stream(purpose, entity: 0, occurrence: occurrence)
    seconds += meanGapSeconds * stream.exponential()
    nextTime = Ticks(rounding: seconds)
  }
}
