import RandomStreams
import Testing
import Workload

@testable import Device

/// How long left apps live: who is observed, what censors, and the estimate.
@Suite struct SurvivalTableTests {
  private static let minute = 60 * Ticks.perSecond

  @Test func theEstimateIsKaplanMeier() {
    var table = SurvivalTable()
    // Of four one dies at 30 s, one is censored at 2 min, one dies at 3 min, one lives 20 min.
    table.record(Self.minute / 2, footprintKiB: 1024, purged: true)
    table.record(2 * Self.minute, footprintKiB: 1024, purged: false)
    table.record(3 * Self.minute, footprintKiB: 100 * 1024, purged: true)
    table.record(20 * Self.minute, footprintKiB: 300 * 1024, purged: false)
    let alive = table.alive()
    #expect(alive[0] == 0.75)
    #expect(alive[1] == 0.375)
    #expect(alive[2] == 0.375)
    // Nobody is at risk any more.
    #expect(alive[3] == nil)
    #expect(alive[4] == nil)
    #expect(table.count() == 4)
    #expect((0..<3).map { table.count(classIndex: $0) } == [2, 1, 1])
    #expect(table.alive(classIndex: 1)[0] == 1)
    // Where all have died, none is alive ever after.
    #expect(table.alive(classIndex: 1).dropFirst() == [0, 0, 0, 0, 0])
  }

  @Test func bordersOfTheGridAreExact() {
    for (index, minutes) in SurvivalTable.minutes.enumerated() {
      var table = SurvivalTable()
      table.record(Ticks(minutes) * Self.minute - 1, footprintKiB: 1, purged: true)
      #expect(table.alive()[index] == 0)
      var later = SurvivalTable()
      later.record(Ticks(minutes) * Self.minute, footprintKiB: 1, purged: true)
      #expect(later.alive()[index] == 1)
    }
  }

  @Test func mergingIsAdding() {
    var stream = StreamFamily(seed: 1, replication: 0).stream(.test, entity: 0, occurrence: 0)
    var (whole, left, right) = (SurvivalTable(), SurvivalTable(), SurvivalTable())
    for number in 0..<1000 {
      let lasted = stream.below(200_000) * Ticks.perSecond
      let size = UInt32(stream.below(500 * 1024))
      let isPurge = stream.uniform() < 0.5
      whole.record(lasted, footprintKiB: size, purged: isPurge)
      if number % 3 == 0 {
        left.record(lasted, footprintKiB: size, purged: isPurge)
      } else {
        right.record(lasted, footprintKiB: size, purged: isPurge)
      }
    }
    left.merge(right)
    #expect(left == whole)
  }

  @Test func noDeathsMeanAllAlive() {
    var table = SurvivalTable()
    #expect(table.alive() == [nil, nil, nil, nil, nil, nil])
    table.record(2000 * Self.minute, footprintKiB: 1, purged: false)
    #expect(table.alive() == [1, 1, 1, 1, 1, 1])
  }

  // MARK: In the device

  private func survival(_ rows: String, end: Double = 4000) throws -> SurvivalTable {
    var device = Scripted([Scripted.app("a"), Scripted.app("big", mebibytes: 950)])
    device.end = end
    return try device.play(rows).report.survival
  }

  @Test func aPurgeIsADeathAndTheRestCensors() throws {
    // Purged 90 s after it was left.
    let purged = try survival("0,a,10,,\n100,big,,,")
    #expect(purged.alive()[0] == 1)
    #expect(purged.alive()[1] == 0)
    for ending in ["100,a,,,", "100,a,,,force_quit"] {
      let censored = try survival("0,a,10,,\n" + ending, end: 101)
      #expect(censored.count() == 1, "\(ending)")
      #expect(censored.alive()[0] == 1, "\(ending)")
      #expect(censored.alive()[1] == nil, "\(ending)")
    }
    // So does the end of the run.
    let alive = try survival("0,a,10,,", end: 100)
    #expect(alive.count() == 1)
    #expect(alive.alive()[0] == 1)
  }

  @Test func aWakeUpInBackgroundIsNoReturn() throws {
    var device = Scripted([Scripted.app("a"), Scripted.app("big", mebibytes: 950)])
    device.apps[0].taskLengthSeconds = .constant(1)
    let table = try device.play("0,a,10,,\n50,a,,,refresh\n100,big,,,").report.survival
    // Counted from 10, not from 50, with the end of the run for `big`.
    #expect(table.count() == 1)
    #expect(table.alive()[0] == 1)
    #expect(table.alive()[1] == 0)
  }

  @Test func anAppThatWasNeverInFrontIsNotObserved() throws {
    #expect(try survival("0,a,,,push").count() == 0)
  }
}
