import Testing
import Workload

@testable import Device

/// The gauges lmkd reads: stalls within a window, and thrashing.
@Suite struct LmkdGaugeTests {
  private static let second: Ticks = 1_000_000

  private func same<Value: Equatable>(
    _ found: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  @Test func stallsAddUp() {
    var gauge = StallGauge()
    gauge.add(100, now: 1000)
    #expect(gauge.value(at: 1000) == 0)
    #expect(gauge.value(at: 1040) == 40)
    #expect(gauge.value(at: 2000) == 100)
    gauge.add(50, now: 2000)
    // A stall during another one is put behind it.
    gauge.add(30, now: 2010)
    #expect(gauge.end == 2080)
    #expect(gauge.value(at: 2070) == 170)
    #expect(gauge.value(at: 9000) == 180)
  }

  @Test func aStallOfUnknownLengthLastsUntilItIsReleased() {
    var gauge = StallGauge()
    gauge.hold(until: 1100, now: 1000)
    gauge.hold(until: 1200, now: 1100)
    #expect(gauge.value(at: 1150) == 150)
    gauge.release(now: 1130)
    #expect(gauge.value(at: 5000) == 130)
    // A known stall beside it is not cut.
    gauge.add(100, now: 6000)
    gauge.hold(until: 6300, now: 6000)
    gauge.release(now: 6050)
    #expect(gauge.value(at: 7000) == 230)
  }

  /// Half of a window counts half of the growth of the one before, as in the kernel's psi.c.
  @Test func theWindowSlides() {
    var gauge = StallGauge()
    let window = Self.second
    gauge.add(80_000, now: window)
    gauge.open(at: window)
    same(gauge.growth(at: window + 40_000, window: window), 40_000)
    same(gauge.growth(at: window + 500_000, window: window), 80_000)
    // The window is over: its growth is carried over, less and less.
    same(gauge.growth(at: 2 * window + 1, window: window), 80_000)
    same(gauge.growth(at: 2 * window + 500_001, window: window), 40_000)
    gauge.add(10_000, now: 2 * window + 500_001)
    same(gauge.growth(at: 2 * window + 750_001, window: window), 30_000)
    same(gauge.growth(at: 4 * window, window: window), 10_000)
    same(gauge.growth(at: 6 * window, window: window), 0)
  }

  @Test func anEventHappensOnceAWindow() {
    var trigger = StallTrigger(70_000)
    let window = Self.second
    same(trigger.fires(growth: 69_999, now: 0, window: window), false)
    same(trigger.fires(growth: 70_000, now: 100, window: window), true)
    same(trigger.fires(growth: 500_000, now: window, window: window), false)
    same(trigger.fires(growth: 500_000, now: window + 100, window: window), true)
  }

  @Test func thrashingIsAShareOfTheFilePages() {
    var gauge = ThrashGauge(limit: 100, decay: 10, window: Self.second)
    gauge.restart(now: 0, file: 999, refaults: 5000)
    same(gauge.read(now: 500_000, file: 10, refaults: 5500), 50)
    same(gauge.read(now: 1_000_000, file: 10, refaults: 5900), 90)
    // The next window starts; what was below the limit is halved.
    same(gauge.read(now: 1_100_000, file: 1999, refaults: 5900), 45)
    same(gauge.read(now: 1_200_000, file: 10, refaults: 6100), 45 + 10)
  }

  @Test func thrashingOverTheLimitIsNotForgotten() {
    var gauge = ThrashGauge(limit: 100, decay: 10, window: Self.second)
    gauge.restart(now: 0, file: 999, refaults: 0)
    // Nobody was there to kill: the candidate that comes within a window still dies for it.
    same(gauge.read(now: 1_100_000, file: 999, refaults: 1500), 150)
    same(gauge.read(now: 1_200_000, file: 999, refaults: 1500), 150)
    same(gauge.read(now: 2_200_000, file: 999, refaults: 1500), 0)
    gauge.restart(now: 0, file: 999, refaults: 0)
    same(gauge.read(now: 3_100_000, file: 999, refaults: 1600), 160 >> 3)
  }

  @Test func theLimitComesBack() {
    var gauge = ThrashGauge(limit: 100, decay: 10, window: Self.second)
    gauge.cutLimit()
    gauge.cutLimit()
    #expect(gauge.limit == 81)
    #expect(gauge.limitUncut == 100)
    _ = gauge.read(now: 500_000, file: 10, refaults: 0)
    #expect(gauge.limit == 81)
    _ = gauge.read(now: 1_500_000, file: 10, refaults: 0)
    #expect(gauge.limit == 100)
  }
}
