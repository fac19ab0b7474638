import RandomStreams
import Workload

/// The freezer: suspended apps go to storage and to a higher band.
extension DeviceEngine where Policy: ~Copyable {
  /// Plans a run when the freezer has work: low memory, a free slot, apps to freeze.
  @inline(__always)
  mutating func scheduleFreezer() {
    guard !freezer.isScheduled, freezer.cursor != noApp, memory.available < lines.freezer,
      freezer.frozen < constants.freezerSlots || freezer.waiting >= 3,
      apps.size(.idle) > constants.freezerReserve
    else { return }
    freezer.isScheduled = true
    startDeviceTimer(.freezer, at: max(now, freezer.mayRun))
  }

  /// Freezes the app that has been idle longest and may be frozen; one a run.
  mutating func runFreezer() {
    freezer.isScheduled = false
    guard memory.available < lines.freezer else { return }
    while freezer.cursor != noApp {
      let app = freezer.cursor
      guard isFreezable(app) else {
        freezer.cursor = apps[app].next
        continue
      }
      let amount = frozenSize(app)
      guard amount <= constants.freezerBudget else {
        freezer.cursor = apps[app].next
        continue
      }
      guard freezer.fits(amount, budget: constants.freezerBudget, now: now) else {
        freezer.mayRun = (now / Ticks.perDay + 1) * Ticks.perDay
        return
      }
      freezer.cursor = apps[app].next
      freeze(app, writing: amount)
      freezer.mayRun = now + constants.freezerInterval
      return
    }
  }

  @inline(__always)
  private func isFreezable(_ app: AppID) -> Bool {
    let record = apps[app]
    guard !constantsOfClass(app).pointee.isHelper, record.state == .suspended,
      record.returned >= Int64(constants.freezerMinimum)
    else { return false }
    return record.flags.contains(.frozen)
      ? freezer.waiting >= 3 : freezer.frozen < constants.freezerSlots
  }

  /// What freezing an app writes: what is not on storage yet, compressed.
  @inline(__always)
  private func frozenSize(_ app: AppID) -> Int64 {
    let record = apps[app]
    let most = UInt32(Double(record.footprint) * constants.compressFraction)
    let fresh = most > record.compressed ? most - record.compressed : 0
    return record.pool + Int64(Double(fresh) / compressRatio)
  }

  private mutating func freeze(_ app: AppID, writing amount: Int64) {
    events &+= 1
    let before = apps[app]
    let most = max(
      before.compressed, UInt32(Double(before.footprint) * constants.compressFraction))
    if !before.flags.contains(.frozen) {
      freezer.frozen += 1
      freezer.forget(app)
      memory.pool -= before.pool
      memory.compressed -= Int64(before.compressed)
    }
    freezer.written += amount
    freezer.writtenInAll += amount
    if statistics.isMeasuring { statistics.freezes += 1 }
    leaveBand(app)
    apps[app].flags.insert(.frozen)
    apps[app].compressed = most
    memory.resident -= Int64(most - before.compressed)
    apps[app].bandChange = now
    apps.append(app, to: .freezer)
    updatePressure()
    if !requests.isEmpty { serveRequests() }
  }

  /// Once a day, frozen apps that were hardly used go back to the idle band.
  mutating func demoteFrozen() {
    startDeviceTimer(.demotion, at: now + Ticks.perDay)
    var left = constants.freezerDemotions
    var app = apps.head(.freezer)
    while app != noApp, left > 0 {
      let next = apps[app].next
      if freezer.thawCount(app) < constants.freezerDemotionThaws {
        events &+= 1
        enterIdle(app)
        left -= 1
      }
      app = next
    }
  }

  /// Storage is short: the freezer is emptied, every suspended app with pages there dies.
  mutating func killFrozen() {
    scheduleStorageEmergency()
    for band in Band.allCases {
      var app = apps.head(band)
      while app != noApp {
        let next = apps[app].next
        if apps[app].flags.contains(.frozen), apps[app].state == .suspended {
          events &+= 1
          purge(app, .diskSpaceShortage)
        }
        app = next
      }
    }
  }

  /// Draws the time of the next storage emergency, if there are any.
  mutating func scheduleStorageEmergency() {
    guard constants.storageGap > 0 else { return }
    var draws = family.stream(.storage, entity: 0, occurrence: storageEmergencies)
    storageEmergencies += 1
    let gap = Ticks(rounding: constants.storageGap * draws.exponential())
    startDeviceTimer(.storage, at: now + max(1, gap))
  }
}
