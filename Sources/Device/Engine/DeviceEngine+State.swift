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
    let what = UInt64(app) << 16 | UInt64(from.rawValue) << 8 | UInt64(to.rawValue)
    fingerprint = (fingerprint ^ now ^ (what &* 0x9e37_79b9_7f4a_7c15)) &* 0xd134_2543_de82_ef95
    fingerprint ^= fingerprint >> 32
    if records {
      log.append(
        TransitionRecord(
          time: now, app: app, from: from, to: to, trigger: trigger, cause: cause))
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
      if compressCursor == app { compressCursor = apps[app].next }
      removeCandidate(app)
    }
    apps.remove(app)
  }

  /// Puts an app into the idle band, where the policy finds it.
  @inline(__always)
  mutating func enterIdle(_ app: AppID, isNew: Bool = false) {
    move(app, to: .idle, isNew: isNew)
    if compressCursor == noApp { compressCursor = app }
    addCandidate(app)
  }

  /// Ends a process: its memory is dying until the kill latency has passed, or free at once.
  ///
  /// The caller has recorded why; `isKill` says whether the system must wait for the memory.
  mutating func end(
    _ app: AppID, _ trigger: LifecycleTrigger, cause: PurgeCause? = nil, isKill: Bool
  ) {
    cancelTimer(app)
    leaveBand(app)
    let record = apps[app]
    let resident = Int64(record.footprint - record.compressed)
    let pool = record.compressed == 0 ? 0 : constants.pool(record.compressed)
    memory.resident -= resident
    memory.pool -= pool
    memory.compressed -= Int64(record.compressed)
    transition(app, to: .notRunning, trigger, cause: cause)
    apps[app].footprint = 0
    apps[app].compressed = 0
    apps[app].bandChange = now
    apps[app].flags.remove([.purged, .purgeMeasured])
    if front == app { front = noApp }
    guard isKill, constants.killLatency > 0 else { return }
    memory.dying += resident + pool
    returns.append(resident + pool)
    startDeviceTimer(.memoryReturn, at: now + constants.killLatency)
  }

  /// Ends a process for a reason of its own: crash, watchdog, overrun.
  mutating func terminate(_ app: AppID, _ trigger: LifecycleTrigger) {
    events &+= 1
    end(app, trigger, isKill: false)
    serveRequests()
  }
}
