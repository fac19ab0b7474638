import CShims
import EventQueue
import RandomStreams
import Statistics
public import Workload

/// The event loop of one device: the user plan and the apps' timers, merged in time order.
///
/// Generic over the policy only; ``PolicyRegistry`` specialises it once for each. Each app has at
/// most one pending timer, known by its sequence number, so a cancelled timer is recognised exactly
/// and costs one comparison when it comes up. Timers go before planned events of the same tick:
/// what was under way finishes before the user acts.
///
/// No allocation, reference counting or existential call per event. Members that read only and are
/// called often are `@inline(__always)`: the call of such a member, specialised for a policy,
/// copies the whole engine (a `mutating` one takes its address), 220 instructions each time.
public struct DeviceEngine<Policy: PurgePolicy & ~Copyable>: ~Copyable {
  let constants: DeviceConstants
  let lines: MemoryLines
  let family: StreamFamily
  let end: Ticks
  let eventLimit: UInt64
  let checksInvariants: Bool
  let keepsAppCounts: Bool
  let catalog: CompiledCatalog
  let futureUses: [UInt32]
  let hasSoftLimits: Bool
  // Owns the tables the samplers point to.
  let arena: SamplerArena

  let apps: AppTable
  var queue: PendingEvents
  var plan: PlanReader
  var policy: Policy
  var candidates: CandidateHeap
  var table: CandidateTable
  var memory: MemoryLedger
  var files = FileCache()
  var statistics: RunStatistics
  var pushBudget: PushBudget
  var relaunches: RelaunchHistory
  var notifications: NotificationBoard
  var freezer: Freezer
  var gauge: PressureGauge
  var appCounts: AppCounts
  var android: LmkdDevice

  var now: Ticks = 0
  var front: AppID = noApp
  /// The app that was in front when the device was locked.
  var behindLock: AppID = noApp
  /// The app that was in front when the present call was accepted.
  var behindCall: AppID = noApp
  var planPosition = 0
  var events: UInt64 = 0
  var hash = TransitionHash()
  var failure: RunFailure?

  /// Launches waiting for memory, first come first served.
  var requests = FIFO<LaunchRequest>()
  /// Memory of the killed, in the order in which it comes back.
  var returns = FIFO<Int64>()
  var compressing: AppID = noApp
  var compressingSince: Ticks = 0
  /// The longest-suspended app of the idle band that may have pages to compress.
  var compressCursor: AppID = noApp
  var isLocked = true
  var runningTasks = 0
  var processing = 0
  var warningTargets = FIFO<AppID>()
  /// When the next warning is due, `Ticks.max` = none; a timer at any other time is outdated.
  var warningDue = Ticks.max
  /// A warning that the trace demands at any pressure.
  var warningIsForced = false
  var sustainedIsScheduled = false
  var sustainedKillsLeft = 0
  var storageEmergencies: UInt64 = 0
  var reaperIsSweeping = false
  var reaperIsScheduled = false
  var reaperMayStart: Ticks = 0
  /// When the policy's own trigger is asked again.
  var policyAsksAt: Ticks = 0

  private var hasStarted = false
  private let looksAhead: Bool
  let records: Bool
  var purgeLog: [PurgeRecord] = []
  var log: [TransitionRecord] = []
  /// The notifications to write at the next transition.
  var pendingKinds: UInt16 = 0

  /// Sets a run up.
  ///
  /// - Parameters:
  ///   - run: What is simulated.
  ///   - plan: The user plan of this replication.
  ///   - specification: The policy's entry.
  ///   - records: Whether ``log`` is kept.
  /// - Throws: ``RunFailure/setup(_:)``.
  public init(
    _ run: DeviceRun, plan: UserPlan, specification: PolicySpecification, records: Bool = false
  ) throws(RunFailure) {
    let configuration = run.configuration
    let count = run.catalog.count
    guard count < 1 << 24 else {
      throw .setup("\(count) apps; at most \(1 << 24 - 1) are possible")
    }
    let family = StreamFamily(seed: run.seed, replication: run.replication)
    let arena = SamplerArena(mode: run.samplerMode)
    let futureUses = try Self.futureUses(of: plan, count: count)
    let apps = AppTable(count: count)
    let rows = apps.records
    let catalog = try CompiledCatalog(run, family, arena) { member, footprint, classIndex in
      rows[member].base = footprint
      rows[member].classIndex = classIndex
    }
    let constants = try DeviceConstants(checking: configuration, arena)
    let policy = try Policy(
      PolicySetup(
        appCount: count, family: family, specification: specification, catalog: run.catalog,
        profile: configuration.profile))
    let usable = Int64((configuration.ramMiB * 1024 * configuration.usableFraction).rounded())
    let wired = configuration.profile == .plain ? 0 : configuration.wiredFraction
    let lines = MemoryLines(configuration, usable: usable)

    self.family = family
    self.arena = arena
    self.futureUses = futureUses
    self.apps = apps
    self.policy = policy
    self.lines = lines
    self.catalog = catalog
    self.constants = constants
    gauge = PressureGauge(configuration)
    let hasHelpers = run.catalog.classes.contains { $0.kind.isHelper }
    relaunches = RelaunchHistory(appCount: hasHelpers ? count : 0)
    notifications = NotificationBoard(appCount: count)
    freezer = Freezer(appCount: configuration.freezerSlots > 0 ? count : 0)
    appCounts = AppCounts(appCount: run.keepsAppCounts ? count : 0)
    android = LmkdDevice(configuration, appCount: count)
    keepsAppCounts = run.keepsAppCounts
    end = run.end
    eventLimit = run.maxEvents ?? 1 << 33
    #if JETSIM_CHECKS
      checksInvariants = count <= 2000 || run.checksInvariants
    #else
      checksInvariants = run.checksInvariants
    #endif
    hasSoftLimits = run.catalog.classes.contains {
      $0.softLimitMiB != nil || $0.inactiveSoftLimitMiB != nil
    }
    queue = PendingEvents(run.queue)
    self.plan = plan.makeReader()
    candidates = CandidateHeap(appCount: Policy.order == .key ? count : 0)
    table = CandidateTable(
      appCount: Policy.order == .key || Policy.order == .bandChange ? 0 : count)
    memory = MemoryLedger(usable: usable, wired: Int64((Double(usable) * wired).rounded()))
    statistics = RunStatistics(warmUp: run.warmUp, end: run.end, lines: lines)
    pushBudget = PushBudget(appCount: count)
    self.records = records
    // Below this the records stay in the second-level cache.
    looksAhead = count > 8192
  }

  private static func futureUses(
    of plan: UserPlan, count: Int
  ) throws(RunFailure) -> [UInt32] {
    guard Policy.description.isClairvoyant else { return [] }
    guard let uses = plan.futureUses(memberCount: count) else {
      throw .setup(
        "the plan is too long to know its future; a clairvoyant policy needs at most about "
          + "\(UserPlan.storedEventLimit) planned events")
    }
    return uses
  }

  /// Runs to the end and reports.
  ///
  /// - Throws: The failure that ended the run.
  /// - Complexity: O(events × log pending events), plus what the policy costs a purge.
  public mutating func run() throws(RunFailure) -> RunReport {
    try advance(until: end)
    advance(to: end)
    return finish()
  }

  /// Processes every event up to and including a time, at most the end of the run.
  ///
  /// - Throws: The failure that ended the run.
  public mutating func advance(until time: Ticks) throws(RunFailure) {
    if !hasStarted { startDeviceTimers() }
    let limit = min(time, end)
    while true {
      let planned = plan.nextTime
      let timed = queue.nextTime
      if timed <= planned {
        guard timed <= limit, let entry = queue.popMin() else { break }
        if looksAhead, let following = queue.min { apps.prefetch(following.payload) }
        advance(to: timed)
        handleTimer(entry)
      } else {
        guard planned <= limit else { break }
        advance(to: planned)
        planPosition = plan.position
        let event = plan.next()
        if looksAhead { lookAhead() }
        handlePlanned(event)
      }
      settle()
      if checksInvariants { checkInvariants() }
      if events > eventLimit { failure = .eventLimit(eventLimit, at: now.inSeconds) }
      if let failure { throw failure }
    }
  }

  /// Asks for the records of apps that the plan names soon, and a little later for their neighbours
  /// in the lists, so that they are in the cache by then.
  @inline(__always)
  private func lookAhead() {
    let far = plan.app(ahead: 12)
    if far < apps.count {
      apps.prefetch(far)
      jetsim_prefetch(catalog.entities + Int(far))
      prefetchUse(far)
    }
    let near = plan.app(ahead: 5)
    guard near < apps.count else { return }
    let record = apps[near]
    apps.prefetch(record.previous)
    apps.prefetch(record.next)
    apps.prefetch(record.filePrevious)
    apps.prefetch(record.fileNext)
  }

  private mutating func startDeviceTimers() {
    hasStarted = true
    guard !constants.isPlain else { return }
    if constants.freezerSlots > 0 { startDeviceTimer(.demotion, at: Ticks.perDay) }
    scheduleStorageEmergency()
  }

  private mutating func finish() -> RunReport {
    finishWaitingLaunches()
    if constants.isAndroid {
      statistics.stalled = android.some.value(at: now) - android.stalledBefore
    }
    for index in 0..<apps.count { endObservation(AppID(index), purged: false) }
    return RunReport(
      fingerprint: hash.value, planFingerprint: plan.fingerprint, events: events,
      values: statistics.values(), survival: statistics.survival,
      apps: keepsAppCounts ? appCounts.summaries() : [])
  }

  /// The transitions so far, when they are kept.
  public var transitions: [TransitionRecord] { log }

  @inline(__always)
  private mutating func advance(to time: Ticks) {
    statistics.advance(to: time, memory: memory)
    if keepsAppCounts { appCounts.isCounting = statistics.isMeasuring }
    now = time
  }

  /// The compiled class of an app.
  @inline(__always)
  func constantsOfClass(_ app: AppID) -> UnsafeMutablePointer<ClassConstants> {
    catalog.classes + Int(apps[app].classIndex)
  }

  /// A fresh stream for an app's present visit, offer or demand.
  @inline(__always)
  func stream(_ purpose: Purpose, _ app: AppID, _ occurrence: UInt32) -> RandomStream {
    family.stream(purpose, entity: catalog.entities[Int(app)], occurrence: UInt64(occurrence))
  }
}
