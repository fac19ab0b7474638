import Testing
import Workload

@testable import Device

/// The second gauge by itself: lines, hysteresis, smoothing.
@Suite struct PressureGaugeTests {
  private static let second = Ticks.perSecond

  private func gauge() -> PressureGauge {
    PressureGauge(DeviceConfiguration(profile: .ios, ramMiB: 4096))
  }

  @Test func risingCountsAtOnce() {
    var gauge = gauge()
    #expect(gauge.update(share: 0.5, now: 0) == .none)
    #expect(gauge.level == .normal)
    #expect(gauge.update(share: 0.499, now: 7) == .rose)
    #expect(gauge.level == .warning)
    #expect(gauge.pressedSince == 7)
    #expect(gauge.update(share: 0.30, now: 8) == .none)
    #expect(gauge.update(share: 0.299, now: 9) == .rose)
    #expect(gauge.level == .critical)
    // Since when it is pressed does not depend on how much.
    #expect(gauge.pressedSince == 7)
  }

  @Test func normalMayBecomeCriticalAtOnce() {
    var gauge = gauge()
    #expect(gauge.update(share: 0.1, now: 0) == .rose)
    #expect(gauge.level == .critical)
  }

  @Test func fallingNeedsAHigherLine() {
    var gauge = gauge()
    _ = gauge.update(share: 0.4, now: 0)
    for share in [0.5, 0.55, 0.6] { #expect(gauge.update(share: share, now: 1) == .none) }
    #expect(gauge.update(share: 0.601, now: 2) == .fallsUnlessItRises)
    _ = gauge.update(share: 0.1, now: 3)
    for share in [0.3, 0.35] { #expect(gauge.update(share: share, now: 4) == .none) }
    #expect(gauge.update(share: 0.351, now: 5) == .fallsUnlessItRises)
  }

  @Test func aLowerLevelMustHoldForFiveSeconds() {
    var gauge = gauge()
    _ = gauge.update(share: 0.4, now: 0)
    let fall = 100 * Self.second
    #expect(gauge.update(share: 0.7, now: fall) == .fallsUnlessItRises)
    #expect(gauge.update(share: 0.7, now: fall + 4_999_999) == .none)
    #expect(gauge.level == .warning)
    #expect(gauge.update(share: 0.7, now: fall + 5 * Self.second) == .fell)
    #expect(gauge.level == .normal)
  }

  @Test func aRelapseStartsTheFiveSecondsAnew() {
    var gauge = gauge()
    _ = gauge.update(share: 0.4, now: 0)
    #expect(gauge.update(share: 0.7, now: 100) == .fallsUnlessItRises)
    #expect(gauge.update(share: 0.5, now: 200) == .none)
    #expect(gauge.update(share: 0.7, now: 300) == .fallsUnlessItRises)
    #expect(gauge.update(share: 0.7, now: 100 + 5 * Self.second) == .none)
    #expect(gauge.update(share: 0.7, now: 300 + 5 * Self.second) == .fell)
  }

  @Test func criticalMayFallToNormalInOneStep() {
    var gauge = gauge()
    _ = gauge.update(share: 0.1, now: 0)
    #expect(gauge.update(share: 0.9, now: 10) == .fallsUnlessItRises)
    #expect(gauge.update(share: 0.9, now: 10 + 5 * Self.second) == .fell)
    #expect(gauge.level == .normal)
  }
}
