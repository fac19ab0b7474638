import RandomStreams
import Workload

extension DeviceEngine where Policy: ~Copyable {
  /// An app that was left asks for time to finish a task, or is suspended.
  mutating func startBackgroundTask(_ app: AppID) {
    let occurrence = apps[app].occurrence
    let constantsOfClass = constantsOfClass(app)
    move(app, to: .background)
    guard constantsOfClass.pointee.taskProbability > 0 else {
      suspend(app, .noTask)
      return
    }
    var presence = stream(.taskPresence, app, occurrence)
    guard presence.uniform() < constantsOfClass.pointee.taskProbability else {
      suspend(app, .noTask)
      return
    }
    var draws = stream(.taskLength, app, occurrence)
    let length = Ticks(rounding: constantsOfClass.pointee.taskLength.draw(&draws))
    let isCut = length > constants.grant
    startTimer(app, at: now + min(length, constants.grant), isCut ? .overrunning : .running)
  }

  /// The work of a process in background is over, or its time is.
  mutating func finishTask(_ app: AppID, _ trigger: LifecycleTrigger) {
    let constantsOfClass = constantsOfClass(app)
    if trigger == .noTask { trim(app, constants.backgroundTrim) }
    if statistics.isMeasuring, !constantsOfClass.pointee.isHelper {
      if trigger == .taskEnd { statistics.tasksFinished += 1 }
      if trigger == .taskExpired { statistics.tasksCut += 1 }
    }
    if trigger == .taskExpired, !constantsOfClass.pointee.hasExpirationHandler {
      end(app, .taskExpired, isKill: false)
      return
    }
    suspend(app, trigger)
  }

  /// A task in progress is lost.
  @inline(__always)
  mutating func countCutTask(_ app: AppID) {
    let phase = apps[app].phase
    guard phase == .running || phase == .overrunning, statistics.isMeasuring,
      !constantsOfClass(app).pointee.isHelper
    else { return }
    statistics.tasksCut += 1
  }

  /// From background to suspended (or gone); the process ages before it is idle.
  @inline(__always)
  mutating func suspend(_ app: AppID, _ trigger: LifecycleTrigger) {
    let constantsOfClass = constantsOfClass(app)
    if constantsOfClass.pointee.exitsOnSuspend {
      end(app, .exitsOnSuspend, isKill: false)
      return
    }
    transition(app, to: .suspended, trigger)
    let isHelper = constantsOfClass.pointee.isHelper
    let ageing = isHelper ? constants.helperAgeing : constants.appAgeing
    guard ageing > 0 else {
      enterIdle(app)
      return
    }
    move(app, to: isHelper ? .helperAgeing : .appAgeing)
    startTimer(app, at: now + ageing, .ageing)
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
      launchInBackground(event, .demand)
    } else {
      apps[app].occurrence = event.occurrence
      wake(app, .demand, length: demandTicks(app))
    }
  }

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
  private func offerTicks(
    _ app: AppID, _ trigger: LifecycleTrigger, _ occurrence: UInt32
  ) -> Ticks {
    var draws = stream(trigger == .push ? .push : .refresh, app, occurrence)
    let sampler = constantsOfClass(app).pointee.taskLength
    return min(constants.refresh, Ticks(rounding: sampler.draw(&draws)))
  }

  /// A suspended process runs in background for a while.
  private mutating func wake(_ app: AppID, _ trigger: LifecycleTrigger, length: Ticks) {
    cancelTimer(app)
    transition(app, to: .background, trigger)
    move(app, to: .background)
    _ = decompress(app)
    touchFilePages(app)
    startTimer(app, at: now + length, .running)
  }

  private mutating func launchInBackground(_ event: PlanEvent, _ trigger: LifecycleTrigger) {
    let app = event.app
    let constantsOfClass = constantsOfClass(app)
    let amount = apps[app].base
    guard Int64(amount) <= memory.usable - memory.wired,
      amount <= constantsOfClass.pointee.fatalLimit
    else { return }
    let isWarm = apps[app].filePages >= constantsOfClass.pointee.warmPages
    enqueue(
      LaunchRequest(
        app: app, amount: amount, occurrence: event.occurrence, trigger: trigger, isWarm: isWarm,
        isMeasured: statistics.isMeasuring, opened: now))
  }

  /// A process starts in background and works; the caller has charged its memory.
  mutating func startInBackground(_ app: AppID, _ trigger: LifecycleTrigger) {
    transition(app, to: .background, trigger)
    move(app, to: .background, isNew: true)
    let isHelper = constantsOfClass(app).pointee.isHelper
    if isHelper, statistics.isMeasuring { statistics.helperLaunches += 1 }
    let length =
      isHelper ? demandTicks(app) : offerTicks(app, trigger, apps[app].occurrence)
    startTimer(app, at: now + length, .running)
  }
}
