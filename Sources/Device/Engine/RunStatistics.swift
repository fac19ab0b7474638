import Statistics
import Workload

/// The counters and time averages of one run, of the measured time only.
struct RunStatistics: ~Copyable {
  let warmUp: Ticks
  let end: Ticks
  let idleLine: Int64
  let criticalLine: Int64
  var isMeasuring: Bool

  var launches: UInt64 = 0
  var coldLaunches: UInt64 = 0
  var warmLaunches: UInt64 = 0
  var resumes: UInt64 = 0
  var failedLaunches: UInt64 = 0
  var abandonedLaunches: UInt64 = 0
  var purges: UInt64 = 0
  var appPurges: UInt64 = 0
  var regrettedPurges: UInt64 = 0
  var helperLaunches: UInt64 = 0
  var memoryWarnings: UInt64 = 0
  var tasksFinished: UInt64 = 0
  var tasksCut: UInt64 = 0
  var pushesDelivered: UInt64 = 0
  var pushesRefused: UInt64 = 0
  var refreshesDelivered: UInt64 = 0
  var backgroundLaunches: UInt64 = 0
  var killsCancelled: UInt64 = 0
  var limitWarnings: UInt64 = 0
  var tasksRefused: UInt64 = 0
  var overrunKills: UInt64 = 0
  var lockKills: UInt64 = 0
  var processingRefused: UInt64 = 0
  var crashes: UInt64 = 0
  var freezes: UInt64 = 0
  var compactions: UInt64 = 0
  /// File pages read back, in KiB, and the time some process stalled; only in `android`.
  var refaulted: UInt64 = 0
  var stalled: Ticks?
  var notificationsDelivered: UInt64 = 0
  var notificationsCoalesced: UInt64 = 0
  var notificationsDropped: UInt64 = 0
  /// The present level of the second gauge.
  var pressure = PressureLevel.normal
  var survival = SurvivalTable()
  let purgesByCause: UnsafeMutablePointer<UInt64>
  /// By band of the process, in the order of ``Band``.
  let purgesByBand: UnsafeMutablePointer<UInt64>
  var latency = LatencyHistogram()

  private var lastTime: Ticks = 0
  private var availableIntegral: UInt128 = 0
  private var compressedIntegral: UInt128 = 0
  private var availableMinimum = Int64.max
  private var belowIdle: Ticks = 0
  private var belowCritical: Ticks = 0
  private var inWarning: Ticks = 0
  private var inCritical: Ticks = 0

  init(warmUp: Ticks, end: Ticks, lines: MemoryLines) {
    self.warmUp = warmUp
    self.end = end
    idleLine = lines.idle
    criticalLine = lines.critical
    isMeasuring = warmUp == 0
    let causes = PurgeCause.allCases.count
    purgesByCause = .allocate(capacity: causes)
    purgesByCause.initialize(repeating: 0, count: causes)
    purgesByBand = .allocate(capacity: Band.allCases.count)
    purgesByBand.initialize(repeating: 0, count: Band.allCases.count)
  }

  deinit {
    purgesByCause.deallocate()
    purgesByBand.deallocate()
  }

  /// Integrates the gauges over the time since the last event; call before anything changes.
  @inline(__always)
  mutating func advance(to now: Ticks, memory: MemoryLedger) {
    var elapsed = now &- lastTime
    lastTime = now
    if !isMeasuring {
      guard now >= warmUp else { return }
      isMeasuring = true
      elapsed = now - warmUp
    }
    guard elapsed > 0 else { return }
    let available = memory.available
    availableIntegral &+= UInt128(UInt64(bitPattern: available)) &* UInt128(elapsed)
    compressedIntegral &+= UInt128(UInt64(bitPattern: memory.compressed)) &* UInt128(elapsed)
    if pressure != .normal {
      if pressure == .warning { inWarning &+= elapsed } else { inCritical &+= elapsed }
    }
    if available < availableMinimum { availableMinimum = available }
    if available < idleLine {
      belowIdle &+= elapsed
      if available < criticalLine { belowCritical &+= elapsed }
    }
  }

  /// Adds the time from a tap to ready.
  @inline(__always)
  mutating func recordLatency(_ ticks: Ticks) { latency.record(Int64(ticks)) }

  /// The values of ``Metric/all``.
  func values() -> [Double?] {
    let seconds = (end > warmUp ? end - warmUp : 0).inSeconds
    let days = seconds / 86_400
    func perDay(_ value: Double) -> Double? { days > 0 ? value / days : nil }
    func time(_ ticks: Ticks) -> Double? { seconds > 0 ? ticks.inSeconds / seconds : nil }
    func mebibytes(_ integral: UInt128) -> Double? {
      seconds > 0 ? Double(integral) / 1e6 / seconds / 1024 : nil
    }
    func quantile(_ p: Double) -> Double? { latency.quantile(p).map { Double($0) / 1e6 } }
    let launchCounts: [UInt64] = [
      launches, coldLaunches, warmLaunches, resumes, failedLaunches, abandonedLaunches,
    ]
    var values: [Double?] = launchCounts.map { Double($0) }
    values.append(launches > 0 ? Double(resumes) / Double(launches) : nil)
    values.append(latency.mean.map { $0 / 1e6 })
    values += [quantile(0.5), quantile(0.9), quantile(0.95), quantile(0.99)]
    values.append(perDay(Double(latency.sum) / 1e6))
    values.append(Double(purges))
    values += PurgeCause.allCases.map { Double(purgesByCause[Int($0.rawValue)]) }
    values += Band.allCases.map { Double(purgesByBand[Int($0.rawValue)]) }
    values += [Double(appPurges), perDay(Double(appPurges)), Double(regrettedPurges)]
    values.append(Double(helperLaunches))
    values += [mebibytes(availableIntegral)]
    values.append(availableMinimum == .max ? nil : Double(availableMinimum) / 1024)
    values += [mebibytes(compressedIntegral), time(belowIdle), time(belowCritical)]
    values += [time(inWarning), time(inCritical)]
    values += [memoryWarnings, limitWarnings, killsCancelled, freezes].map { Double($0) }
    values.append(Double(compactions))
    values.append(stalled.flatMap { perDay($0.inSeconds) })
    values.append(stalled.flatMap { _ in perDay(Double(refaulted) / 1024) })
    let background: [UInt64] = [
      tasksFinished, tasksCut, pushesDelivered, pushesRefused, refreshesDelivered,
      backgroundLaunches, tasksRefused, overrunKills, lockKills, processingRefused, crashes,
      notificationsDelivered, notificationsCoalesced, notificationsDropped,
    ]
    return values + background.map { Double($0) } + survival.alive()
  }
}
