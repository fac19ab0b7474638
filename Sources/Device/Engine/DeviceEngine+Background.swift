import RandomStreams
import Workload

extension DeviceEngine where Policy: ~Copyable {
  /// An app that was left goes on in a mode, asks for time to finish a task, or is suspended.
  mutating func startBackgroundTask(_ app: AppID) {
    if startMode(app) { return }
    move(app, to: .background)
    let constantsOfClass = constantsOfClass(app)
    let probability = constantsOfClass.pointee.taskProbability
    guard probability > 0 else {
      suspend(app, .noTask)
      return
    }
    let occurrence = apps[app].occurrence
    var presence = stream(.taskPresence, app, occurrence)
    guard presence.uniform() < probability else {
      suspend(app, .noTask)
      return
    }
    guard runningTasks < constants.taskLimit, gauge.level != .critical else {
      if statistics.isMeasuring { statistics.tasksRefused += 1 }
      suspend(app, .noTask)
      return
    }
    var draws = stream(.taskLength, app, occurrence)
    let length = Ticks(rounding: constantsOfClass.pointee.taskLength.draw(&draws))
    var grantDraws = stream(.grant, app, occurrence)
    let grant = Ticks(rounding: constants.grant.draw(&grantDraws))
    runningTasks += 1
    apps[app].flags.insert(.tasked)
    startTimer(app, at: now + min(length, grant), length > grant ? .overrunning : .running)
  }

  /// Audio, location or an accessory keep an app running; drawn per visit.
  private mutating func startMode(_ app: AppID) -> Bool {
    let constantsOfClass = constantsOfClass(app)
    let audio = constantsOfClass.pointee.audioProbability
    let accessory = audio + constantsOfClass.pointee.accessoryProbability
    let location = accessory + constantsOfClass.pointee.locationProbability
    guard location > 0 else { return false }
    var draws = stream(.mode, app, apps[app].occurrence)
    let choice = draws.uniform()
    guard choice < location else { return false }
    let length =
      choice < audio
      ? constantsOfClass.pointee.audioLength.draw(&draws)
      : choice < accessory
        ? constantsOfClass.pointee.accessoryLength.draw(&draws)
        : constantsOfClass.pointee.locationLength.draw(&draws)
    // Android: a foreground service is perceptible whatever it does.
    move(app, to: choice < accessory || constants.isAndroid ? .media : .background)
    startTimer(app, at: now + Ticks(rounding: length), .inMode)
    return true
  }

  /// The work of a process in background is over, or its time is.
  mutating func finishTask(_ app: AppID, _ phase: AppPhase, _ trigger: LifecycleTrigger) {
    let constantsOfClass = constantsOfClass(app)
    if phase == .launchingBehind { trim(app, constants.backgroundTrim) }
    if phase == .processing { processing -= 1 }
    endTaskCount(app)
    if statistics.isMeasuring, !constantsOfClass.pointee.isHelper {
      if trigger == .taskEnd, phase != .inMode { statistics.tasksFinished += 1 }
      if trigger == .taskExpired { statistics.tasksCut += 1 }
    }
    if trigger == .taskExpired, !constantsOfClass.pointee.hasExpirationHandler {
      if statistics.isMeasuring { statistics.overrunKills += 1 }
      end(app, .taskExpired, isKill: false)
      return
    }
    suspend(app, trigger)
  }

  private mutating func endTaskCount(_ app: AppID) {
    guard apps[app].flags.contains(.tasked) else { return }
    apps[app].flags.remove(.tasked)
    runningTasks -= 1
  }

  /// A task in progress is lost, or superseded because the app is in use again.
  @inline(__always)
  mutating func countCutTask(_ app: AppID) {
    let phase = apps[app].phase
    guard phase == .running || phase == .overrunning || phase == .processing else { return }
    if phase == .processing { processing -= 1 }
    endTaskCount(app)
    guard statistics.isMeasuring, !constantsOfClass(app).pointee.isHelper else { return }
    statistics.tasksCut += 1
  }

  /// Critical pressure cuts the background tasks that run: their expiration handlers are called.
  mutating func cutTasks() {
    var app = apps.head(.background)
    while app != noApp {
      let next = apps[app].next
      let phase = apps[app].phase
      if phase == .running || phase == .overrunning, apps[app].flags.contains(.tasked) {
        cancelTimer(app)
        finishTask(app, phase, .taskExpired)
      }
      app = next
    }
  }

  /// The user picks the device up: processing tasks end at once.
  mutating func cutProcessing() {
    cutProcessing(in: .background)
    if constants.isAndroid { cutProcessing(in: .helperAgeing) }
  }

  private mutating func cutProcessing(in band: Band) {
    var app = apps.head(band)
    while app != noApp, processing > 0 {
      let next = apps[app].next
      if apps[app].phase == .processing {
        cancelTimer(app)
        finishTask(app, .processing, .taskExpired)
      }
      app = next
    }
  }

  /// From background to suspended (or gone); the process ages before it is idle.
  @inline(__always)
  mutating func suspend(_ app: AppID, _ trigger: LifecycleTrigger) {
    let constantsOfClass = constantsOfClass(app)
    if constantsOfClass.pointee.exitsOnSuspend {
      end(app, .exitsOnSuspend, isKill: false)
      return
    }
    if constantsOfClass.pointee.lockProbability > 0, holdsLock(app) {
      if statistics.isMeasuring { statistics.lockKills += 1 }
      end(app, .crash, isKill: false)
      return
    }
    transition(app, to: .suspended, trigger)
    if notifications.isUsed { notifications.suspend(app) }
    if constants.isAndroid {
      suspendAndroid(app)
      return
    }
    let isHelper = constantsOfClass.pointee.isHelper
    let ageing = isHelper ? helperAgeing(app) : constants.appAgeing
    guard ageing > 0 else {
      enterIdle(app)
      checkIdleLimit(app)
      return
    }
    move(app, to: isHelper ? .helperAgeing : .appAgeing)
    startTimer(app, at: now + ageing, .ageing)
  }

  /// Whether an app holds a file lock when it is suspended (0xdead10cc); drawn per visit.
  @inline(__always)
  private func holdsLock(_ app: AppID) -> Bool {
    var draws = stream(.lock, app, apps[app].occurrence)
    return draws.uniform() < constantsOfClass(app).pointee.lockProbability
  }

  @inline(__always)
  private func helperAgeing(_ app: AppID) -> Ticks {
    switch relaunches.likelihood(app) {
    case .high: constants.highRelaunchAgeing
    case .medium: constants.mediumRelaunchAgeing
    case .low, .unknown: constants.helperAgeing
    }
  }

  /// The fatal limit of the idle band kills at any pressure.
  mutating func checkIdleLimit(_ app: AppID) {
    guard apps[app].footprint > constantsOfClass(app).pointee.idleFatalLimit else { return }
    purge(app, .perProcessLimit)
  }

  /// A helper is needed: relaunched when it is dead, renewed when it is alive.
  mutating func demand(_ event: PlanEvent) {
    guard !constants.isPlain else { return }
    let app = event.app
    let state = apps[app].state
    guard state != .background, !apps[app].flags.contains(.waiting) else { return }
    events &+= 1
    tellPolicy(event, isStart: state == .notRunning)
    if state == .notRunning {
      if apps[app].flags.contains(.purged) {
        relaunches.record(app, gap: now - apps[app].bandChange)
      }
      launchInBackground(event, .demand)
    } else {
      apps[app].occurrence = event.occurrence
      wake(app, .demand, length: demandTicks(app))
    }
  }

  @inline(__always)
  private func demandTicks(_ app: AppID) -> Ticks {
    var draws = stream(.demand, app, apps[app].occurrence)
    return Ticks(rounding: constantsOfClass(app).pointee.demandLength.draw(&draws))
  }

  /// A silent push is offered: three an hour are accepted, none after a force-quit.
  mutating func push(_ event: PlanEvent) {
    let app = event.app
    let isAccepted =
      !apps[app].flags.contains(.forceQuit)
      && pushBudget.accept(app, now: now, limit: constants.pushesPerHour)
    guard isAccepted else {
      if statistics.isMeasuring { statistics.pushesRefused += 1 }
      return
    }
    if statistics.isMeasuring { statistics.pushesDelivered += 1 }
    serveOffer(event, .push)
  }

  /// A VoIP push is never refused, but after a force-quit.
  mutating func voipPush(_ event: PlanEvent) {
    guard !apps[event.app].flags.contains(.forceQuit) else { return }
    serveOffer(event, .push)
  }

  /// A significant location change wakes the app, but after a force-quit.
  mutating func locate(_ event: PlanEvent) {
    guard !apps[event.app].flags.contains(.forceQuit) else { return }
    serveOffer(event, .location)
  }

  /// A processing task runs only while the device is idle, that is locked.
  mutating func process(_ event: PlanEvent) {
    let app = event.app
    guard isLocked, !apps[app].flags.contains([.forceQuit]), apps[app].state == .suspended
    else {
      if statistics.isMeasuring { statistics.processingRefused += 1 }
      return
    }
    events &+= 1
    var draws = stream(.processing, app, event.occurrence)
    let length = Ticks(rounding: constantsOfClass(app).pointee.processingLength.draw(&draws))
    wake(app, .refresh, length: length, phase: .processing)
    processing += 1
  }

  /// A background refresh is offered.
  mutating func refresh(_ event: PlanEvent) {
    guard !apps[event.app].flags.contains(.forceQuit) else { return }
    if statistics.isMeasuring { statistics.refreshesDelivered += 1 }
    serveOffer(event, .refresh)
  }

  private mutating func serveOffer(_ event: PlanEvent, _ trigger: LifecycleTrigger) {
    let app = event.app
    guard !apps[app].flags.contains(.waiting) else { return }
    switch apps[app].state {
    case .notRunning:
      events &+= 1
      if statistics.isMeasuring { statistics.backgroundLaunches += 1 }
      launchInBackground(event, trigger)
    case .suspended:
      events &+= 1
      wake(app, trigger, length: offerTicks(app, trigger, event.occurrence))
    default: break
    }
  }

  /// How long the work of an offer takes, within the limit; keyed by the offer's number.
  @inline(__always)
  private func offerTicks(
    _ app: AppID, _ trigger: LifecycleTrigger, _ occurrence: UInt32
  ) -> Ticks {
    let purpose: Purpose =
      switch trigger {
      case .push: .push
      case .location: .location
      default: .refresh
      }
    var draws = stream(purpose, app, occurrence)
    let sampler = constantsOfClass(app).pointee.taskLength
    return min(constants.refresh, Ticks(rounding: sampler.draw(&draws)))
  }

  /// A suspended process runs in background for a while.
  private mutating func wake(
    _ app: AppID, _ trigger: LifecycleTrigger, length: Ticks, phase: AppPhase = .running
  ) {
    cancelTimer(app)
    deliverNotifications(app)
    transition(app, to: .background, trigger)
    move(app, to: .background)
    _ = decompress(app)
    touchFilePages(app)
    startTimer(app, at: now + length, phase)
  }

  private mutating func launchInBackground(_ event: PlanEvent, _ trigger: LifecycleTrigger) {
    let app = event.app
    let constantsOfClass = constantsOfClass(app)
    let amount = apps[app].base
    guard Int64(amount) <= mostAvailable,
      amount <= constantsOfClass.pointee.fatalLimit
    else { return }
    let isWarm = apps[app].filePages >= constantsOfClass.pointee.warmPages
    enqueue(
      LaunchRequest(
        app: app, amount: amount, occurrence: event.occurrence, trigger: trigger, isWarm: isWarm,
        isMeasured: statistics.isMeasuring, joins: false, opened: now))
  }

  /// A process starts in background and works; the caller has charged its memory.
  mutating func startInBackground(_ app: AppID, _ trigger: LifecycleTrigger) {
    transition(app, to: .background, trigger)
    move(app, to: .background, isNew: true)
    let isHelper = constantsOfClass(app).pointee.isHelper
    if isHelper, statistics.isMeasuring { statistics.helperLaunches += 1 }
    appCounts.started(app)
    let length =
      isHelper ? demandTicks(app) : offerTicks(app, trigger, apps[app].occurrence)
    startTimer(app, at: now + length, .running)
  }
}
