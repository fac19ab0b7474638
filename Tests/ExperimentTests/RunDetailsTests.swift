import Device
import Testing

@testable import Experiment

@Suite struct RunDetailsTests {
  @Test func numbersReadBack() throws {
    let numbers: [UInt32] = [0, 1, 31, 32, 33, 1023, 1024, 65_535, 1 << 31, .max]
    var bytes: [UInt8] = []
    for number in numbers { CompactNumbers.append(number, to: &bytes) }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(CompactNumbers.read(Array(text.utf8)[...]) == numbers)
    #expect(!text.contains { ",|\t\n".contains($0) })
    // Cut numbers, foreign characters and numbers that are too large are noticed.
    for damaged in ["P", "0P", "p", " ", "ooooooo", "oooooo?"] {
      #expect(CompactNumbers.read(Array(damaged.utf8)[...]) == nil, "\(damaged)")
    }
  }

  private func details(apps count: Int) throws -> RunDetails {
    var counts = SurvivalTable().counts
    counts[0] = 3
    counts[counts.count / 2] = 70_000
    counts[counts.count - 1] = 1
    var details = RunDetails()
    details.survival = try #require(SurvivalTable(counts: counts))
    details.apps = (0..<count).map { index in
      var app = AppSummary()
      if index % 3 == 1 { app.starts = UInt32(index) }
      if index % 7 == 2 { (app.purges, app.regrets, app.resumes) = (5, 2, 1 << 20) }
      return app
    }
    return details
  }

  @Test func recordsKeepTheirDetailsInTheJournal() throws {
    for count in [0, 1, 50] {
      var record = RunRecord()
      record.values = [1, nil, -2.5]
      record.details = try details(apps: count)
      let failed = RunRecord(failure: "why | not, \u{e9}")
      let line = JournalLine.encode(item: 4, runs: [record, failed]).dropLast()
      let read = try #require(JournalLine.decode(line))
      #expect(read.runs == [record, failed])
      var bare = record
      bare.details = nil
      #expect(JournalLine.decode(line, details: false)?.runs == [bare, failed])
    }
  }

  @Test func detailsAddUp() throws {
    var sum = RunDetails()
    for _ in 0..<3 { sum.add(try details(apps: 4)) }
    let one = try details(apps: 4)
    #expect(sum.survival.counts == one.survival.counts.map { 3 * $0 })
    #expect(sum.apps.map(\.purges) == one.apps.map { 3 * $0.purges })
    #expect(sum.apps[1].starts == 3)
  }

  @Test func runsKeepTheirDetailsWhateverTheThreads() throws {
    let batch = try SmallScenario.batch(try SmallScenario.load())
    var sums: [[RunDetails]] = []
    for jobs in [1, 2] {
      let runner = try BatchRunner(batch, jobs: jobs)
      #expect(runner.keepsApps)
      let store = ResultStore(itemCount: batch.itemCount)
      try runner.run(into: store, jobs: jobs)
      sums.append(try BatchResults(batch: batch, store: store).details(of: 1))
    }
    #expect(sums[0] == sums[1])
    #expect(sums[0].count == 4)
    #expect(sums[0].allSatisfy { $0.apps.count == 28 && $0.survival.count() > 0 })
    let without = try BatchRunner(batch, jobs: 1, keepsDetails: false)
    let store = ResultStore(itemCount: batch.itemCount)
    try without.run(into: store, jobs: 1)
    #expect(try store.runs(of: 0)?.allSatisfy { $0.details == nil } == true)
  }

  @Test func aCatalogueThatIsTooLargeHasNoRows() throws {
    let many = SmallScenario.text.replacing("count: 20", with: "count: 20000")
    let runner = try BatchRunner(try SmallScenario.batch(try SmallScenario.load(many)), jobs: 1)
    #expect(!runner.keepsApps)
    #expect(runner.notes.contains { $0.hasPrefix("there is no apps.csv") })
  }
}
