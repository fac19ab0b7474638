import RandomStreams
import Statistics
import Workload

/// The event loop of profile `plain`.
///
/// It does what ``DeviceEngine`` does with the same plan, and nothing of it shows: every report is
/// the same, byte for byte. A request needs one record of 16 bytes and what the order keeps of the
/// app; the plan names them and they are asked for some requests ahead. What can be counted at the
/// end is: latencies that are always the same, and the time in which memory did not change.
struct PlainEngine<Order: PlainOrdering & ~Copyable>: ~Copyable {
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
  private let hasHelpers: Bool
  /// Launches of each class whose latency is always the same.
  private let fixedLaunches: AppColumn<UInt64>
  private let classCount: Int

  private let records: PlainTable
  private var order: Order
  private var statistics: RunStatistics
  private var appCounts: AppCounts
  /// When the measured time starts, `Ticks.max` = it has started.
  private var measuredFrom: Ticks
  private var position = 0
  private var front = noApp
  /// The first position in the plan from which a purge may be regretted now.
  private var regretStart = 0
  private var resident: Int64 = 0
  /// Newcomers that were purged at once.
  private var newcomerPurges: UInt64 = 0
  private(set) var events: UInt64 = 0
  private(set) var hash = TransitionHash()

  /// Sets a run up.
  ///
  /// - Parameters:
  ///   - run: What is simulated.
  ///   - events: The plan.
  ///   - planFingerprint: The fingerprint of the plan.
  ///   - makeOrder: Makes the order from the records and the classes of the apps.
  /// - Throws: ``RunFailure/setup(_:)``.
  init(
    _ run: DeviceRun, events: [PlanEvent], planFingerprint: UInt64,
    _ makeOrder: (
      UnsafeMutablePointer<PlainRecord>, UnsafeMutablePointer<ClassConstants>
    ) throws(RunFailure) -> Order
  ) throws(RunFailure) {
    let count = run.catalog.count
    guard count < 1 << 24 else {
      throw .setup("\(count) apps; at most \(1 << 24 - 1) are possible")
    }
    let family = StreamFamily(seed: run.seed, replication: run.replication)
    let arena = SamplerArena(mode: run.samplerMode)
    let table = PlainTable(count: count)
    let records = table.records
    let bases = AppColumn<UInt32>(0, count: count)
    let catalog = try CompiledCatalog(run, family, arena) { member, footprint, classIndex in
      bases[AppID(member)] = footprint
      records[member].classIndex = classIndex
    }
    let constants = try DeviceConstants(checking: run.configuration, arena)
    // Nothing may be thrown once a property is set.
    let order = try makeOrder(records, catalog.classes)
    self.constants = constants
    self.order = order
    let configuration = run.configuration
    usable = Int64((configuration.ramMiB * 1024 * configuration.usableFraction).rounded())
    let lines = MemoryLines(configuration, usable: usable)
    statistics = RunStatistics(warmUp: run.warmUp, end: run.end, lines: lines)
    appCounts = AppCounts(appCount: run.keepsAppCounts ? count : 0)
    classCount = run.catalog.classes.count
    fixedLaunches = AppColumn(0, count: classCount)
    self.records = table
    measuredFrom = run.warmUp
    self.bases = bases
    hasHelpers = run.catalog.classes.contains { $0.kind.isHelper }
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

  /// Whether equal times cost so much that another order is the better choice.
  var isSlow: Bool { order.isSlow }

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
    if end >= measuredFrom { startMeasuring(at: end) }
    count(to: end)
  }

  /// What the run came to; to be asked once, after ``run()``.
  mutating func report() -> RunReport {
    if !statistics.isMeasuring {
      statistics.launches = 0
      statistics.resumes = 0
    }
    statistics.coldLaunches = statistics.launches - statistics.resumes
    // Nobody else is purged.
    statistics.purgesByBand[Int(Band.idle.rawValue)] = statistics.purges - newcomerPurges
    statistics.purgesByBand[Int(Band.foreground.rawValue)] = newcomerPurges
    recordFixedLatencies()
    return RunReport(
      fingerprint: hash.value, planFingerprint: planFingerprint, events: events,
      values: statistics.values(), survival: statistics.survival,
      apps: keepsAppCounts ? appCounts.summaries() : [])
  }

  private mutating func recordFixedLatencies() {
    statistics.latency.record(Int64(constants.resumeTicks.rounded()), times: statistics.resumes)
    for index in 0..<classCount {
      var draws = family.stream(.coldLaunch, entity: 0, occurrence: 0)
      let launch = Ticks(rounding: catalog.classes[index].coldLaunch.draw(&draws))
      statistics.latency.record(Int64(launch), times: fixedLaunches[AppID(index)])
    }
  }

  private mutating func serve(
    _ plan: UnsafeBufferPointer<PlanEvent>, until limit: Ticks
  ) -> RunFailure? {
    let last = plan.count &- 1
    // Each step of the hash waits for the one before: it stays in a register.
    var hash = hash
    defer { self.hash = hash }
    while position <= last, plan[position].time <= limit, !order.isSlow {
      let soon = plan[min(position &+ 16, last)].app
      records.prefetch(soon)
      order.prefetch(soon)
      let time = plan[position].time
      if time >= measuredFrom { startMeasuring(at: time) }
      if plan[position].kind == .open {
        events &+= 1
        open(plan[position].app, at: time, plan, &hash)
      } else {
        hash = handleOther(plan[position], hash)
      }
      position &+= 1
      if checksInvariants { checkInvariants() }
      if events > eventLimit { return .eventLimit(eventLimit, at: time.inSeconds) }
      if let failure = order.failure { return failure }
    }
    return nil
  }

  /// Counts the time since memory changed last.
  private mutating func count(to time: Ticks) {
    statistics.advance(
      to: time, memory: MemoryLedger(usable: usable, wired: 0, resident: resident))
  }

  private mutating func startMeasuring(at time: Ticks) {
    count(to: time)
    measuredFrom = .max
    appCounts.isCounting = keepsAppCounts
    statistics.launches = 0
    statistics.resumes = 0
  }

  /// Anything but the opening of an app; returns the hash.
  @inline(never)
  private mutating func handleOther(_ event: PlanEvent, _ hash: TransitionHash) -> TransitionHash {
    var hash = hash
    switch event.kind {
    case .home, .lock: leaveFront(at: event.time, &hash)
    case .forceQuit: if event.app != noApp { forceQuit(event.app, at: event.time, &hash) }
    default: break
    }
    return hash
  }
}

/// What happens at a request.
extension PlainEngine where Order: ~Copyable {
  @inline(__always)
  private mutating func open(
    _ app: AppID, at time: Ticks, _ plan: UnsafeBufferPointer<PlanEvent>,
    _ hash: inout TransitionHash
  ) {
    if front != app { leaveFront(at: time, &hash) }
    statistics.launches &+= 1
    guard records[app].flags.contains(.alive) else {
      hash = launch(plan, hash)
      return
    }
    appCounts.resumed(app)
    statistics.resumes &+= 1
    order.use(app, isFront: front == app, at: moment(time))
    guard front != app else { return }
    hash.add(app, from: .suspended, to: .background, at: time)
    hash.add(app, from: .background, to: .inactive, at: time)
    hash.add(app, from: .inactive, to: .active, at: time)
    front = app
  }

  /// The present position of the plan, at its time.
  @inline(__always)
  private func moment(_ time: Ticks) -> PlainMoment { PlainMoment(position: position, time: time) }

  /// Starts the app that the plan opens now; returns the hash.
  @inline(never)
  private mutating func launch(
    _ plan: UnsafeBufferPointer<PlanEvent>, _ hash: TransitionHash
  ) -> TransitionHash {
    let event = plan[position]
    let app = event.app
    // Most traces state it, and then the table stays out of the cache.
    let isStated = event.footprintKiB != PlanEvent.noFootprint
    let size = isStated ? event.footprintKiB : bases[app]
    count(to: event.time)
    order.request(app, footprint: size, at: moment(event.time))
    countRegret(app, at: event.time, plan)
    if statistics.isMeasuring { recordColdLaunch(event) }
    guard Int64(size) <= usable else {
      if statistics.isMeasuring { statistics.failedLaunches &+= 1 }
      return hash
    }
    var hash = hash
    hash.add(app, from: .notRunning, to: .inactive, at: event.time)
    resident &+= Int64(size)
    order.start(app, footprint: size, at: moment(event.time))
    appCounts.launched(app)
    // There is always another to purge: the newcomer fits when nothing else is there.
    while resident > usable {
      guard !order.isFirst(app, at: moment(event.time)) else {
        if statistics.isMeasuring { newcomerPurges &+= 1 }
        purge(app, from: .inactive, at: event.time, &hash)
        return hash
      }
      let victim = order.victim(plan, at: moment(event.time))
      purge(victim, from: .suspended, at: event.time, &hash)
    }
    hash.add(app, from: .inactive, to: .active, at: event.time)
    front = app
    return hash
  }

  /// A purge is regretted when the app is opened again within the window.
  @inline(__always)
  private mutating func countRegret(
    _ app: AppID, at time: Ticks, _ plan: UnsafeBufferPointer<PlanEvent>
  ) {
    let record = records[app]
    guard record.flags.contains(.purged) else { return }
    records[app].flags = []
    guard record.flags.contains(.purgeMeasured) else { return }
    while time - plan[regretStart].time > constants.regretWindow { regretStart &+= 1 }
    guard record.left >= regretStart else { return }
    statistics.regrettedPurges &+= 1
    appCounts.regretted(app)
  }

  @inline(__always)
  private mutating func recordColdLaunch(_ event: PlanEvent) {
    let classIndex = records[event.app].classIndex
    let sampler = catalog.classes[Int(classIndex)].coldLaunch
    if sampler.isConstant {
      fixedLaunches[AppID(classIndex)] &+= 1
      return
    }
    var draws = family.stream(
      .coldLaunch, entity: catalog.entities[Int(event.app)], occurrence: UInt64(event.occurrence))
    statistics.recordLatency(Ticks(rounding: sampler.draw(&draws)))
  }

  @inline(__always)
  private mutating func purge(
    _ app: AppID, from state: LifecycleState, at time: Ticks, _ hash: inout TransitionHash
  ) {
    var flags = PlainFlags.purged
    if statistics.isMeasuring {
      statistics.purges &+= 1
      statistics.purgesByCause[Int(PurgeCause.budget.rawValue)] &+= 1
      if !isHelper(app) { statistics.appPurges &+= 1 }
      // Purges so late that their reopening could fall after the end are left out.
      if end - time >= constants.regretWindow { flags.insert(.purgeMeasured) }
    }
    end(app, from: state, at: time, flags, &hash)
    appCounts.purged(app)
  }

  @inline(__always)
  private func isHelper(_ app: AppID) -> Bool {
    hasHelpers && catalog.classes[Int(records[app].classIndex)].isHelper
  }

  /// Suspends the app in front at once.
  @inline(__always)
  private mutating func leaveFront(at time: Ticks, _ hash: inout TransitionHash) {
    let app = front
    guard app != noApp else { return }
    front = noApp
    events &+= 1
    hash.add(app, from: .active, to: .inactive, at: time)
    hash.add(app, from: .inactive, to: .background, at: time)
    hash.add(app, from: .background, to: .suspended, at: time)
    order.leave(app, at: moment(time))
  }

  private mutating func forceQuit(
    _ app: AppID, at time: Ticks, _ hash: inout TransitionHash
  ) {
    guard records[app].flags.contains(.alive) else { return }
    events &+= 1
    count(to: time)
    guard front == app else {
      end(app, from: .suspended, at: time, [], &hash)
      return
    }
    front = noApp
    hash.add(app, from: .active, to: .inactive, at: time)
    end(app, from: .inactive, at: time, [], &hash)
  }

  @inline(__always)
  private mutating func end(
    _ app: AppID, from state: LifecycleState, at time: Ticks, _ flags: PlainFlags,
    _ hash: inout TransitionHash
  ) {
    resident &-= Int64(records[app].footprint)
    order.end(app, isFront: state != .suspended, flags: flags, at: moment(time))
    hash.add(app, from: state, to: .notRunning, at: time)
  }

  /// Traps unless the memory agrees with the records, and the candidates are the suspended.
  ///
  /// Complexity: O(apps).
  private mutating func checkInvariants() {
    var held: Int64 = 0
    var suspended = 0
    for app in 0..<AppID(records.count) {
      held += Int64(records[app].footprint)
      if app != front, records[app].flags.contains(.alive) { suspended += 1 }
    }
    precondition(held == resident && resident <= usable, "memory of the apps")
    order.checkCount(suspended)
  }
}
