import Workload

extension DeviceEngine where Policy: ~Copyable {
  /// Takes memory back if a line is crossed or a launch waits; called after every event.
  @inline(__always)
  mutating func settle() {
    followOwnTrigger()
    let isCalm = memory.available >= lines.highest && memory.pool < lines.poolNear
    if requests.isEmpty, isCalm || constants.isPlain { return }
    if !requests.isEmpty { serveRequests() }
    if constants.isAndroid {
      settleAndroid()
      return
    }
    killWhileNeeded()
    compressIfNeeded()
    scheduleReaper()
    scheduleFreezer()
  }

  /// The kill loop: one victim, its memory comes back after the kill latency, the gauge is read
  /// again.
  ///
  /// Nothing more is decided while a victim's memory is on its way, so there is no double kill.
  @inline(__always)
  private mutating func killWhileNeeded() {
    while returns.isEmpty {
      let available = memory.available
      if available >= lines.soft, requests.isEmpty, !reaperIsSweeping, available >= lines.idle,
        available >= lines.critical, memory.pool < lines.poolNear
      {
        return
      }
      guard killOnce(available) else { return }
      if !requests.isEmpty { serveRequests() }
    }
  }

  /// Kills the process whose turn it is; false when nothing may be killed now.
  ///
  /// Order of checks as in XNU's `memorystatus_pick_action`: compressor exhausted, over the soft
  /// limit, idle band, reaper, then any band.
  private mutating func killOnce(_ available: Int64) -> Bool {
    if memory.pool >= lines.poolNear, let band = lowestBand() {
      return kill(victim(in: band), .compressorSpaceShortage)
    }
    if hasSoftLimits, available < lines.soft {
      let victim = firstOverSoftLimit()
      if victim != noApp { return kill(victim, .highwater) }
    }
    if available < lines.idle, apps.size(.idle) > 0 {
      return kill(victim(in: .idle), .idleExit)
    }
    if reaperIsSweeping {
      let victim = available < lines.reaper ? reapable(longIdleVictim()) : noApp
      if victim != noApp { return kill(victim, .longIdleExit) }
      reaperIsSweeping = false
    }
    guard requests.isEmpty else {
      if let band = lowestBand() { return kill(victim(in: band), .vmPageshortage) }
      dropRequest()
      return true
    }
    guard available < lines.critical else { return false }
    if let band = lowestBand() { return kill(victim(in: band), .vmPageshortage) }
    let last = largestInFront()
    return last == noApp ? false : kill(last, .vmPageshortage)
  }

  /// The lowest band that is not empty, but the one of the app in front: that goes last of all.
  @inline(__always)
  private func lowestBand() -> Band? {
    if apps.size(.idle) > 0 { return .idle }
    if apps.size(.helperAgeing) > 0 { return .helperAgeing }
    if apps.size(.appAgeing) > 0 { return .appAgeing }
    if apps.size(.background) > 0 { return .background }
    if apps.size(.freezer) > 0 { return .freezer }
    return apps.size(.media) > 0 ? .media : nil
  }

  /// The foreground band is the one that is ordered by size, largest first.
  private func largestInFront() -> AppID {
    var app = apps.head(.foreground)
    var largest = app
    while app != noApp {
      if apps[app].footprint > apps[largest].footprint { largest = app }
      app = apps[app].next
    }
    return largest
  }

  /// The first process over its soft limit, bands ascending.
  ///
  /// Complexity: O(processes), only when a class has a soft limit.
  private func firstOverSoftLimit() -> AppID {
    for band in Band.allCases {
      var app = apps.head(band)
      while app != noApp {
        if isOverSoftLimit(app) { return app }
        app = apps[app].next
      }
    }
    return noApp
  }

  @inline(__always)
  private func isOverSoftLimit(_ app: AppID) -> Bool {
    let constants = constantsOfClass(app)
    let limit =
      apps[app].band == .idle ? constants.pointee.idleSoftLimit : constants.pointee.softLimit
    return constants.pointee.hasSoftLimit && apps[app].footprint > limit
  }

  /// The reaper spares helpers that would be relaunched soon; then the next idle process is taken.
  private func reapable(_ victim: AppID) -> AppID {
    guard victim != noApp, !isReapable(victim) else { return victim }
    var app = apps.head(.idle)
    while app != noApp, apps[app].bandChange + constants.reaperIdle <= now {
      if isReapable(app) { return app }
      app = apps[app].next
    }
    return noApp
  }

  private func isReapable(_ app: AppID) -> Bool {
    guard constantsOfClass(app).pointee.isHelper else { return true }
    let likelihood = relaunches.likelihood(app)
    return likelihood == .unknown || likelihood == .low
  }

  /// Kills a victim of the system's choice, unless purging its purgeable memory is enough.
  ///
  /// Before a kill the victim's purgeable memory is purged; when that lifts the gauge over the soft
  /// line, or an over-limit victim below its limit, the kill is cancelled [XNU]. Always true: the
  /// gauge is to be read again.
  @discardableResult
  mutating func kill(_ app: AppID, _ cause: PurgeCause) -> Bool {
    let purgeable = constantsOfClass(app).pointee.purgeable
    let record = apps[app]
    if purgeable > 0, !record.flags.contains(.purgeableTaken) {
      apps[app].flags.insert(.purgeableTaken)
      release(app, min(purgeable, record.footprint - record.compressed))
      let isEnough =
        cause == .highwater
        ? !isOverSoftLimit(app) : memory.available > lines.soft && requests.isEmpty
      if isEnough, cause != .compressorSpaceShortage {
        if statistics.isMeasuring { statistics.killsCancelled += 1 }
        if record.band == .idle { refreshCandidate(app) }
        return true
      }
    }
    return purge(app, cause)
  }

  /// Kills a process to take its memory back; always true.
  @discardableResult
  mutating func purge(
    _ app: AppID, _ cause: PurgeCause, trigger: LifecycleTrigger = .purge, key given: Double? = nil
  ) -> Bool {
    if records { notePurge(app, cause) }
    if statistics.isMeasuring {
      statistics.purges += 1
      statistics.purgesByCause[Int(cause.rawValue)] += 1
      statistics.purgesByBand[Int(apps[app].band.rawValue)] += 1
      if !constantsOfClass(app).pointee.isHelper { statistics.appPurges += 1 }
    }
    countCutTask(app)
    if notifications.isUsed, apps[app].state == .suspended {
      let dropped = notifications.queued(app).kinds.nonzeroBitCount
      if statistics.isMeasuring { statistics.notificationsDropped += UInt64(dropped) }
    }
    let isKeyed = Policy.order == .key && apps[app].band == .idle
    let key = given ?? (isKeyed ? candidates.key(of: app) : 0)
    end(app, trigger, cause: cause, isKill: !constants.isPlain)
    policy.didPurge(app, key: key)
    // The likely next victim.
    apps.prefetch(apps.head(.idle))
    apps[app].flags.insert(.purged)
    appCounts.purged(app)
    // Purges so late that their reopening could fall after the end are left out.
    if statistics.isMeasuring, end - now >= constants.regretWindow {
      apps[app].flags.insert(.purgeMeasured)
    }
    return true
  }

  /// Begins a sweep, unless there is memory again or nobody is due any more.
  mutating func startSweep() {
    let head = apps.head(.idle)
    guard memory.available < lines.reaper, head != noApp,
      apps[head].bandChange + constants.reaperIdle <= now
    else { return }
    reaperIsSweeping = true
    reaperMayStart = now + constants.reaperInterval
  }

  /// Plans the next sweep for the time when the first idle process may be due.
  @inline(__always)
  private mutating func scheduleReaper() {
    guard !reaperIsScheduled, memory.available < lines.reaper else { return }
    let head = apps.head(.idle)
    guard head != noApp else { return }
    let due = max(now + 1, max(reaperMayStart, apps[head].bandChange + constants.reaperIdle))
    reaperIsScheduled = true
    startDeviceTimer(.reaper, at: due)
  }
}
