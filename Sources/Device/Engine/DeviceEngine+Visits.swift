import RandomStreams
import Workload

extension DeviceEngine where Policy: ~Copyable {
  /// Does what the plan says.
  @inline(__always)
  mutating func handlePlanned(_ event: PlanEvent) {
    switch event.kind {
    case .open:
      events &+= 1
      if constants.isPlain { openPlain(event) } else { open(event) }
    case .demand: demand(event)
    case .home:
      pickUp()
      leaveFront(.home)
    case .lock: lock()
    default: handleRarePlanned(event)
    }
  }

  private mutating func handleRarePlanned(_ event: PlanEvent) {
    if constants.isPlain {
      if event.kind == .forceQuit, event.app != noApp { forceQuit(event.app) }
      return
    }
    switch event.kind {
    case .callDeclined: interrupt()
    case .callAccepted: acceptCall()
    case .callEnd: endInterruption()
    case .forceQuit: forceQuit(event.app)
    case .push: push(event)
    case .refresh: refresh(event)
    case .crash: crash(event.app)
    case .memoryWarning:
      warningIsForced = true
      startWarnings()
    case .notify: broadcast(event.detail)
    case .location: locate(event)
    case .voipPush: voipPush(event)
    case .processing: process(event)
    case .open, .demand, .home, .lock: break
    }
  }

  /// The device is in use: processing tasks end, and nothing waits behind a lock or call any more.
  private mutating func pickUp() {
    if constants.isAndroid, isLocked { cancelCompactions() }
    isLocked = false
    if processing > 0 { cutProcessing() }
    behindLock = noApp
    behindCall = noApp
  }

  /// The device is locked; a call goes on, but its app now waits behind the lock.
  private mutating func lock() {
    if front != noApp || behindCall != noApp { behindLock = front != noApp ? front : behindCall }
    behindCall = noApp
    leaveFront(.lock)
    isLocked = true
  }

  /// The user opens an app: whatever is in front is left, then the app is launched or resumed.
  private mutating func open(_ event: PlanEvent) {
    let app = event.app
    guard front != app else {
      if apps[app].state == .inactive, apps[app].phase == .settled { endInterruption() }
      return
    }
    let wasBehindLock = behindLock == app || behindCall == app
    pickUp()
    leaveFront(.leave)
    apps[app].flags.remove(.forceQuit)
    let state = apps[app].state
    let isUnlock = wasBehindLock && state != .notRunning
    tellPolicy(event, isStart: state == .notRunning)
    guard state == .notRunning else {
      apps[app].occurrence = event.occurrence
      resume(app, counts: !isUnlock, .open)
      return
    }
    requestLaunch(event)
  }

  /// Lets the policy know of a use.
  @inline(__always)
  mutating func tellPolicy(_ event: PlanEvent, isStart: Bool) {
    let record = apps[event.app]
    let size = isStart ? event.launchFootprint(record.base) : record.footprint
    policy.didUse(
      AppUse(
        app: event.app, time: now, isStart: isStart, footprintKiB: size,
        launchCostSeconds: constantsOfClass(event.app).pointee.meanColdLaunch,
        nextUse: futureUses.isEmpty ? 0 : futureUses[planPosition],
        position: UInt32(truncatingIfNeeded: planPosition)))
  }

  /// Brings a living app to the front.
  ///
  /// - Parameters:
  ///   - app: Suspended or in background.
  ///   - counts: Whether it is a launch of the user's, or the end of a lock or call.
  ///   - trigger: `open` or `callEnd`.
  mutating func resume(_ app: AppID, counts: Bool, _ trigger: LifecycleTrigger) {
    let phase = apps[app].phase
    let launchUnderWay = phase == .launchingBehind || phase == .doomed
    countCutTask(app)
    if apps[app].state == .suspended {
      endObservation(app, purged: false)
      deliverNotifications(app)
      transition(app, to: .background, trigger)
    }
    apps[app].flags.remove([.purgeableTaken, .observed])
    transition(app, to: .inactive, trigger)
    move(app, to: .foreground)
    front = app
    var latency = constants.resumeTicks
    latency += decompress(app)
    touchFilePages(app)
    if constants.isAndroid { latency += takeStall() }
    var ready = now + Ticks(latency.rounded())
    if launchUnderWay {
      ready = max(apps[app].readyAt, now)
      if phase == .launchingBehind { apps[app].phase = .launching }
    } else {
      cancelTimer(app)
      startTimer(app, at: ready, .launching)
    }
    apps[app].readyAt = ready
    guard counts else { return }
    appCounts.resumed(app)
    guard statistics.isMeasuring else { return }
    statistics.launches += 1
    statistics.resumes += 1
    statistics.recordLatency(ready - now)
  }

  /// The launch or resume of the app in front is done.
  mutating func finishLaunch(_ app: AppID) {
    transition(app, to: .active, .launchDone)
    startGrowing(app)
  }

  /// Starts the growth of the app in front, if there is any left, or the wait for its crash.
  mutating func startGrowing(_ app: AppID) {
    let grows = constants.growthSteps > 0 && apps[app].footprint < peak(app)
    let next = grows ? now + constants.growthInterval : Ticks.max
    let crash = constantsOfClass(app).pointee.crashGap > 0 ? crashTime(app) : Ticks.max
    guard min(next, crash) < Ticks.max else { return }
    startTimer(app, at: min(next, crash), crash < next ? .crashing : .growing)
  }

  /// When the app crashes if it stays in front; drawn per visit.
  @inline(__always)
  private func crashTime(_ app: AppID) -> Ticks {
    var draws = stream(.crash, app, apps[app].occurrence)
    let gap = constantsOfClass(app).pointee.crashGap * draws.exponential()
    return max(now, apps[app].readyAt + Ticks(rounding: gap))
  }

  @inline(__always)
  private func peak(_ app: AppID) -> UInt32 {
    UInt32(min(4_294_967_295, Double(apps[app].base) * constants.growthFactor))
  }

  /// One step of growth in front, as far as free memory and reclaimable file pages allow.
  mutating func grow(_ app: AppID) {
    let target = peak(app)
    let footprint = apps[app].footprint
    guard footprint < target else { return }
    let step = max(1, (target - apps[app].base) / UInt32(constants.growthSteps))
    let wanted = Int64(min(step, target - footprint))
    let room = constants.isAndroid ? roomToGrow(wanted) : max(0, memory.available)
    let amount = UInt32(min(wanted, room))
    allocate(Int64(amount))
    apps[app].footprint += amount
    guard apps[app].footprint <= constantsOfClass(app).pointee.fatalLimit else {
      purge(app, .perProcessLimit, trigger: .limit)
      return
    }
    let warnAt = constantsOfClass(app).pointee.limitWarning
    if footprint <= warnAt, apps[app].footprint > warnAt {
      if statistics.isMeasuring { statistics.limitWarnings += 1 }
      trim(app, constants.warningTrim)
    }
    startGrowing(app)
  }

  /// The app in front is left: for another app, the home screen or a lock.
  mutating func leaveFront(_ trigger: LifecycleTrigger) {
    let app = front
    guard app != noApp else { return }
    front = noApp
    events &+= 1
    if constants.isPlain {
      suspendPlain(app, trigger)
      return
    }
    if apps[app].flags.contains(.waiting) {
      if statistics.isMeasuring { statistics.abandonedLaunches += 1 }
      return
    }
    let phase = apps[app].phase
    if apps[app].state == .active { transition(app, to: .inactive, trigger) }
    transition(app, to: .background, trigger)
    if phase == .launching || phase == .doomed {
      leaveUnfinished(app, phase)
      return
    }
    cancelTimer(app)
    trim(app, constants.backgroundTrim)
    startObservation(app)
    startBackgroundTask(app)
  }

  /// From now on, how long the app survives without being in front is observed.
  @inline(__always)
  mutating func startObservation(_ app: AppID) {
    apps[app].readyAt = now
    apps[app].flags.insert(.observed)
    if constants.isAndroid { becomePrevious(app) }
  }

  /// An app left during its launch finishes it in background.
  private mutating func leaveUnfinished(_ app: AppID, _ phase: AppPhase) {
    if statistics.isMeasuring { statistics.abandonedLaunches += 1 }
    move(app, to: .background)
    if phase == .launching { apps[app].phase = .launchingBehind }
  }
}
