import Workload

/// Memory warnings and sustained pressure: what follows from the second gauge.
extension DeviceEngine where Policy: ~Copyable {
  /// Reads the second gauge.
  @inline(__always)
  mutating func updatePressure() {
    let change = gauge.update(share: memory.uncompressedShare, now: now)
    if change != .none { follow(change) }
  }

  private mutating func follow(_ change: PressureGauge.Change) {
    switch change {
    case .rose:
      statistics.pressure = gauge.level
      startWarnings()
      if !sustainedIsScheduled {
        sustainedIsScheduled = true
        startDeviceTimer(.sustained, at: gauge.pressedSince + constants.sustained)
      }
      if gauge.level == .critical { cutTasks() }
    case .fell: statistics.pressure = gauge.level
    case .fallsUnlessItRises:
      startDeviceTimer(.pressure, at: now + constants.warningSmoothing)
    case .none: break
    }
  }

  /// Starts a round of warnings unless one is under way; cuts the rest after the last one short,
  /// because it holds for the level of that round only.
  mutating func startWarnings() {
    if constants.isAndroid {
      warningIsForced = false
      tellToTrim(.critical, isForced: true)
      return
    }
    guard warningTargets.isEmpty, warningDue != now else { return }
    scheduleWarning(at: now)
  }

  private mutating func scheduleWarning(at time: Ticks) {
    warningDue = time
    startDeviceTimer(.warning, at: time)
  }

  /// Warns the next app, or lists the apps of a new round.
  mutating func continueWarnings() {
    guard warningDue == now else { return }
    warningDue = .max
    if warningTargets.isEmpty {
      guard gauge.level != .normal || warningIsForced else { return }
      listWarningTargets()
      warningIsForced = false
    }
    while !warningTargets.isEmpty {
      guard warn(warningTargets.removeFirst()) else { continue }
      events &+= 1
      break
    }
    if !requests.isEmpty { serveRequests() }
    let midpoint = (lines.soft + lines.critical) / 2
    let pause = memory.available <= midpoint ? 0 : constants.warningInterval
    let isLast = warningTargets.isEmpty
    guard !isLast || gauge.level != .normal || warningIsForced else { return }
    scheduleWarning(at: now + (isLast && !warningIsForced ? constants.warningRest : pause))
  }

  /// Who is told in this round: apps that run in band 20 or above, lowest band first, larger
  /// footprint first inside a band; suspended and frozen apps are never warned.
  ///
  /// Complexity: O(n log n) for n running apps, once a round.
  private mutating func listWarningTargets() {
    var targets: [(band: UInt8, footprint: UInt32, app: AppID)] = []
    for band in Band.allCases where band.priority >= Band.appAgeing.priority && band != .freezer {
      var app = apps.head(band)
      while app != noApp {
        let record = apps[app]
        if record.state != .suspended, record.footprint >= constants.warningMinimum {
          targets.append((band.rawValue, record.footprint, app))
        }
        app = record.next
      }
    }
    targets.sort {
      $0.band != $1.band
        ? $0.band < $1.band
        : $0.footprint != $1.footprint ? $0.footprint > $1.footprint : $0.app < $1.app
    }
    for target in targets { warningTargets.append(target.app) }
  }

  /// Warns one app if it still runs; it trims itself.
  private mutating func warn(_ app: AppID) -> Bool {
    guard apps[app].state != .suspended, apps[app].state != .notRunning else { return false }
    if statistics.isMeasuring { statistics.memoryWarnings += 1 }
    trim(app, constants.warningTrim)
    return true
  }

  /// Warning held for long: one process of the idle band dies, then the next, at most twice as many
  /// as it held at the start.
  mutating func killForSustainedPressure() {
    sustainedIsScheduled = false
    guard gauge.level != .normal else {
      sustainedKillsLeft = 0
      return
    }
    let due = gauge.pressedSince + constants.sustained
    guard now >= due else {
      sustainedIsScheduled = true
      startDeviceTimer(.sustained, at: due)
      return
    }
    if sustainedKillsLeft == 0 { sustainedKillsLeft = 2 * apps.size(.idle) }
    if apps.size(.idle) > 0, returns.isEmpty, sustainedKillsLeft > 0 {
      events &+= 1
      sustainedKillsLeft -= 1
      kill(victim(in: .idle), .sustainedMemoryPressure)
      updatePressure()
    }
    sustainedIsScheduled = true
    let pause = sustainedKillsLeft > 0 ? constants.sustainedInterval : constants.sustained
    startDeviceTimer(.sustained, at: now + max(1, pause))
  }
}
