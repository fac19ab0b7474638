import RandomStreams

/// Incidents that follow the user's day: calls, force-quits and device notifications.
struct IncidentProcess: Sendable {
  /// What happens.
  enum Incident: Sendable { case call, alert, forceQuit, notification }

  private let incident: Incident
  private let purpose: Purpose
  private let meanGapSeconds: Double
  private let clock: DayClock
  private let acceptedFraction: Double
  private let callLength: Sampler
  private let ringLength: Sampler
  private let members: [UInt32]
  private var occurrence: UInt64 = 0
  private var seconds = 0.0
  private var pendingEnd: Ticks?
  /// When the next event comes; `Ticks.max` = never.
  private(set) var nextTime: Ticks = .max

  /// Returns nil when the incident never happens.
  init?(
    _ incident: Incident, perDay: Double, behaviour: UserBehaviour, members: [UInt32],
    arena: SamplerArena, family: StreamFamily
  ) throws(DistributionError) {
    guard perDay > 0, incident != .forceQuit || !members.isEmpty else { return nil }
    self.incident = incident
    purpose =
      switch incident {
      case .call: .call
      case .alert: .interruption
      case .forceQuit: .forceQuit
      case .notification: .notification
      }
    meanGapSeconds = 86_400 / perDay
    clock = DayClock(shape: behaviour.dayShape)
    acceptedFraction = incident == .alert ? 0 : behaviour.callAcceptedFraction
    callLength = try arena.compile(behaviour.callLengthSeconds)
    ringLength = try arena.compile(
      incident == .alert ? behaviour.alertSeconds : behaviour.callRingSeconds)
    self.members = members
    schedule(family)
  }

  /// Returns the pending event and draws the one after it.
  mutating func take(_ family: StreamFamily) -> PlanEvent {
    let number = UInt32(truncatingIfNeeded: occurrence)
    let time = nextTime
    if pendingEnd != nil {
      pendingEnd = nil
      occurrence += 1
      schedule(family)
      return PlanEvent(time: time, kind: .callEnd, occurrence: number)
    }
    var stream = family.stream(purpose, entity: 1, occurrence: occurrence)
    switch incident {
    case .call, .alert: return takeCall(time, number, &stream)
    case .forceQuit:
      let member = members[Int(stream.below(UInt64(members.count)))]
      occurrence += 1
      schedule(family)
      return PlanEvent(time: time, kind: .forceQuit, app: member, occurrence: number)
    case .notification:
      let kind = UInt8(stream.below(UInt64(NotificationKind.allCases.count)))
      occurrence += 1
      schedule(family)
      return PlanEvent(time: time, kind: .notify, occurrence: number, detail: kind)
    }
  }

  private mutating func takeCall(
    _ time: Ticks, _ number: UInt32, _ stream: inout RandomStream
  ) -> PlanEvent {
    let accepted = stream.uniform() < acceptedFraction
    let seconds = accepted ? callLength.draw(&stream) : ringLength.draw(&stream)
    let end = time + max(1, Ticks(rounding: seconds))
    pendingEnd = end
    nextTime = end
    self.seconds = end.inSeconds
    return PlanEvent(
      time: time, kind: accepted ? .callAccepted : .callDeclined, occurrence: number)
  }

  private mutating func schedule(_ family: StreamFamily) {
    var stream = family.stream(purpose, entity: 0, occurrence: occurrence)
    seconds = clock.advance(from: seconds, by: meanGapSeconds * stream.exponential())
    nextTime = Ticks(rounding: seconds)
  }
}
