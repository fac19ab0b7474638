import RandomStreams

/// The user's sessions and the app visits within them, as `open` and `lock` events.
///
/// A session starts after a gap of average-activity time; its visits follow one another until its
/// length is used up, then the device is locked. Draws are keyed by session and visit number.
/// Sessions and visits last at least a millisecond, so that time always advances.
struct VisitProcess: Sendable {
  private let gap: Sampler
  private let longestGap: Double
  private let length: Sampler
  private let visitLength: Sampler
  private let recencyMix: Double
  private let clock: DayClock
  private let popularity: AliasTable
  private let members: [UInt32]
  private var stack: RecencyStack
  private var session: UInt64 = 0
  private var visit: UInt64 = 0
  private var seconds = 0.0
  private var sessionEnd = 0.0
  private var inSession = false
  /// When the next `open` or `lock` comes; `Ticks.max` = never.
  private(set) var nextTime: Ticks = .max

  /// Returns nil when the catalog has no app that is ever opened.
  init?(
    behaviour: UserBehaviour, catalog: AppCatalog, arena: SamplerArena, family: StreamFamily
  ) throws(DistributionError) {
    let ranked = Self.rankedWeights(
      catalog: catalog, exponent: behaviour.nextApp.zipfExponent, family: family)
    guard !ranked.isEmpty else { return nil }
    gap = try arena.compile(behaviour.sessionGapSeconds)
    longestGap = behaviour.longestGapSeconds
    length = try arena.compile(behaviour.sessionLengthSeconds)
    visitLength = try arena.compile(behaviour.visitLengthSeconds)
    recencyMix = behaviour.nextApp.recencyMix
    clock = DayClock(shape: behaviour.dayShape)
    members = ranked.map(\.member)
    popularity = AliasTable(weights: ranked.map(\.weight))
    stack = RecencyStack(
      memberCount: catalog.count, exponent: behaviour.nextApp.recencyExponent)
    startSession(family)
  }

  /// Returns the pending event and draws the one after it.
  mutating func take(_ family: StreamFamily) -> PlanEvent {
    guard inSession else {
      let event = PlanEvent(
        time: nextTime, kind: .lock, occurrence: UInt32(truncatingIfNeeded: session))
      session += 1
      startSession(family)
      return event
    }
    let app = pickApp(family)
    stack.touch(app)
    let event = PlanEvent(
      time: nextTime, kind: .open, app: app, occurrence: UInt32(truncatingIfNeeded: visit))
    var stream = family.stream(.visitLength, entity: 0, occurrence: visit)
    seconds += max(0.001, visitLength.draw(&stream))
    visit += 1
    if seconds >= sessionEnd {
      seconds = sessionEnd
      inSession = false
    }
    nextTime = Ticks(rounding: seconds)
    return event
  }

  private mutating func startSession(_ family: StreamFamily) {
    var gapStream = family.stream(.sessionGap, entity: 0, occurrence: session)
    var lengthStream = family.stream(.sessionLength, entity: 0, occurrence: session)
    seconds = clock.advance(from: seconds, by: drawGap(&gapStream))
    sessionEnd = seconds + max(0.001, length.draw(&lengthStream))
    inSession = true
    nextTime = Ticks(rounding: seconds)
  }

  /// A gap of at most `longestGap`; after a hundred longer draws the limit itself.
  private func drawGap(_ stream: inout RandomStream) -> Double {
    for _ in 0..<100 {
      let drawn = gap.draw(&stream)
      if drawn <= longestGap { return max(0, drawn) }
    }
    return longestGap
  }

  /// The next app: by recency with probability `recencyMix`, else by popularity; never the current
  /// one while there is another.
  private func pickApp(_ family: StreamFamily) -> UInt32 {
    var stream = family.stream(.nextApp, entity: 0, occurrence: visit)
    if stream.uniform() < recencyMix, stack.hasOthers { return stack.pick(stream.uniform()) }
    var app = members[popularity.draw(&stream)]
    while app == stack.top, members.count > 1 { app = members[popularity.draw(&stream)] }
    return app
  }

  /// The members that are ever opened with their weights: class popularity × rank^−s, the ranks a
  /// random permutation of the members, drawn once per replication from keys of the members' own.
  static func rankedWeights(
    catalog: AppCatalog, exponent: Double, family: StreamFamily
  ) -> [(member: UInt32, weight: Double)] {
    var drawn: [(draw: UInt64, member: UInt32, popularity: Double)] = []
    for (index, appClass) in catalog.classes.enumerated()
    where appClass.kind == .app && appClass.popularity > 0 {
      for member in catalog.firstMember[index]..<catalog.firstMember[index + 1] {
        let entity = stableHash(appClass.name, ordinal: member - catalog.firstMember[index])
        var stream = family.stream(.choice, entity: entity, occurrence: 0)
        drawn.append((stream.next(), UInt32(member), appClass.popularity))
      }
    }
    drawn.sort { ($0.draw, $0.member) < ($1.draw, $1.member) }
    return drawn.enumerated().map { rank, entry in
      (entry.member, entry.popularity * power(Double(rank + 1), -exponent))
    }
  }
}
