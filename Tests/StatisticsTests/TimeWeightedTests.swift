import Statistics
import Testing

@Suite struct TimeWeightedTests {
  @Test func integratesSteps() {
    var level = TimeWeighted(start: 100, level: 2)
    level.set(5, at: 110)
    level.add(-4, at: 110)
    level.set(0, at: 130)
    #expect(level.integral(at: 140) == 2 * 10 + 1 * 20)
    expectClose(level.mean(at: 140), 1)
    #expect(level.min == 0 && level.max == 5 && level.level == 0 && level.start == 100)
  }

  @Test func noTimeHasNoMean() {
    let level = TimeWeighted(start: 7, level: 3)
    #expect(level.mean(at: 7) == nil)
    #expect(level.mean(at: 8) == 3)
  }

  @Test func restartForgetsThePast() {
    var level = TimeWeighted(start: 0, level: 100)
    level.set(4, at: 50)
    level.restart(at: 60)
    #expect(level.integral(at: 60) == 0)
    #expect(level.mean(at: 70) == 4)
    #expect(level.max == 4)
  }

  /// Bytes × microseconds of years overflow 64 bits, and a Double would lose the last step.
  @Test func isExactBeyond64Bits() {
    var level = TimeWeighted(start: 0, level: .max)
    level.set(1, at: 1 << 50)
    #expect(level.integral(at: (1 << 50) + 1) == Int128(Int64.max) << 50 + 1)
    level.set(.min, at: (1 << 50) + 1)
    #expect(
      level.integral(at: (1 << 50) + 3) == Int128(Int64.max) << 50 + 1 + 2 * Int128(Int64.min))
  }
}
