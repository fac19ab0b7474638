import RandomStreams
import Testing

@testable import Workload

/// Reading a plan front to back, held or drawn while it is read.
@Suite struct PlanReaderTests {
  private static func generator(_ seed: UInt64, days: Double) throws -> PlanGenerator {
    try PlanGenerator(
      behaviour: UserPlanTests.steady(), catalog: AppCatalog(classes: UserPlanTests.classes()),
      seed: seed, replication: 0, end: Ticks(rounding: days * 86_400), samplerMode: .fast)
  }

  /// More than two chunks of a streamed plan.
  @Test func streamedAndStoredAreTheSame() throws {
    for seed in 0..<4 as Range<UInt64> {
      let events = try UserPlanTests.events(UserPlanTests.steady(), seed: seed, days: 5)
      #expect(events.count > 9000)
      var stored = UserPlan(events: events).makeReader()
      var streamed = PlanReader(try Self.generator(seed, days: 5))
      for (number, event) in events.enumerated() {
        #expect(stored.position == number && streamed.position == number)
        #expect(stored.nextTime == event.time && streamed.nextTime == event.time)
        let (held, drawn) = (stored.next(), streamed.next())
        #expect(held == event && drawn == event, "seed \(seed), event \(number)")
      }
      #expect(stored.nextTime == .max && streamed.nextTime == .max)
      #expect(stored.fingerprint == streamed.fingerprint, "seed \(seed)")
      #expect(stored.position == events.count && streamed.position == events.count)
    }
  }

  @Test func anEmptyPlanIsOver() throws {
    let reader = UserPlan(events: []).makeReader()
    #expect(reader.nextTime == .max)
    #expect(reader.position == 0)
    let drawn = PlanReader(try Self.generator(0, days: 0))
    #expect(drawn.nextTime == .max)
    #expect(drawn.fingerprint == reader.fingerprint)
  }

  @Test func everyReaderBeginsAtTheBeginning() throws {
    let plan = try UserPlan(
      behaviour: UserPlanTests.steady(), catalog: AppCatalog(classes: UserPlanTests.classes()),
      seed: 1, replication: 0, end: 10_000 * Ticks.perDay)
    var first = plan.makeReader()
    for _ in 0..<5000 { _ = first.next() }
    var second = plan.makeReader()
    var third = plan.makeReader()
    for _ in 0..<5000 { #expect(second.next() == third.next()) }
    #expect(first.nextTime == second.nextTime)
  }
}
