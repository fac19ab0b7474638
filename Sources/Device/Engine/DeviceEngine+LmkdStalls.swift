import Workload

/// Profile `android`: the pressure monitor, thrashing, and onTrimMemory.
extension DeviceEngine where Policy: ~Copyable {
  /// Runs the pressure monitor, ten steps a window, until a window has passed without stalls.
  mutating func monitorStalls() {
    android.monitorsUntil = max(now, android.some.end) + android.constants.stallWindow
    startMonitor()
  }

  /// Starts it for one step at least.
  mutating func startMonitor() {
    guard !android.isMonitoring else { return }
    android.isMonitoring = true
    android.some.open(at: now)
    android.full.open(at: now)
    startDeviceTimer(.stall, at: now + android.constants.stallStep)
  }

  /// One step of the monitor.
  mutating func stepMonitor() {
    if android.mayMissPages { refaultRunning() }
    let window = android.constants.stallWindow
    let some = android.some.growth(at: now, window: window)
    let full = android.full.growth(at: now, window: window)
    let isPartial = android.partial.fires(growth: some, now: now, window: window)
    let isComplete = android.complete.fires(growth: full, now: now, window: window)
    if android.constants.tellsToTrim, android.constants.trimsByPressure {
      followTrim(some: some, full: full)
    }
    // The next step comes before the next look of the same tick.
    let goesOn =
      now < android.monitorsUntil || android.mayMissPages || !requests.isEmpty
      || (android.trimLevel != .normal && android.constants.trimsByPressure)
    android.isMonitoring = goesOn
    if goesOn { startDeviceTimer(.stall, at: now + android.constants.stallStep) }
    if isPartial || isComplete { look(isEvent: true, isComplete: isComplete) }
  }

  /// Launches that wait for memory stall, all the time and for as long as it takes.
  mutating func followWaiting() {
    guard !requests.isEmpty else {
      if android.isWaiting {
        android.isWaiting = false
        android.some.release(now: now)
        android.full.release(now: now)
      }
      return
    }
    android.isWaiting = true
    android.directScans &+= 1
    let next = now + android.constants.stallStep
    android.some.hold(until: next, now: now)
    if services == 0 {
      android.full.hold(until: next, now: now)
    } else {
      android.full.release(now: now)
    }
    monitorStalls()
  }

  /// Running processes touch their file pages all the time: what is missing is read back, and when
  /// there is no room for it other pages go that will be missing next.
  private mutating func refaultRunning() {
    android.mayMissPages = false
    refaultRunning(in: .foreground)
    refaultRunning(in: .background)
    refaultRunning(in: .helperAgeing)
    refaultRunning(in: .media)
  }

  private mutating func refaultRunning(in band: Band) {
    var app = apps.head(band)
    while app != noApp {
      let missing = Int64(constantsOfClass(app).pointee.filePages) - Int64(apps[app].filePages)
      if missing > 0 {
        // At least a MiB, so that the last pages come too.
        let touched = Int64(Double(missing) * android.constants.touchedShare)
        let again = addFilePages(app, min(missing, max(1024, touched)))
        let isService = band == .background || band == .helperAgeing
        stall(Double(again) * android.constants.readTicksPerKiB, isService: isService)
        if Int64(apps[app].filePages) < Int64(constantsOfClass(app).pointee.filePages) {
          android.mayMissPages = true
        }
      }
      app = apps[app].next
    }
  }

  /// The level apps are told about follows the stalls, and holds for a window
  /// [AOSP LowMemDetector].
  private mutating func followTrim(some: Ticks, full: Ticks) {
    let window = android.constants.stallWindow
    var level = TrimLevel.normal
    if android.trimModerate.fires(growth: some, now: now, window: window) { level = .moderate }
    if android.trimLow.fires(growth: full, now: now, window: window) { level = .low }
    if android.trimCritical.fires(growth: full, now: now, window: window) { level = .critical }
    if level != .normal {
      android.trimsUntil = now + window
      setTrim(level)
    } else if android.trimLevel != .normal, now >= android.trimsUntil {
      setTrim(.normal)
    }
  }

  /// The level follows how few cached processes are left [AOSP AppProfiler without PSI].
  mutating func followTrimByCount() {
    let cached = apps.size(.idle)
    let empty = android.emptyCount
    let isNormal =
      cached - empty > android.constants.trimActivities || empty > android.constants.trimEmpty
    setTrim(
      isNormal
        ? .normal
        : cached <= android.constants.trimCriticalCached
          ? .critical : cached <= android.constants.trimLowCached ? .low : .moderate)
  }

  private mutating func setTrim(_ level: TrimLevel) {
    let before = android.trimLevel
    android.trimLevel = level
    if level.rawValue > before.rawValue { tellToTrim(level) }
  }

  /// Tells every process to trim that was told less in this stay in front or in background.
  ///
  /// Frozen ones are thawed for it [AOSP AppProfiler.scheduleTrimMemoryLSP].
  ///
  /// Complexity: O(processes).
  mutating func tellToTrim(_ level: TrimLevel, isForced: Bool = false) {
    events &+= 1
    tell(.idle, level, isForced)
    tell(.helperAgeing, level, isForced)
    tell(.appAgeing, level, isForced)
    tell(.background, level, isForced)
    tell(.media, level, isForced)
    tell(.foreground, level, isForced)
  }

  private mutating func tell(_ band: Band, _ level: TrimLevel, _ isForced: Bool) {
    var app = apps.head(band)
    while app != noApp {
      if isForced || android[app].told.rawValue < level.rawValue,
        apps[app].footprint >= constants.warningMinimum
      {
        android[app].told = level
        if statistics.isMeasuring { statistics.memoryWarnings += 1 }
        trim(app, constants.warningTrim)
        if band == .idle { refreshCandidate(app) }
      }
      app = apps[app].next
    }
  }
}
