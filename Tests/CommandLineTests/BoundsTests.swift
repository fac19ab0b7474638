import Testing

@testable import jetsim

/// The offline bounds from outside: rows among the policies, with what a bound has.
@Suite struct BoundsTests {
  private static let scenario = """
    version: 1
    name: store
    seed: 3
    duration: 3 d
    warm_up: 1 d
    replications: 4
    device: {profile: plain, ram: 1 GiB}
    apps:
      - {name: app, count: 20, footprint: {lognormal: {median: 200 MiB, sigma: 0.5}}}
    policies: [lru, gdsf, belady, {flow: , as: best}, pfoo-l]
    compare: {baseline: lru, metrics: [cold_launches]}
    """

  @Test func boundsStandBesideThePolicies() throws {
    let program = try Program()
    defer { program.cleanUp() }
    try program.write(Self.scenario, "s.yaml")
    let run = try program.run("run s.yaml -o out --progress none")
    #expect(run.status == 0)
    #expect(!run.messages.contains("never purged"), "\(run.messages)")
    #expect(run.output.contains("proven bound") && run.output.contains("heuristic bound"))
    let columns = program.read("out/runs.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let (cold, wait) = (
      try #require(columns[0].firstIndex(of: "cold_launches")),
      try #require(columns[0].firstIndex(of: "wait_s_per_day"))
    )
    func values(_ policy: String, _ column: Int) -> [String] {
      columns.filter { $0.dropFirst().contains(policy) }.map { $0[column] }
    }
    #expect(values("best", wait) == ["", "", "", ""])
    for policy in ["lru", "gdsf", "belady"] {
      for (mine, least) in zip(values(policy, cold), values("best", cold)) {
        #expect(try #require(Int(mine)) >= #require(Int(least)), "\(policy)")
      }
    }
    let gaps = try program.run("compare out --regret --metrics cold_launches --format csv")
    #expect(gaps.output.contains(",cold_launches,lru,best,gdsf,4,0."), "\(gaps.output)")
    let scenario = Self.scenario.replacing("belady, ", with: "")
    try program.write(scenario, "t.yaml")
    let none = try program.run("compare t.yaml --regret --progress none")
    let beginning = "No gap in wait_s_per_day: best, pfoo-l bound cold launches only."
    #expect(none.output.hasPrefix(beginning), "\(none.output)")
    #expect(none.output.contains("--metrics cold_launches"), "\(none.output)")
  }

  @Test func aBoundHasNothingToReplay() throws {
    let program = try Program()
    defer { program.cleanUp() }
    try program.write(Self.scenario, "s.yaml")
    #expect(try program.run("run s.yaml -o out --progress none").status == 0)
    for command in ["replay", "explain"] {
      let result = try program.run("\(command) out --run best/0")
      #expect(result.status == 64 && result.output.isEmpty)
      #expect(result.messages.contains("best is a bound found in the plan"), "\(result.messages)")
    }
  }
}
