import RandomStreams
import Workload

/// A launch that waits for memory, or for an earlier wait of the same app to end.
struct LaunchRequest: BitwiseCopyable {
  var app: AppID
  /// What it needs in KiB.
  var amount: UInt32
  var occurrence: UInt32
  /// `open` for a visit of the user's, else the reason for a launch into background.
  var trigger: LifecycleTrigger
  var isWarm: Bool
  var isMeasured: Bool
  /// Whether an earlier request is to start the app; this one needs no memory then.
  var joins: Bool
  /// When the user opened it.
  var opened: Ticks
}

extension DeviceEngine where Policy: ~Copyable {
  /// Counts a launch of the user's and starts it, now or when there is memory.
  mutating func requestLaunch(_ event: PlanEvent) {
    let app = event.app
    let constantsOfClass = constantsOfClass(app)
    countRegret(app)
    appCounts.launched(app)
    let isWarm =
      apps[app].filePages >= constantsOfClass.pointee.warmPages
      && constantsOfClass.pointee.filePages > 0
    let amount = event.launchFootprint(apps[app].base)
    countStart(isWarm: isWarm)
    let joins = apps[app].flags.contains(.waiting)
    let request = LaunchRequest(
      app: app, amount: joins ? 0 : amount, occurrence: event.occurrence, trigger: .open,
      isWarm: isWarm, isMeasured: statistics.isMeasuring, joins: joins, opened: now)
    if joins {
      front = app
      requests.append(request)
      return
    }
    guard Int64(amount) <= mostAvailable,
      amount <= constantsOfClass.pointee.fatalLimit
    else {
      failLaunch(request)
      return
    }
    apps[app].base = amount
    front = app
    enqueue(request)
  }

  /// What all legal purges together can make room for: they spare the app in front.
  @inline(__always)
  var mostAvailable: Int64 {
    memory.usable - memory.wired - lines.floor - (front == noApp ? 0 : apps[front].returned)
  }

  private mutating func countStart(isWarm: Bool) {
    guard statistics.isMeasuring else { return }
    statistics.launches += 1
    if isWarm { statistics.warmLaunches += 1 } else { statistics.coldLaunches += 1 }
  }

  /// A launch that no legal purge can make room for counts with cold latency.
  private mutating func failLaunch(_ request: LaunchRequest) {
    if front == request.app { front = noApp }
    guard request.isMeasured else { return }
    statistics.failedLaunches += 1
    statistics.recordLatency(now - request.opened + launchTicks(request, isWarm: false))
  }

  /// A purge is regretted when the app is opened again within the window.
  mutating func countRegret(_ app: AppID) {
    let flags = apps[app].flags
    guard flags.contains(.purged) else { return }
    apps[app].flags.remove([.purged, .purgeMeasured])
    guard flags.contains(.purgeMeasured), now - apps[app].bandChange <= constants.regretWindow
    else { return }
    statistics.regrettedPurges += 1
    appCounts.regretted(app)
  }

  /// Starts a process now if it fits, else makes it wait; serves in order of arrival.
  mutating func enqueue(_ request: LaunchRequest) {
    guard requests.isEmpty, fits(request.amount) else {
      apps[request.app].flags.insert(.waiting)
      requests.append(request)
      return
    }
    start(request)
  }

  /// Whether the first request fits by now, or needs no memory because its app runs already.
  @inline(__always)
  private mutating func isFirstServable() -> Bool {
    let first = requests.first
    return apps[first.app].state != .notRunning || fits(first.amount)
  }

  /// Whether a process of this size can start now.
  @inline(__always)
  private mutating func fits(_ amount: UInt32) -> Bool {
    Int64(amount) <= launchRoom || (constants.isAndroid && swapForRoom(Int64(amount)))
  }

  /// Starts the waiting launches that fit by now.
  @inline(__always)
  mutating func serveRequests() {
    while !requests.isEmpty, isFirstServable() {
      let request = requests.removeFirst()
      if apps[request.app].state != .notRunning {
        joinLaunch(request)
      } else if request.joins {
        // The process it waited for is gone again; the user's second try starts anew.
        var again = request
        again.joins = false
        again.amount = apps[request.app].base
        enqueue(again)
      } else {
        apps[request.app].flags.remove(.waiting)
        start(request)
      }
    }
  }

  /// The first request can never be met: it fails, and nothing more is purged for it.
  mutating func dropRequest() {
    let request = requests.removeFirst()
    apps[request.app].flags.remove(.waiting)
    if request.trigger == .open { failLaunch(request) }
    serveRequests()
  }

  /// The user force-quits an app that waits for memory: it is not launched any more.
  mutating func cancelLaunch(_ app: AppID) {
    for _ in 0..<requests.count {
      let request = requests.removeFirst()
      guard request.app == app else {
        requests.append(request)
        continue
      }
      if request.trigger == .open, request.isMeasured {
        statistics.recordLatency(now - request.opened)
      }
    }
    apps[app].flags.remove(.waiting)
    guard front == app else { return }
    front = noApp
    if statistics.isMeasuring { statistics.abandonedLaunches += 1 }
  }

  /// A second opening of an app whose first one has just started it.
  private mutating func joinLaunch(_ request: LaunchRequest) {
    guard request.trigger == .open, request.isMeasured else { return }
    let ready = max(now, apps[request.app].readyAt)
    statistics.recordLatency(ready - request.opened)
  }

  /// Charges the memory and starts the process.
  private mutating func start(_ waiting: LaunchRequest) {
    let request = asOpened(waiting)
    let app = request.app
    allocate(Int64(request.amount))
    apps[app].footprint = request.amount
    apps[app].compressed = 0
    apps[app].occurrence = request.occurrence
    apps[app].flags.formIntersection([.forceQuit, .waiting])
    touchFilePages(app)
    if request.trigger == .open {
      startVisit(request)
    } else {
      startInBackground(app, request.trigger)
    }
  }

  /// A launch into background that the user has opened meanwhile is the user's; its latency is
  /// recorded when the user's request joins it.
  @inline(__always)
  private func asOpened(_ request: LaunchRequest) -> LaunchRequest {
    guard request.trigger != .open, front == request.app else { return request }
    var visit = request
    for place in 0..<requests.count where requests[place].app == request.app {
      visit = requests[place]
    }
    visit.amount = request.amount
    visit.isMeasured = false
    return visit
  }

  private mutating func startVisit(_ request: LaunchRequest) {
    let app = request.app
    var duration = launchTicks(request, isWarm: request.isWarm)
    if constants.isAndroid {
      let stalled = Ticks(takeStall().rounded())
      duration += stalled
      if stalled > 0 { android.allocatesUntil = now + duration }
    }
    let isDoomed = duration > constants.launchWatchdog
    apps[app].readyAt = now + min(duration, constants.launchWatchdog)
    if request.isMeasured {
      statistics.recordLatency(apps[app].readyAt - request.opened)
    }
    transition(app, to: .inactive, .open)
    let isInFront = front == app
    move(app, to: isInFront ? .foreground : .background, isNew: true)
    if !isInFront { transition(app, to: .background, .leave) }
    startTimer(
      app, at: apps[app].readyAt, isDoomed ? .doomed : isInFront ? .launching : .launchingBehind)
  }

  /// How long the launch itself takes; drawn per visit.
  @inline(__always)
  private func launchTicks(_ request: LaunchRequest, isWarm: Bool) -> Ticks {
    let constantsOfClass = constantsOfClass(request.app)
    let sampler =
      isWarm ? constantsOfClass.pointee.warmLaunch : constantsOfClass.pointee.coldLaunch
    var draws = stream(isWarm ? .warmLaunch : .coldLaunch, request.app, request.occurrence)
    return Ticks(rounding: sampler.draw(&draws))
  }

  /// Launches still waiting when the run ends count with the time they waited.
  mutating func finishWaitingLaunches() {
    while !requests.isEmpty {
      let request = requests.removeFirst()
      if request.trigger == .open, request.isMeasured {
        statistics.recordLatency(now - request.opened)
      }
    }
  }
}
