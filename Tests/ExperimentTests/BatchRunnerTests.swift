import Device
import Scenario
import Testing

@testable import Experiment

/// A small random scenario with a sweep.
enum SmallScenario {
  static let text = """
    version: 1
    name: small
    seed: 7
    duration: 12 h
    warm_up: 1 h
    replications: 4
    device: {ram: 2 GiB}
    apps:
      - {name: big, count: 8, footprint: {lognormal: {median: 400 MiB, sigma: 0.4}}}
      - {name: small, count: 20, footprint: {lognormal: {median: 90 MiB, sigma: 0.4}}}
    policies: [jetsam, lru, random, belady]
    sweep: {product: {device.ram: [2 GiB, 3 GiB]}}
    compare: {baseline: jetsam}
    """

  static func load(_ text: String = text, _ overrides: String...) throws -> ScenarioFile {
    try ScenarioFile.parse(
      Array(text.utf8), path: "small.yaml",
      overrides: overrides.compactMap { ScenarioOverride(argument: $0) },
      policies: PolicyRegistry.all)
  }

  static func batch(
    _ scenario: ScenarioFile, filter: String? = nil, shard: Shard = .whole
  ) throws -> Batch {
    let selection = try filter.map { try Selection($0, swept: scenario.sweptKeys) } ?? .all
    return try Batch(scenario, selection: selection, shard: shard)
  }
}

@Suite struct BatchRunnerTests {
  /// The records of a batch by item, without their times.
  private func records(_ batch: Batch, jobs: Int, store: ResultStore? = nil) throws -> [[RunRecord]]
  {
    let store = store ?? ResultStore(itemCount: batch.itemCount)
    try BatchRunner(batch, jobs: jobs).run(into: store, jobs: jobs)
    return try (0..<batch.itemCount).map { item in
      try #require(try store.runs(of: item)).map { record in
        var untimed = record
        (untimed.wallSeconds, untimed.cpuSeconds) = (0, 0)
        return untimed
      }
    }
  }

  @Test func threadsDecideNothing() throws {
    let batch = try SmallScenario.batch(try SmallScenario.load())
    #expect(batch.itemCount == 8)
    #expect(batch.runCount == 32)
    let alone = try records(batch, jobs: 1)
    #expect(alone.allSatisfy { $0.allSatisfy { $0.failure == nil } })
    for jobs in [2, 5] { #expect(try records(batch, jobs: jobs) == alone, "\(jobs) threads") }
  }

  @Test func allPoliciesOfAReplicationMeetTheSameUser() throws {
    let all = try records(try SmallScenario.batch(try SmallScenario.load()), jobs: 2)
    var plans: [UInt64] = []
    for item in all {
      #expect(item.allSatisfy { $0.planFingerprint == item[0].planFingerprint })
      plans.append(item[0].planFingerprint)
    }
    // The user knows nothing about the sweep, and every replication is another user.
    #expect(plans[0..<4] == plans[4..<8])
    #expect(Set(plans).count == 4)
  }

  @Test func addingReplicationsAndPointsChangesNoOther() throws {
    let few = try records(try SmallScenario.batch(try SmallScenario.load()), jobs: 2)
    let more = try SmallScenario.load(
      SmallScenario.text.replacing("[2 GiB, 3 GiB]", with: "[4 GiB, 3 GiB, 2 GiB]"),
      "replications=6")
    let all = try SmallScenario.batch(more)
    let many = try records(all, jobs: 2)
    #expect(
      Array(many[all.points[2].firstItem..<(all.points[2].firstItem + 4)]) == Array(few[0..<4]))
    #expect(
      Array(many[all.points[1].firstItem..<(all.points[1].firstItem + 4)]) == Array(few[4..<8]))
  }

  @Test func shardsAreAPartitionOfTheItems() throws {
    let scenario = try SmallScenario.load()
    let whole = try records(try SmallScenario.batch(scenario), jobs: 2)
    var found = 0
    for index in 1...3 {
      let shard = try #require(Shard("\(index)/3"))
      let batch = try SmallScenario.batch(scenario, shard: shard)
      let part = try records(batch, jobs: 2)
      for (number, runs) in part.enumerated() {
        #expect(runs == whole[index - 1 + 3 * number])
        found += 1
      }
    }
    #expect(found == whole.count)
  }

  @Test func filterSelectsAndRefusesNothing() throws {
    let scenario = try SmallScenario.load()
    let batch = try SmallScenario.batch(
      scenario, filter: "policy=lru,device.ram=3 GiB and replication<2")
    #expect(batch.runCount == 2)
    #expect(batch.points.count == 1)
    let whole = try records(try SmallScenario.batch(scenario), jobs: 2)
    #expect(try records(batch, jobs: 1).map { $0[0] } == [whole[4][1], whole[5][1]])
    #expect(throws: Selection.Refusal.self) {
      _ = try SmallScenario.batch(scenario, filter: "policy=fifo")
    }
  }

  @Test func failedRunIsRecordedAndTheBatchGoesOn() throws {
    let scenario = try SmallScenario.load(
      SmallScenario.text.replacing(
        "{product: {device.ram: [2 GiB, 3 GiB]}}", with: "{product: {run.max_events: [50, none]}}"))
    let batch = try SmallScenario.batch(scenario)
    let all = try records(batch, jobs: 2)
    #expect(all[0].allSatisfy { $0.failure?.contains("event limit 50") == true })
    #expect(all[4].allSatisfy { $0.failure == nil })
    let store = ResultStore(itemCount: batch.itemCount)
    try BatchRunner(batch, jobs: 1).run(into: store, jobs: 1)
    let results = BatchResults(batch: batch, store: store)
    let records = try results.records(of: 0)
    #expect(results.values(of: 0, records: records).hasFailures)
    let warnings = results.warnings(of: 0, records: records)
    // Every replication fails at another time, and the first two say why.
    let beginning =
      "jetsam at run.max_events = 50: 4 of 4 runs failed: event limit 50 reached at "
    let warning = try #require(warnings.first { $0.hasPrefix(beginning) })
    #expect(warning.hasSuffix("; and 2 more reasons"), "\(warning)")
    #expect(BatchResults.reasons(["a", "a", "b", "c"]) == "a; b; and 1 more reason")
    #expect(BatchResults.reasons(["a", "a"]) == "a")
  }

  @Test func onlyWhatIsMissingIsRunAfterAResume() throws {
    let folder = TemporaryFolder()
    let batch = try SmallScenario.batch(try SmallScenario.load())
    let runner = try BatchRunner(batch, jobs: 1)
    let marked = RunRecord(failure: "kept from before")
    do {
      let store = try ResultStore(
        journal: folder.file("j"), header: runner.identity.line, itemCount: batch.itemCount)
      try store.append(item: 3, runs: Array(repeating: marked, count: 4))
    }
    let store = try ResultStore(
      journal: folder.file("j"), header: runner.identity.line, itemCount: batch.itemCount)
    #expect(runner.finishedRuns(in: store) == 4)
    let all = try records(batch, jobs: 2, store: store)
    #expect(all[3] == Array(repeating: marked, count: 4))
    #expect(all[2].allSatisfy { $0.failure == nil })
  }

  @Test func identityChangesWithEverythingThatMatters() throws {
    func line(_ scenario: ScenarioFile, filter: String? = nil) throws -> String {
      try BatchRunner(try SmallScenario.batch(scenario, filter: filter), jobs: 1).identity.line
    }
    var lines = [try line(try SmallScenario.load())]
    let changes = [
      "seed=8", "duration=13 h", "device.wired=20 %", "replications=5", "policies=[jetsam, lru]",
      "apps.big.count=9", "random.sampler=gsl", "compare.baseline=lru",
    ]
    for change in changes {
      lines.append(try line(try SmallScenario.load(SmallScenario.text, change)))
    }
    lines.append(try line(try SmallScenario.load(), filter: "policy=lru"))
    lines.append(try line(try SmallScenario.load(), filter: "replication<2"))
    #expect(Set(lines).count == lines.count)
    #expect(try line(try SmallScenario.load()) == lines[0])
  }

  @Test func runWithoutAnyPurgeSaysSo() throws {
    let scenario = try SmallScenario.load(
      SmallScenario.text.replacing("[2 GiB, 3 GiB]", with: "[64 GiB, 96 GiB]"), "replications=2")
    let batch = try SmallScenario.batch(scenario)
    let store = ResultStore(itemCount: batch.itemCount)
    try BatchRunner(batch, jobs: 1).run(into: store, jobs: 1)
    let results = BatchResults(batch: batch, store: store)
    #expect(
      results.warnings(of: 1, records: try results.records(of: 1)) == [
        "no policy ever purged at device.ram = 96 GiB: memory was never short"
      ])
  }

  /// Launches that never fit change no state, so that all runs have equal transitions.
  @Test func whatNeverFitsIsCalledSo() throws {
    for (profile, ram) in [("plain", 50), ("ios", 150), ("android", 150)] {
      let text = """
        version: 1
        name: misfit
        duration: 1 d
        replications: 3
        device: {profile: \(profile), ram: \(ram) MiB}
        apps: [{name: app, footprint: 100 MiB}]
        policies: [fifo, lru]
        """
      let batch = try SmallScenario.batch(try SmallScenario.load(text))
      let store = ResultStore(itemCount: batch.itemCount)
      try BatchRunner(batch, jobs: 1).run(into: store, jobs: 1)
      let results = BatchResults(batch: batch, store: store)
      let warnings = results.warnings(of: 0, records: try results.records(of: 0))
      #expect(warnings.count == 1, "\(warnings)")
      let numbers = try #require(warnings.first).matches(
        of: /: ([\d,]+) of ([\d,]+) launches failed/)
      #expect(numbers.first.map { $0.1 == $0.2 } == true, "\(warnings)")
      #expect(warnings[0].hasPrefix("no policy ever purged: "))
    }
  }

  @Test func equalReplicationsOfARandomScenarioAreWarnedAbout() throws {
    let batch = try SmallScenario.batch(try SmallScenario.load())
    let store = ResultStore(itemCount: batch.itemCount)
    let runner = try BatchRunner(batch, jobs: 1)
    // As if one seed had been used for every replication.
    let runs = runner.simulate(item: 0)
    for item in 0..<batch.itemCount { try store.append(item: item, runs: runs) }
    let results = BatchResults(batch: batch, store: store)
    let warnings = results.warnings(of: 0, records: try results.records(of: 0))
    #expect(warnings.count { $0.contains("all replications are equal") } == 4)
  }
}
