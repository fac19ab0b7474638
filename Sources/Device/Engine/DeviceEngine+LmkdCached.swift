import Workload

/// Profile `android`: what the activity manager does with processes that the user left.
extension DeviceEngine where Policy: ~Copyable {
  /// What follows from every event.
  mutating func settleAndroid() {
    android.eventStall = 0
    if !statistics.isMeasuring { android.stalledBefore = android.some.value(at: now) }
    followServices()
    followCaps()
    wakeKswapd()
    if !requests.isEmpty || android.isWaiting { followWaiting() }
    if android.mayMissPages { startMonitor() }
    if android.constants.tellsToTrim, !android.constants.trimsByPressure { followTrimByCount() }
  }

  /// An app was left: it is the previous one now, and the one before is cached.
  mutating func becomePrevious(_ app: AppID) {
    let before = android.previousApp
    android.previousApp = app
    guard before != noApp, before != app, apps[before].band == .appAgeing,
      apps[before].state == .suspended
    else { return }
    cancelTimer(before)
    enterCached(before)
  }

  /// A process runs nothing any more: the previous app keeps its place for a while, all others are
  /// cached.
  mutating func suspendAndroid(_ app: AppID) {
    android[app].told = .normal
    let leftAt = apps[app].readyAt
    let until = leftAt + android.constants.previous
    guard app == android.previousApp, apps[app].flags.contains(.observed), until > now else {
      enterCached(app)
      return
    }
    move(app, to: .appAgeing)
    startTimer(app, at: until, .ageing)
  }

  /// A process is cached; after a while it is frozen.
  mutating func enterCached(_ app: AppID) {
    enterIdle(app)
    startTimer(app, at: now + android.constants.freezeDebounce, .debouncing)
    checkIdleLimit(app)
  }

  /// Counts a process that entered the cached range.
  mutating func noteCached(_ app: AppID) {
    if constantsOfClass(app).pointee.isHelper {
      android.emptyCount += 1
      if android.oldestEmpty == noApp { android.oldestEmpty = app }
    } else if android.oldestActivity == noApp {
      android.oldestActivity = app
    }
  }

  /// Forgets a process that leaves it; it is still in the list.
  mutating func noteUncached(_ app: AppID) {
    let isEmpty = constantsOfClass(app).pointee.isHelper
    if isEmpty { android.emptyCount -= 1 }
    guard app == (isEmpty ? android.oldestEmpty : android.oldestActivity) else { return }
    var next = apps[app].next
    while next != noApp, constantsOfClass(next).pointee.isHelper != isEmpty {
      next = apps[next].next
    }
    if isEmpty { android.oldestEmpty = next } else { android.oldestActivity = next }
  }

  /// Kills the longest-cached process beyond what is kept, whether memory is short or not.
  private mutating func followCaps() {
    while apps.size(.idle) - android.emptyCount > android.constants.cachedActivities {
      events &+= 1
      purge(android.oldestActivity, .tooManyCached)
    }
    while android.emptyCount > android.constants.cachedEmpty {
      events &+= 1
      purge(android.oldestEmpty, .tooManyEmpty)
    }
  }

  /// Splits the processes that work in background into the A list and the B list.
  ///
  /// A third of them, and one, is on the A list, those that began last; the others go to the B list
  /// until their work is done. While memory is short large ones go too [AOSP OomAdjuster].
  private mutating func followServices() {
    let count = apps.size(.background)
    guard count > 0 else { return }
    let limit = services / android.constants.serviceDivisor + 1
    for _ in 0..<max(0, count - limit) { move(apps.head(.background), to: .helperAgeing) }
    guard android.trimLevel != .normal else { return }
    var app = apps.head(.background)
    while app != noApp {
      let next = apps[app].next
      if apps[app].footprint >= android.constants.serviceBSize { move(app, to: .helperAgeing) }
      app = next
    }
  }
}
