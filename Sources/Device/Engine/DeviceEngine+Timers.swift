import EventQueue
import Workload

/// What a timer belongs to; the upper four bits of an event's payload.
enum TimerKind: UInt32 {
  case app
  case memoryReturn
  case compressor
  case reaper
  case pressure
  case warning
  case sustained
  case freezer
  case demotion
  case storage
  case policy
  case kswapd
  case stall
  case lmkd
  case compaction

  static let shift: UInt32 = 24
  static let appMask: UInt32 = 1 << 24 - 1
}

extension DeviceEngine where Policy: ~Copyable {
  /// Starts an app's one timer; it must have none.
  @inline(__always)
  mutating func startTimer(_ app: AppID, at time: Ticks, _ phase: AppPhase) {
    apps[app].phase = phase
    apps[app].timer = UInt32(truncatingIfNeeded: queue.schedule(at: time, payload: app))
  }

  /// Cancels an app's timer, if it has one.
  @inline(__always)
  mutating func cancelTimer(_ app: AppID) {
    apps[app].phase = .settled
    guard apps[app].timer != 0 else { return }
    apps[app].timer = 0
    queue.noteCancelled()
    if queue.needsCompaction { compactQueue() }
  }

  private mutating func compactQueue() {
    let records = apps.records
    queue.compact { entry in
      guard entry.payload < 1 << TimerKind.shift else { return true }
      return records[Int(entry.payload)].timer == UInt32(truncatingIfNeeded: entry.sequence)
    }
  }

  mutating func startDeviceTimer(_ kind: TimerKind, at time: Ticks) {
    queue.schedule(at: time, payload: kind.rawValue << TimerKind.shift)
  }

  @inline(__always)
  mutating func handleTimer(_ entry: PendingEvents.Entry) {
    let payload = entry.payload
    guard payload >= 1 << TimerKind.shift else {
      let sequence = UInt32(truncatingIfNeeded: entry.sequence)
      guard apps[payload].timer == sequence else {
        queue.noteDeadPopped()
        return
      }
      apps[payload].timer = 0
      events &+= 1
      handleAppTimer(payload)
      return
    }
    handleDeviceTimer(TimerKind(rawValue: payload >> TimerKind.shift))
  }

  private mutating func handleDeviceTimer(_ kind: TimerKind?) {
    switch kind {
    case .memoryReturn:
      events &+= 1
      memory.dying -= returns.removeFirst()
      serveRequests()
    case .compressor: finishCompression()
    case .policy: break  // The trigger is asked after every event.
    case .reaper:
      reaperIsScheduled = false
      startSweep()
    case .pressure: updatePressure()
    case .warning: continueWarnings()
    case .sustained: killForSustainedPressure()
    case .freezer: runFreezer()
    case .demotion: demoteFrozen()
    case .storage: killFrozen()
    case .kswapd: finishKswapd()
    case .stall: stepMonitor()
    case .lmkd: if now == android.nextLook { look(isEvent: false, isComplete: false) }
    case .compaction: if now == android.compactionDue { finishCompaction() }
    case .app, nil: failure = .invariant("a timer of no kind")
    }
  }

  private mutating func handleAppTimer(_ app: AppID) {
    let phase = apps[app].phase
    apps[app].phase = .settled
    switch phase {
    case .launching: finishLaunch(app)
    case .growing: grow(app)
    case .ageing:
      if constants.isAndroid {
        enterCached(app)
      } else {
        enterIdle(app)
        checkIdleLimit(app)
      }
    case .debouncing: freezeCached(app)
    case .running, .inMode, .processing: finishTask(app, phase, .taskEnd)
    case .overrunning: finishTask(app, phase, .taskExpired)
    case .launchingBehind: finishTask(app, phase, .noTask)
    case .doomed: terminate(app, .watchdog)
    case .crashing: crash(app)
    case .settled: failure = .invariant("a settled app had a timer")
    }
  }
}
