import RandomStreams
import Testing

@testable import Workload

/// The clock of activity: the inverse of the integral of the day shape.
@Suite struct DayClockTests {
  private static let hour = 3600.0

  @Test func atAFlatShapeItIsTheClock() {
    let clock = DayClock(shape: UserBehaviour.flatDayShape)
    for start in [0.0, 1, 3599, 3600, 86_400, 1e6] {
      for gap in [0.0, 0.5, 10, 3600, 86_399, 86_400, 1e6] {
        #expect(abs(clock.advance(from: start, by: gap) - (start + gap)) < 1e-6)
      }
    }
  }

  @Test func aDayOfActivityIsADayFromAnywhere() {
    let clock = DayClock(shape: UserBehaviour.measuredDayShape)
    for start in [0.0, 5000, 43_210.5, 86_399.9] {
      for days in 1...3 {
        let end = clock.advance(from: start, by: Double(days) * 86_400)
        #expect(abs(end - start - Double(days) * 86_400) < 1e-6)
      }
    }
  }

  /// Twice the average activity passes an hour in half an hour.
  @Test func busyHoursPassFaster() {
    var shape = [Double](repeating: 1, count: 24)
    (shape[10], shape[11]) = (2, 0)
    let clock = DayClock(shape: shape)
    #expect(clock.advance(from: 10 * Self.hour, by: 1800) == 10 * Self.hour + 900)
    #expect(clock.advance(from: 10 * Self.hour, by: 7200) == 11 * Self.hour)
    // Hours without activity are passed over.
    #expect(clock.advance(from: 10 * Self.hour, by: 7201) == 12 * Self.hour + 1)
    #expect(clock.advance(from: 11.5 * Self.hour, by: 1) == 12 * Self.hour + 1)
  }

  @Test func itInvertsTheIntegral() {
    for seed in 0..<30 as Range<UInt64> {
      var stream = StreamFamily(seed: seed, replication: 0)
        .stream(.test, entity: 0, occurrence: 0)
      let shape = (0..<24).map { _ in stream.uniform() < 0.2 ? 0 : stream.uniform() }
      guard shape.contains(where: { $0 > 0 }) else { continue }
      let clock = DayClock(shape: shape)
      let activity = shape.map { $0 * 24 / shape.reduce(0, +) }
      var last = 0.0
      for _ in 0..<20 {
        let start = 200_000 * stream.uniform()
        let gap = 200_000 * stream.uniform()
        let end = clock.advance(from: start, by: gap)
        #expect(abs(Self.integral(activity, start, end) - gap) < 1e-4, "seed \(seed)")
        #expect(end >= start, "seed \(seed)")
        last = max(last, end)
      }
    }
  }

  private static func integral(_ activity: [Double], _ start: Double, _ end: Double) -> Double {
    var sum = 0.0
    for index in Int(start / hour)...Int(end / hour) {
      let from = max(start, Double(index) * hour)
      let to = min(end, Double(index + 1) * hour)
      sum += max(0, to - from) * activity[index % 24]
    }
    return sum
  }

  @Test func moreActivityNeverEndsEarlier() {
    let clock = DayClock(shape: UserBehaviour.measuredDayShape)
    var last = 0.0
    for gap in stride(from: 0.0, through: 200_000, by: 777) {
      let end = clock.advance(from: 1234, by: gap)
      #expect(end >= last)
      last = end
    }
  }
}
