import Workload

extension DeviceEngine where Policy: ~Copyable {
  /// A call that is not accepted interrupts the app in front.
  mutating func interrupt() {
    guard front != noApp, apps[front].state == .active else { return }
    events &+= 1
    cancelTimer(front)
    transition(front, to: .inactive, .call)
  }

  /// An accepted call sends the app in front to background.
  mutating func acceptCall() {
    guard front != noApp else { return }
    behindCall = front
    leaveFront(.call)
  }

  /// The interruption is over: the app becomes active again, or comes back if it still lives.
  mutating func endInterruption() {
    if front != noApp {
      guard apps[front].state == .inactive, apps[front].phase == .settled else { return }
      events &+= 1
      transition(front, to: .active, .callEnd)
      startGrowing(front)
      return
    }
    let app = behindCall
    behindCall = noApp
    guard app != noApp, apps[app].state != .notRunning else { return }
    events &+= 1
    resume(app, counts: false, .callEnd)
  }

  /// The user force-quits an app: no background events until the user opens it again.
  mutating func forceQuit(_ app: AppID) {
    apps[app].flags.insert(.forceQuit)
    if apps[app].flags.contains(.waiting) { cancelLaunch(app) }
    guard apps[app].state != .notRunning else { return }
    events &+= 1
    countCutTask(app)
    if apps[app].state == .active { transition(app, to: .inactive, .leave) }
    end(app, .forceQuit, isKill: false)
    serveRequests()
  }

  /// An app that runs crashes.
  mutating func crash(_ app: AppID) {
    let state = apps[app].state
    guard state != .notRunning, state != .suspended else { return }
    countCutTask(app)
    if statistics.isMeasuring { statistics.crashes += 1 }
    terminate(app, .crash)
  }

  /// A device notification is broadcast; suspended apps will get it when they wake.
  mutating func broadcast(_ kind: UInt8) { notifications.broadcast(kind) }

  /// A suspended app wakes: it gets one notification for each kind that was queued.
  @inline(__always)
  mutating func deliverNotifications(_ app: AppID) {
    guard notifications.isUsed else { return }
    let queued = notifications.queued(app)
    guard queued.broadcasts > 0 else { return }
    if records { pendingKinds = queued.kinds }
    guard statistics.isMeasuring else { return }
    let delivered = UInt64(queued.kinds.nonzeroBitCount)
    statistics.notificationsDelivered += delivered
    statistics.notificationsCoalesced += UInt64(queued.broadcasts) - delivered
  }
}
