import Workload

/// What lmkd sees when it looks.
struct LmkdReading: BitwiseCopyable {
  var now: Ticks
  /// Free memory, file pages and resident dirty memory, in KiB.
  var free: Int64
  var file: Int64
  var anonymous: Int64
  /// Swap in use, in KiB.
  var swapped: Int64
  /// File pages read back since the start, in KiB.
  var refaults: Int64
  /// How often a process had to reclaim itself, and how often kswapd did.
  var directScans: UInt64
  var kswapdScans: UInt64
  /// Whether every running process stalled for too long, just now.
  var isComplete: Bool
}

/// Whom lmkd may kill, and why.
struct LmkdDecision {
  let cause: PurgeCause
  /// The lowest score it may kill.
  let lowestScore: Int
}

/// lmkd's mind: when it kills and how important the victim may be, not who it is.
///
/// The new strategy of Android 13 (`mp_event_psi` in lmkd.cpp), and the watermark rule of Android
/// 14: reasons are tested in its order, the first that holds decides. A watermark counts as
/// breached when free memory is below the *low* one, as in the code, not below the high one.
/// Effects happen in the engine.
struct Lmkd: BitwiseCopyable {
  private let minWatermark: Int64
  private let lowWatermark: Int64
  private let swapSize: Int64
  private let swapLow: Int64
  private let criticalThrashing: Int64
  private let swapUtilizationLimit: Int64
  private let fileCacheMinimum: Int64
  private let lowMemoryScore: Int
  private let afterKillScore: Int

  private var thrash: ThrashGauge
  private var refaults: Int64 = 0
  private var directScans: UInt64 = 0
  private var kswapdScans: UInt64 = 0
  private var killed = false
  private var checksFileCache = false
  private var cutsLimit = false
  /// Whether swap was low, and whether somebody reclaimed directly, at the last look.
  private(set) var swapIsLow = false
  private(set) var sawDirectReclaim = false

  init(_ configuration: DeviceConfiguration, _ constants: LmkdConstants) {
    let a = configuration.android
    func percent(_ share: Double) -> Int64 { Int64((share * 100).rounded()) }
    minWatermark = constants.minWatermark
    lowWatermark = constants.lowWatermark
    swapSize = constants.swapSize
    swapLow = Int64(Double(constants.swapSize) * a.swapFreeLow)
    criticalThrashing = Int64((a.thrashingLimit * 100 * a.thrashingCriticalFactor).rounded())
    swapUtilizationLimit = percent(a.swapUtilizationLimit)
    fileCacheMinimum = Int64((a.fileCacheMinimumMiB * 1024).rounded())
    lowMemoryScore = a.lowMemoryScore
    afterKillScore = a.afterKillScore
    thrash = ThrashGauge(
      limit: percent(a.thrashingLimit), decay: percent(a.thrashingLimitDecay),
      window: Ticks(rounding: a.thrashingWindowSeconds))
  }

  /// Looks, and decides.
  ///
  /// - Returns: Nil when nobody is to be killed.
  mutating func decide(_ reading: LmkdReading) -> LmkdDecision? {
    let isAfterKill = killed
    if killed {
      killed = false
      thrash.restart(now: reading.now, file: reading.file, refaults: reading.refaults)
    }
    swapIsLow = swapSize - reading.swapped < swapLow
    sawDirectReclaim = reading.directScans != directScans
    let isReclaiming = sawDirectReclaim || reading.kswapdScans != kswapdScans
    directScans = reading.directScans
    kswapdScans = reading.kswapdScans
    // Neither reclaim nor refaults since the last look: there is no pressure.
    guard isReclaiming || reading.refaults != refaults else { return nil }
    refaults = reading.refaults
    let thrashing = thrash.read(
      now: reading.now, file: reading.file, refaults: reading.refaults)
    cutsLimit = false
    return reason(reading, thrashing: thrashing, isAfterKill: isAfterKill)
  }

  /// The first reason that holds.
  private mutating func reason(
    _ reading: LmkdReading, thrashing: Int64, isAfterKill: Bool
  ) -> LmkdDecision? {
    let isBelowMin = reading.free < minWatermark
    let isBreached = reading.free < lowWatermark
    let isCritical = thrashing >= criticalThrashing
    // Perceptible apps are spared unless memory is as short as it gets.
    let spared = LmkdScores.perceptible + 1
    if isAfterKill, isBelowMin {
      return LmkdDecision(cause: .lmkdPressureAfterKill, lowestScore: afterKillScore)
    }
    if reading.isComplete { return LmkdDecision(cause: .lmkdNotResponding, lowestScore: 0) }
    if swapIsLow, thrashing > thrash.limitUncut {
      checksFileCache = true
      return LmkdDecision(
        cause: .lmkdLowSwapAndThrashing, lowestScore: isBelowMin || isCritical ? 0 : spared)
    }
    if swapIsLow, isBreached {
      return LmkdDecision(
        cause: .lmkdLowMemAndSwap, lowestScore: isBelowMin || isCritical ? 0 : spared)
    }
    if isBreached, swapUtilizationLimit < 100, swapUtilization(reading) > swapUtilizationLimit {
      return LmkdDecision(cause: .lmkdLowMemAndSwapUtil, lowestScore: 0)
    }
    if thrashing > thrash.limit, isBreached || sawDirectReclaim {
      cutsLimit = true
      checksFileCache = true
      return LmkdDecision(
        cause: isBreached ? .lmkdLowMemAndThrashing : .lmkdDirectReclAndThrashing,
        lowestScore: isCritical ? 0 : spared)
    }
    if checksFileCache {
      if reading.file < fileCacheMinimum {
        return LmkdDecision(cause: .lmkdLowFilecacheAfterThrashing, lowestScore: spared)
      }
      checksFileCache = false
    }
    guard isBreached, lowMemoryScore <= LmkdScores.cachedMax else { return nil }
    return LmkdDecision(cause: .lmkdLowMem, lowestScore: lowMemoryScore)
  }

  /// Swapped share of all that could be swapped, in percent.
  private func swapUtilization(_ reading: LmkdReading) -> Int64 {
    let swappable = reading.anonymous + reading.swapped
    return swappable > 0 ? reading.swapped * 100 / swappable : 0
  }

  /// The decision found a victim.
  mutating func didKill() {
    killed = true
    if cutsLimit { thrash.cutLimit() }
  }
}
