import Workload

extension DeviceEngine where Policy: ~Copyable {
  /// Takes memory back if a line is crossed or a launch waits; called after every event.
  @inline(__always)
  mutating func settle() {
    if requests.isEmpty, memory.available >= lines.highest || constants.isPlain { return }
    killWhileNeeded()
    compressIfNeeded()
    scheduleReaper()
  }

  /// The kill loop: one victim, its memory comes back after the kill latency, the gauge is read
  /// again.
  ///
  /// Order of checks as in XNU: over the soft limit, idle band, reaper, then any band.
  @inline(__always)
  private mutating func killWhileNeeded() {
    while returns.isEmpty {
      let available = memory.available
      if available >= lines.soft, requests.isEmpty, !reaperIsSweeping, available >= lines.idle,
        available >= lines.critical
      {
        return
      }
      guard killOnce(available) else { return }
      if !requests.isEmpty { serveRequests() }
    }
  }

  /// Kills the process whose turn it is; false when nothing may be killed now.
  private mutating func killOnce(_ available: Int64) -> Bool {
    if hasSoftLimits, available < lines.soft {
      let victim = firstOverSoftLimit()
      if victim != noApp { return purge(victim, .highwater) }
    }
    if available < lines.idle, apps.size(.idle) > 0 {
      return purge(victim(in: .idle), .idleExit)
    }
    if reaperIsSweeping {
      let victim = available < lines.reaper ? longIdleVictim() : noApp
      if victim != noApp { return purge(victim, .longIdleExit) }
      reaperIsSweeping = false
    }
    guard requests.isEmpty else {
      if let band = lowestBand(below: .foreground) {
        return purge(victim(in: band), .vmPageshortage)
      }
      dropRequest()
      return true
    }
    guard available < lines.critical else { return false }
    if let band = lowestBand(below: .foreground) {
      return purge(victim(in: band), .vmPageshortage)
    }
    let last = apps.head(.foreground)
    return last == noApp ? false : purge(last, .vmPageshortage)
  }

  private func lowestBand(below limit: Band) -> Band? {
    for band in [Band.idle, .helperAgeing, .appAgeing, .background] where apps.size(band) > 0 {
      return band
    }
    return nil
  }

  private func firstOverSoftLimit() -> AppID {
    for band in Band.allCases {
      var app = apps.head(band)
      while app != noApp {
        let constants = constantsOfClass(app)
        if constants.pointee.hasSoftLimit, apps[app].footprint > constants.pointee.softLimit {
          return app
        }
        app = apps[app].next
      }
    }
    return noApp
  }

  /// Kills a process to take its memory back; always true.
  @discardableResult
  mutating func purge(
    _ app: AppID, _ cause: PurgeCause, trigger: LifecycleTrigger = .purge, key given: Double? = nil
  ) -> Bool {
    if statistics.isMeasuring {
      statistics.purges += 1
      statistics.purgesByCause[Int(cause.rawValue)] += 1
      if !constantsOfClass(app).pointee.isHelper { statistics.appPurges += 1 }
    }
    countCutTask(app)
    let isKeyed = Policy.order == .key && apps[app].band == .idle
    let key = given ?? (isKeyed ? candidates.key(of: app) : 0)
    end(app, trigger, cause: cause, isKill: !constants.isPlain)
    policy.didPurge(app, key: key)
    apps[app].flags.insert(.purged)
    // Purges so late that their reopening could fall after the end are left out.
    if statistics.isMeasuring, end - now >= constants.regretWindow {
      apps[app].flags.insert(.purgeMeasured)
    }
    return true
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
