import RandomStreams
import Workload

extension DeviceEngine where Policy: ~Copyable {
  /// Changes an app's state, checks that it may, and lets the fingerprint know.
  @inline(__always)
  mutating func transition(
    _ app: AppID, to: LifecycleState, _ trigger: LifecycleTrigger, cause: PurgeCause? = nil
  ) {
    let from = apps[app].state
    guard Lifecycle.isLegal(from: from, to: to, trigger: trigger) else {
      reportIllegal(app, from, to, trigger)
      return
    }
    apps[app].state = to
    if from == .notRunning { policy.didStart(app, at: now) }
    if to == .notRunning { policy.didEnd(app) }
    hash.add(app, from: from, to: to, at: now)
    if records {
      log.append(
        TransitionRecord(
          time: now, app: app, from: from, to: to, trigger: trigger, cause: cause,
          notifications: pendingKinds))
      pendingKinds = 0
    }
  }

  private mutating func reportIllegal(
    _ app: AppID, _ from: LifecycleState, _ to: LifecycleState, _ trigger: LifecycleTrigger
  ) {
    let text = "\(from.name) → \(to.name) for \(trigger.name), app \(app), \(now.inSeconds) s"
    assertionFailure(text)
    failure = .invariant(text)
  }

  /// Moves an app to the end of a band's list; its band change is now.
  ///
  /// A process in no band yet (`isNew`) is only appended.
  @inline(__always)
  mutating func move(_ app: AppID, to band: Band, isNew: Bool = false) {
    if !isNew { leaveBand(app) }
    apps[app].bandChange = now
    apps.append(app, to: band)
  }

  /// Takes an app out of its band, and out of the candidates when that is the idle band.
  @inline(__always)
  mutating func leaveBand(_ app: AppID) {
    if apps[app].band == .idle {
      if apps[app].flags.contains(.frozen) { freezer.waiting -= 1 }
      if compressCursor == app { compressCursor = apps[app].next }
      if freezer.cursor == app { freezer.cursor = apps[app].next }
      if constants.isAndroid { noteUncached(app) }
      removeCandidate(app)
    }
    apps.remove(app)
  }

  /// Puts an app into the idle band, where the policy finds it.
  @inline(__always)
  mutating func enterIdle(_ app: AppID, isNew: Bool = false) {
    move(app, to: .idle, isNew: isNew)
    if compressCursor == noApp { compressCursor = app }
    if freezer.cursor == noApp { freezer.cursor = app }
    if apps[app].flags.contains(.frozen) { freezer.waiting += 1 }
    if constants.isAndroid { noteCached(app) }
    addCandidate(app)
  }

  /// Ends a process: its memory is dying until the kill latency has passed, or free at once.
  ///
  /// The caller has recorded why; `isKill` says whether the system must wait for the memory.
  mutating func end(
    _ app: AppID, _ trigger: LifecycleTrigger, cause: PurgeCause? = nil, isKill: Bool
  ) {
    cancelTimer(app)
    endObservation(app, purged: isKill)
    leaveBand(app)
    let record = apps[app]
    let returned = record.returned
    memory.resident -= Int64(record.footprint - record.compressed)
    memory.pool -= record.pool
    if record.flags.contains(.frozen) {
      freezer.frozen -= 1
      freezer.forget(app)
    } else {
      memory.compressed -= Int64(record.compressed)
    }
    if record.flags.contains(.tasked) { runningTasks -= 1 }
    transition(app, to: .notRunning, trigger, cause: cause)
    apps[app].footprint = 0
    apps[app].compressed = 0
    apps[app].bandChange = now
    apps[app].flags.formIntersection([.forceQuit, .waiting])
    if front == app { front = noApp }
    if record.pool > 0 { updatePressure() }
    guard isKill, constants.killLatency > 0, !constants.isPlain else { return }
    memory.dying += returned
    returns.append(returned)
    startDeviceTimer(.memoryReturn, at: now + constants.killLatency)
  }

  /// The observation of an app's survival in suspension ends, by a purge or censored.
  @inline(__always)
  mutating func endObservation(_ app: AppID, purged: Bool) {
    guard apps[app].flags.contains(.observed) else { return }
    apps[app].flags.remove(.observed)
    guard statistics.isMeasuring else { return }
    statistics.survival.record(
      now - apps[app].readyAt, footprintKiB: apps[app].footprint, purged: purged)
  }

  /// Ends a process for a reason of its own: crash, watchdog, overrun.
  mutating func terminate(_ app: AppID, _ trigger: LifecycleTrigger) {
    events &+= 1
    end(app, trigger, isKill: false)
    serveRequests()
  }
}
