import RandomStreams
import Scenario
import Testing

@testable import Experiment

/// Batches of more runs than memory could list.
@Suite struct LargeBatchTests {
  private static let text = """
    version: 1
    duration: 1 h
    replications: 1000000
    apps: [{name: a, footprint: 1 MiB}]
    policies: [lru, fifo]
    sweep: {product: {device.ram: [1 GiB, 2 GiB, 3 GiB, 4 GiB, 5 GiB, 6 GiB, 7 GiB, 8 GiB],
      duration: [1 h, 2 h, 3 h, 4 h, 5 h, 6 h, 7 h, 8 h]}}
    """

  @Test func replicationsAreCountedNotListed() throws {
    let batch = try SmallScenario.batch(try SmallScenario.load(Self.text))
    #expect(batch.itemCount == 64_000_000)
    #expect(batch.runCount == 128_000_000)
    #expect(batch.place(of: 63_999_999) == (63, 999_999))
    let excess = try #require(batch.excess)
    #expect(excess.exitCode == 65)
    #expect(excess.description.hasPrefix("small.yaml:3:15: error: 64 points"))
    #expect(excess.message.contains("128,000,000 runs, at most 100,000,000"))
    let part = try SmallScenario.batch(batch.scenario, shard: try #require(Shard("3/64")))
    #expect(part.itemCount == 1_000_000)
    #expect(part.excess == nil)
  }

  @Test func shardsTakeWhatACountOfAllItemsGivesThem() throws {
    for filter in [nil, "replication>=1", "replication=2", "replication!=0"] as [String?] {
      let scenario = try SmallScenario.load()
      let whole = try SmallScenario.batch(scenario, filter: filter)
      let all = (0..<whole.itemCount).map { whole.place(of: $0) }
      for count in 1...all.count {
        for index in 1...count {
          let part = try SmallScenario.batch(
            scenario, filter: filter, shard: try #require(Shard("\(index)/\(count)")))
          let expected = all.indices.filter { $0 % count == index - 1 }.map { all[$0] }
          let found = (0..<part.itemCount).map { item in
            let (point, replication) = part.place(of: item)
            let id = part.points[point].point.id
            return (whole.points.firstIndex { $0.point.id == id } ?? -1, replication)
          }
          #expect(found.elementsEqual(expected.map { ($0.point, $0.replication) }, by: ==))
        }
      }
    }
  }

  @Test func theIdentityIsThatOfTheWholeText() throws {
    let batch = try SmallScenario.batch(try SmallScenario.load(), filter: "replication>0")
    let runner = try BatchRunner(batch, jobs: 1)
    var text = batch.scenario.resolvedJSON()
    for runs in batch.points {
      text += "\n\(runs.point.id) \(runs.policies.map(\.label)) \(Array(runs.replications))"
    }
    let field = runner.identity.fields.first { $0.name == "scenario" }
    #expect(field?.value == hexadecimal(stableHash(text, ordinal: 0)))
  }

  @Test func theEstimateGrowsWithTheRun() throws {
    func estimate(_ overrides: String...) throws -> Double {
      let scenario = try ScenarioFile.parse(
        Array(SmallScenario.text.utf8), path: "s.yaml",
        overrides: overrides.compactMap { ScenarioOverride(argument: $0) })
      return try #require(
        try BatchRunner(try SmallScenario.batch(scenario), jobs: 1).estimatedSeconds())
    }
    let years = try estimate("duration=100000 d")
    #expect(try estimate("duration=1000000 d") > 9 * years)
    #expect(try estimate("duration=1000000 d", "run.max_events=1000") < years / 1000)
    let plain = "device.profile=plain"
    let lru = try estimate(plain, "duration=60 d", "compare={}", "policies=[lru]")
    #expect(try estimate(plain, "duration=60 d", "compare={}", "policies=[flow]") > 10 * lru)
  }
}
