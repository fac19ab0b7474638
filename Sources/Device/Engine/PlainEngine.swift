import RandomStreams
import Statistics
import Workload

/// The event loop of profile `plain` for policies whose order is that of a list.
///
/// It does what ``DeviceEngine`` does with the same plan, and nothing of it shows: every report is
/// the same, byte for byte. A request needs one record of 32 bytes, those of its neighbours in the
/// list, and no heap of candidates; records are asked for some requests ahead. Latencies that are
/// always the same are counted and recorded at the end.
struct PlainEngine: ~Copyable {
  private let catalog: CompiledCatalog
  // Owns the tables the samplers point to.
  private let arena: SamplerArena
  private let family: StreamFamily
  private let constants: DeviceConstants
  private let plan: [PlanEvent]
  private let planFingerprint: UInt64
  private let end: Ticks
  private let eventLimit: UInt64
  private let keepsAppCounts: Bool
  private let checksInvariants: Bool
  private let usable: Int64
  /// The footprint of each app where the plan states none, in KiB.
  private let bases: AppColumn<UInt32>
  /// Launches of each class whose latency is always the same.
  private let fixedLaunches: AppColumn<UInt64>
  private let classCount: Int

  private var list: PlainList
  private var statistics: RunStatistics
  private var appCounts: AppCounts
  private var fixedResumes: UInt64 = 0
  private var position = 0
  private var front = noApp
  private var resident: Int64 = 0
  private(set) var events: UInt64 = 0
  private(set) var hash = TransitionHash()

  /// Sets a run up.
  ///
  /// - Throws: ``RunFailure/setup(_:)``.
  init(
    _ order: PlainOrder, _ run: DeviceRun, events: [PlanEvent], planFingerprint: UInt64
  ) throws(RunFailure) {
    let count = run.catalog.count
    guard count < 1 << 24 else {
      throw .setup("\(count) apps; at most \(1 << 24 - 1) are possible")
    }
    let family = StreamFamily(seed: run.seed, replication: run.replication)
    let arena = SamplerArena(mode: run.samplerMode)
    let list = PlainList(order, appCount: count)
    let records = list.records
    let bases = AppColumn<UInt32>(0, count: count)
    let catalog = try CompiledCatalog(run, family, arena) { member, footprint, classIndex in
      bases[AppID(member)] = footprint
      records[member].classIndex = classIndex
    }
    constants = try DeviceConstants(checking: run.configuration, arena)
    let configuration = run.configuration
    usable = Int64((configuration.ramMiB * 1024 * configuration.usableFraction).rounded())
    let lines = MemoryLines(configuration, usable: usable)
    statistics = RunStatistics(warmUp: run.warmUp, end: run.end, lines: lines)
    appCounts = AppCounts(appCount: run.keepsAppCounts ? count : 0)
    classCount = run.catalog.classes.count
    fixedLaunches = AppColumn(0, count: classCount)
    self.list = list
    self.bases = bases
    self.catalog = catalog
    self.arena = arena
    self.family = family
    plan = events
    self.planFingerprint = planFingerprint
    end = run.end
    eventLimit = run.maxEvents ?? 1 << 33
    keepsAppCounts = run.keepsAppCounts
    #if JETSIM_CHECKS
      checksInvariants = count <= 2000 || run.checksInvariants
    #else
      checksInvariants = run.checksInvariants
    #endif
  }

  /// Whether so many apps with equal keys had to be put in order that a heap is the better choice.
  var isSlow: Bool { list.orderedApps > 10_000 + 32 * position }

  /// Processes every event up to and including a time, at most the end of the run, or until it
  /// finds that it is slow.
  ///
  /// - Throws: The failure that ended the run.
  mutating func advance(until time: Ticks) throws(RunFailure) {
    let limit = min(time, end)
    let plan = plan
    let failure = plan.withUnsafeBufferPointer { serve($0, until: limit) }
    if let failure { throw failure }
  }

  /// Processes every event of the run, or until it finds that it is slow.
  ///
  /// - Throws: The failure that ended the run.
  mutating func run() throws(RunFailure) {
    try advance(until: end)
    count(to: end)
  }

  /// What the run came to; to be asked once, after ``run()``.
  mutating func report() -> RunReport {
    recordFixedLatencies()
    return RunReport(
      fingerprint: hash.value, planFingerprint: planFingerprint, events: events,
      values: statistics.values(), survival: statistics.survival,
      apps: keepsAppCounts ? appCounts.summaries() : [])
  }

  private mutating func recordFixedLatencies() {
    statistics.latency.record(Int64(constants.resumeTicks.rounded()), times: fixedResumes)
    for index in 0..<classCount {
      var draws = family.stream(.coldLaunch, entity: 0, occurrence: 0)
      let launch = Ticks(rounding: catalog.classes[index].coldLaunch.draw(&draws))
      statistics.latency.record(Int64(launch), times: fixedLaunches[AppID(index)])
    }
  }

  private mutating func serve(
    _ plan: UnsafeBufferPointer<PlanEvent>, until limit: Ticks
  ) -> RunFailure? {
    let last = plan.count - 1
    while position <= last, plan[position].time <= limit, !isSlow {
      let event = plan[position]
      list.prefetch(plan[min(position + 16, last)].app)
      list.prefetchNeighbours(plan[min(position + 6, last)].app)
      list.prefetchVictim()
      position += 1
      count(to: event.time)
      handle(event)
      if checksInvariants { checkInvariants() }
      if events > eventLimit { return .eventLimit(eventLimit, at: event.time.inSeconds) }
    }
    return nil
  }

  /// Counts the time since the last event.
  @inline(__always)
  private mutating func count(to time: Ticks) {
    statistics.advance(
      to: time, memory: MemoryLedger(usable: usable, wired: 0, resident: resident))
    if keepsAppCounts { appCounts.isCounting = statistics.isMeasuring }
  }

  @inline(__always)
  private mutating func handle(_ event: PlanEvent) {
    switch event.kind {
    case .open:
      events &+= 1
      open(event)
    case .home: leaveFront(.home, at: event.time)
    case .lock: leaveFront(.lock, at: event.time)
    case .forceQuit: if event.app != noApp { forceQuit(event.app, at: event.time) }
    default: break
    }
  }
}

/// What happens at a request.
extension PlainEngine {
  @inline(__always)
  private mutating func open(_ event: PlanEvent) {
    let app = event.app
    if front != app { leaveFront(.leave, at: event.time) }
    if statistics.isMeasuring { statistics.launches += 1 }
    if list[app].flags.contains(.alive) {
      resume(app, at: event.time)
    } else {
      launch(event)
    }
  }

  @inline(__always)
  private mutating func resume(_ app: AppID, at time: Ticks) {
    appCounts.resumed(app)
    if statistics.isMeasuring {
      statistics.resumes += 1
      fixedResumes += 1
    }
    list.use(app, at: time)
    guard front != app else { return }
    hash.add(app, from: .suspended, to: .background, at: time)
    hash.add(app, from: .background, to: .inactive, at: time)
    hash.add(app, from: .inactive, to: .active, at: time)
    front = app
  }

  private mutating func launch(_ event: PlanEvent) {
    let app = event.app
    let size = event.launchFootprint(bases[app])
    countRegret(app, at: event.time)
    if statistics.isMeasuring {
      statistics.coldLaunches += 1
      recordColdLaunch(event)
    }
    guard Int64(size) <= usable else {
      if statistics.isMeasuring { statistics.failedLaunches += 1 }
      return
    }
    hash.add(app, from: .notRunning, to: .inactive, at: event.time)
    resident += Int64(size)
    list[app].footprint = size
    list[app].time = event.time
    list[app].flags = .alive
    appCounts.launched(app)
    // The newcomer is in no list yet, and fits when nothing else is there.
    while resident > usable { purge(list.victim(), at: event.time) }
    hash.add(app, from: .inactive, to: .active, at: event.time)
    front = app
  }

  /// A purge is regretted when the app is opened again within the window.
  @inline(__always)
  private mutating func countRegret(_ app: AppID, at time: Ticks) {
    let record = list[app]
    guard record.flags.contains(.purged) else { return }
    list[app].flags = []
    guard record.flags.contains(.purgeMeasured), time - record.bandChange <= constants.regretWindow
    else { return }
    statistics.regrettedPurges += 1
    appCounts.regretted(app)
  }

  @inline(__always)
  private mutating func recordColdLaunch(_ event: PlanEvent) {
    let classIndex = list[event.app].classIndex
    let sampler = catalog.classes[Int(classIndex)].coldLaunch
    if sampler.isConstant {
      fixedLaunches[AppID(classIndex)] += 1
      return
    }
    var draws = family.stream(
      .coldLaunch, entity: catalog.entities[Int(event.app)], occurrence: UInt64(event.occurrence))
    statistics.recordLatency(Ticks(rounding: sampler.draw(&draws)))
  }

  @inline(__always)
  private mutating func purge(_ app: AppID, at time: Ticks) {
    if statistics.isMeasuring {
      statistics.purges += 1
      statistics.purgesByCause[Int(PurgeCause.budget.rawValue)] += 1
      let classIndex = Int(list[app].classIndex)
      if !catalog.classes[classIndex].isHelper { statistics.appPurges += 1 }
    }
    end(app, from: .suspended, at: time)
    // Purges so late that their reopening could fall after the end are left out.
    let isMeasured = statistics.isMeasuring && end - time >= constants.regretWindow
    list[app].flags = isMeasured ? [.purged, .purgeMeasured] : .purged
    appCounts.purged(app)
  }

  /// Suspends the app in front at once.
  @inline(__always)
  private mutating func leaveFront(_ trigger: LifecycleTrigger, at time: Ticks) {
    let app = front
    guard app != noApp else { return }
    front = noApp
    events &+= 1
    hash.add(app, from: .active, to: .inactive, at: time)
    hash.add(app, from: .inactive, to: .background, at: time)
    hash.add(app, from: .background, to: .suspended, at: time)
    list.leave(app, at: time)
  }

  private mutating func forceQuit(_ app: AppID, at time: Ticks) {
    guard list[app].flags.contains(.alive) else { return }
    events &+= 1
    guard front == app else {
      end(app, from: .suspended, at: time)
      return
    }
    front = noApp
    hash.add(app, from: .active, to: .inactive, at: time)
    end(app, from: .inactive, at: time)
  }

  @inline(__always)
  private mutating func end(_ app: AppID, from state: LifecycleState, at time: Ticks) {
    list.end(app)
    resident -= Int64(list[app].footprint)
    hash.add(app, from: state, to: .notRunning, at: time)
    list[app].footprint = 0
    list[app].bandChange = time
    list[app].flags = []
  }

  /// Traps unless the list and the memory agree with the records.
  ///
  /// Complexity: O(apps).
  private mutating func checkInvariants() {
    var held: Int64 = 0
    for app in 0..<AppID(list.count) { held += Int64(list[app].footprint) }
    precondition(held == resident && resident <= usable, "memory of the apps")
    list.checkInvariants()
  }
}
