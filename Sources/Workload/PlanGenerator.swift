import RandomStreams

/// Draws the user plan event by event, in time order, in memory that does not grow with time.
///
/// Nothing the device does enters it. Equal times: visits first, then calls, force-quits,
/// notifications, pushes, refreshes, locations, VoIP pushes, processing tasks, demands.
struct PlanGenerator: Sendable {
  private let family: StreamFamily
  private let end: Ticks
  private var visits: VisitProcess?
  private var incidents: [IncidentProcess] = []
  private var offers: [OfferProcess] = []
  // Owns the tables the samplers point to.
  private let arena: SamplerArena

  init(
    behaviour: UserBehaviour, catalog: AppCatalog, seed: UInt64, replication: UInt64, end: Ticks,
    samplerMode: SamplerMode
  ) throws(DistributionError) {
    family = StreamFamily(seed: seed, replication: replication)
    arena = SamplerArena(mode: samplerMode)
    self.end = end
    visits = try VisitProcess(
      behaviour: behaviour, catalog: catalog, arena: arena, family: family)
    try addIncidents(behaviour, catalog)
    addOffers(catalog)
  }

  private mutating func addIncidents(
    _ behaviour: UserBehaviour, _ catalog: AppCatalog
  ) throws(DistributionError) {
    var apps: [UInt32] = []
    if behaviour.forceQuitsPerDay > 0 {
      apps = Self.rates(catalog) { $0.kind == .app ? 1 : 0 }.map(\.member)
    }
    let kinds: [(IncidentProcess.Incident, Double)] = [
      (.call, behaviour.callsPerDay), (.alert, behaviour.alertsPerDay),
      (.forceQuit, behaviour.forceQuitsPerDay),
      (.notification, behaviour.notificationsPerDay),
    ]
    for (incident, perDay) in kinds {
      let process = try IncidentProcess(
        incident, perDay: perDay, behaviour: behaviour, members: apps, arena: arena,
        family: family)
      if let process { incidents.append(process) }
    }
  }

  private mutating func addOffers(_ catalog: AppCatalog) {
    let kinds: [(PlanEventKind, Purpose, (AppClass) -> Double)] = [
      (.push, .push, { $0.kind == .app ? $0.pushesPerDay : 0 }),
      (.refresh, .refresh, { $0.kind == .app ? $0.refreshesPerDay : 0 }),
      (.location, .location, { $0.kind == .app ? $0.locationsPerDay : 0 }),
      (.voipPush, .voipPush, { $0.kind == .app ? $0.voipPushesPerDay : 0 }),
      (.processing, .processing, { $0.kind == .app ? $0.processingPerDay : 0 }),
      (.demand, .demand, { $0.kind.isHelper ? $0.demandsPerDay : 0 }),
    ]
    for (kind, purpose, perDay) in kinds {
      let process = OfferProcess(
        kind: kind, purpose: purpose, rates: Self.rates(catalog, perDay), family: family)
      if let process { offers.append(process) }
    }
  }

  private static func rates(
    _ catalog: AppCatalog, _ perDay: (AppClass) -> Double
  ) -> [(member: UInt32, perDay: Double)] {
    var rates: [(member: UInt32, perDay: Double)] = []
    for (index, appClass) in catalog.classes.enumerated() {
      let rate = perDay(appClass)
      guard rate > 0 else { continue }
      for member in catalog.firstMember[index]..<catalog.firstMember[index + 1] {
        rates.append((UInt32(member), rate))
      }
    }
    return rates
  }

  /// A rough count of the events of the whole plan, for choosing how to hold it.
  static func estimatedCount(
    behaviour: UserBehaviour, catalog: AppCatalog, end: Ticks
  ) -> Double {
    let days = end.inSeconds / 86_400
    let cycle =
      (behaviour.sessionGapSeconds.mean ?? 60) + (behaviour.sessionLengthSeconds.mean ?? 60)
    let session = behaviour.sessionLengthSeconds.mean ?? 60
    let visits = 2 + session / max(0.001, behaviour.visitLengthSeconds.mean ?? 1)
    var perDay = 86_400 / max(0.001, cycle) * visits
    perDay += 2 * behaviour.callsPerDay + behaviour.forceQuitsPerDay
    perDay += behaviour.notificationsPerDay
    for appClass in catalog.classes {
      perDay +=
        Double(appClass.count)
        * (appClass.kind.isHelper
          ? appClass.demandsPerDay : appClass.offersPerDay)
    }
    return perDay * days
  }

  /// The next event, or nil after the last one at or before the end.
  mutating func next() -> PlanEvent? {
    var best = visits?.nextTime ?? .max
    var source = best == .max ? -1 : 0
    for index in incidents.indices where incidents[index].nextTime < best {
      best = incidents[index].nextTime
      source = 1 + index
    }
    for index in offers.indices where offers[index].nextTime < best {
      best = offers[index].nextTime
      source = 1 + incidents.count + index
    }
    guard source >= 0, best <= end else { return nil }
    if source == 0 { return visits?.take(family) }
    if source <= incidents.count { return incidents[source - 1].take(family) }
    return offers[source - 1 - incidents.count].take(family)
  }
}
