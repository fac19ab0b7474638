import Testing
import Workload

@testable import Device

/// lmkd's reasons: which one decides, in which order, and how important the victim may be.
@Suite struct LmkdTests {
  private static let config = DeviceConfiguration(profile: .android, ramMiB: 1000)
  private static let swap: Int64 = 512_000

  /// A reading of a device with plenty of everything in which kswapd has reclaimed.
  private static func calm(_ seconds: Double) -> LmkdReading {
    let scans = UInt64(seconds * 1000) + 1
    return LmkdReading(
      now: Ticks(rounding: seconds), free: 100_000, file: 999, anonymous: 500_000, swapped: 0,
      refaults: 0, directScans: 0, kswapdScans: scans, isComplete: false)
  }

  private static func make(_ device: DeviceConfiguration = config) -> Lmkd {
    var lmkd = Lmkd(device, LmkdConstants(device))
    // The first look sets the base of the window.
    let first = lmkd.decide(calm(100))
    #expect(first == nil)
    return lmkd
  }

  /// Looks once, half a second into the window.
  private static func look(
    _ lmkd: inout Lmkd, at seconds: Double = 100.5, _ change: (inout LmkdReading) -> Void
  ) -> (PurgeCause, Int)? {
    var reading = calm(seconds)
    change(&reading)
    return lmkd.decide(reading).map { ($0.cause, $0.lowestScore) }
  }

  private static func expect(
    _ found: (PurgeCause, Int)?, _ cause: PurgeCause, _ score: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(found?.0 == cause, sourceLocation: sourceLocation)
    #expect(found?.1 == score, sourceLocation: sourceLocation)
  }

  private static func expectNobody(
    _ found: (PurgeCause, Int)?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(found == nil, sourceLocation: sourceLocation)
  }

  @Test func calmKillsNobody() {
    var lmkd = Self.make()
    Self.expectNobody(Self.look(&lmkd) { _ in })
  }

  @Test func withoutReclaimOrRefaultsNobodyDies() {
    var lmkd = Self.make()
    Self.expectNobody(
      Self.look(&lmkd) {
        $0.kswapdScans = Self.calm(100).kswapdScans
        $0.free = 0
        $0.isComplete = true
      })
  }

  @Test func memoryIsShortAfterAKill() {
    var lmkd = Self.make()
    lmkd.didKill()
    Self.expect(Self.look(&lmkd) { $0.free = 1000 }, .lmkdPressureAfterKill, 0)
    // Once only: the next look is not the one after a kill.
    Self.expect(Self.look(&lmkd, at: 100.6) { $0.free = 1000 }, .lmkdLowMem, 701)
    lmkd.didKill()
    // Between the min and the low watermark it is not that short.
    Self.expect(Self.look(&lmkd, at: 100.7) { $0.free = 5000 }, .lmkdLowMem, 701)
  }

  @Test func everythingStalls() {
    var lmkd = Self.make()
    Self.expect(Self.look(&lmkd) { $0.isComplete = true }, .lmkdNotResponding, 0)
  }

  @Test func lowSwapAndThrashing() {
    // 150 % of the file pages were read back; 200 % is critical.
    var lmkd = Self.make()
    Self.expect(
      Self.look(&lmkd) { ($0.swapped, $0.refaults) = (Self.swap, 1500) },
      .lmkdLowSwapAndThrashing, 201)
    lmkd = Self.make()
    Self.expect(
      Self.look(&lmkd) { ($0.swapped, $0.refaults) = (Self.swap, 2000) },
      .lmkdLowSwapAndThrashing, 0)
    lmkd = Self.make()
    Self.expect(
      Self.look(&lmkd) { ($0.swapped, $0.refaults, $0.free) = (Self.swap, 1500, 0) },
      .lmkdLowSwapAndThrashing, 0)
  }

  @Test func lowMemoryAndSwap() {
    var lmkd = Self.make()
    // A tenth of the swap free is not low yet.
    let tenth = Self.swap / 10
    Self.expect(
      Self.look(&lmkd) { ($0.swapped, $0.free) = (Self.swap - tenth, 5000) }, .lmkdLowMem, 701)
    Self.expect(
      Self.look(&lmkd, at: 100.6) { ($0.swapped, $0.free) = (Self.swap - tenth + 1, 5000) },
      .lmkdLowMemAndSwap, 201)
    Self.expect(
      Self.look(&lmkd, at: 100.7) { ($0.swapped, $0.free) = (Self.swap, 1000) },
      .lmkdLowMemAndSwap, 0)
    // Low swap alone is no reason.
    Self.expectNobody(Self.look(&lmkd, at: 100.8) { $0.swapped = Self.swap })
  }

  @Test func swapUtilization() {
    var device = Self.config
    device.android.swapUtilizationLimit = 0.5
    var lmkd = Self.make(device)
    Self.expect(
      Self.look(&lmkd) { ($0.swapped, $0.anonymous, $0.free) = (300_000, 100_000, 5000) },
      .lmkdLowMemAndSwapUtil, 0)
    Self.expect(
      Self.look(&lmkd, at: 100.6) {
        ($0.swapped, $0.anonymous, $0.free) = (300_000, 300_000, 5000)
      }, .lmkdLowMem, 701)
  }

  @Test func lowMemoryAndThrashing() {
    var lmkd = Self.make()
    Self.expect(
      Self.look(&lmkd) { ($0.refaults, $0.free) = (1500, 5000) }, .lmkdLowMemAndThrashing, 201)
    lmkd = Self.make()
    Self.expect(
      Self.look(&lmkd) { ($0.refaults, $0.free) = (2000, 5000) }, .lmkdLowMemAndThrashing, 0)
  }

  @Test func directReclaimAndThrashing() {
    var lmkd = Self.make()
    Self.expect(
      Self.look(&lmkd) { ($0.refaults, $0.directScans) = (1500, 1) },
      .lmkdDirectReclAndThrashing, 201)
    // kswapd's reclaim is not enough.
    lmkd = Self.make()
    Self.expectNobody(Self.look(&lmkd) { $0.refaults = 1500 })
  }

  @Test func fewFilePagesAfterThrashing() {
    var device = Self.config
    device.android.fileCacheMinimumMiB = 10
    var lmkd = Self.make(device)
    Self.expectNobody(Self.look(&lmkd) { $0.file = 999 })
    _ = Self.look(&lmkd, at: 100.6) { ($0.refaults, $0.directScans) = (1500, 1) }
    lmkd.didKill()
    Self.expect(
      Self.look(&lmkd, at: 100.7) { $0.refaults = 1500 }, .lmkdLowFilecacheAfterThrashing, 201)
    Self.expectNobody(Self.look(&lmkd, at: 100.8) { ($0.refaults, $0.file) = (1500, 20_000) })
    // Once there was enough it is not looked at any more.
    Self.expectNobody(Self.look(&lmkd, at: 100.9) { $0.refaults = 1500 })
  }

  @Test func aWatermarkAloneKillsCachedProcessesOnly() {
    var device = Self.config
    var lmkd = Self.make()
    Self.expect(Self.look(&lmkd) { $0.free = 7679 }, .lmkdLowMem, 701)
    // The low watermark counts, not the high one.
    Self.expectNobody(Self.look(&lmkd, at: 100.6) { $0.free = 7680 })
    // Android 13 had no such rule.
    device.android.lowMemoryScore = 1001
    lmkd = Self.make(device)
    Self.expectNobody(Self.look(&lmkd) { $0.free = 0 })
  }

  @Test func theFirstReasonDecides() {
    var device = Self.config
    device.android.swapUtilizationLimit = 0.5
    let all: (inout LmkdReading) -> Void = {
      ($0.free, $0.swapped, $0.anonymous) = (1000, Self.swap, 0)
      ($0.refaults, $0.directScans, $0.isComplete) = (1500, 1, true)
    }
    var lmkd = Self.make(device)
    lmkd.didKill()
    Self.expect(Self.look(&lmkd, all), .lmkdPressureAfterKill, 0)
    lmkd = Self.make(device)
    Self.expect(Self.look(&lmkd, all), .lmkdNotResponding, 0)
    lmkd = Self.make(device)
    Self.expect(
      Self.look(&lmkd) {
        all(&$0)
        $0.isComplete = false
      }, .lmkdLowSwapAndThrashing, 0)
    lmkd = Self.make(device)
    Self.expect(
      Self.look(&lmkd) {
        all(&$0)
        ($0.isComplete, $0.refaults) = (false, 0)
      }, .lmkdLowMemAndSwap, 0)
    lmkd = Self.make(device)
    Self.expect(
      Self.look(&lmkd) {
        all(&$0)
        ($0.isComplete, $0.swapped) = (false, 300_000)
      }, .lmkdLowMemAndSwapUtil, 0)
  }

  @Test func eachKillForThrashingLowersTheLimit() {
    var lmkd = Self.make()
    _ = Self.look(&lmkd) { ($0.refaults, $0.directScans) = (1500, 1) }
    lmkd.didKill()
    // A kill restarts the window: nothing has been read back since.
    Self.expectNobody(Self.look(&lmkd, at: 100.6) { ($0.refaults, $0.directScans) = (1500, 2) })
    // 95 % is over the limit now, which is 90 %.
    Self.expect(
      Self.look(&lmkd, at: 100.7) { ($0.refaults, $0.directScans) = (2450, 3) },
      .lmkdDirectReclAndThrashing, 201)
    // A window later it is 100 % again.
    _ = Self.look(&lmkd, at: 103) { ($0.refaults, $0.directScans) = (2450, 4) }
    _ = Self.look(&lmkd, at: 105) { ($0.refaults, $0.directScans) = (2450, 5) }
    Self.expectNobody(Self.look(&lmkd, at: 105.1) { ($0.refaults, $0.directScans) = (3400, 6) })
  }

  /// Android's limit of cached processes is 1024 today; old articles state 32.
  ///
  /// [AOSP ActivityManagerConstants.] lmkd's README and its code disagree on two defaults, and the
  /// code holds: swap is low below 10 % (README: 20 %), a death is waited for 100 ms (README: 0).
  @Test func theDefaultsAreTheCurrentOnes() {
    let android = DeviceConfiguration(profile: .android, ramMiB: 6144).android
    #expect(android.cachedProcesses == 1024)
    #expect(android.freezeDebounceSeconds == 10)
    #expect(android.swapFreeLow == 0.10)
    #expect(android.killTimeoutSeconds == 0.1)
    #expect(android.thrashingLimit == 1)
    #expect(android.thrashingLimitDecay == 0.10)
    #expect(android.partialStallSeconds == 0.07)
    #expect(android.completeStallSeconds == 0.7)
    #expect(android.lowMemoryScore == 701)
  }
}
