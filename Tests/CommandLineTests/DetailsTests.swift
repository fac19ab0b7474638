import Foundation
import Testing

@testable import jetsim

/// What is told about apps and parameters besides the metrics.
@Suite struct DetailsTests {
  private static let scenario = """
    version: 1
    name: little
    seed: 11
    duration: 16 h
    warm_up: 2 h
    replications: 3
    device: {ram: 2 GiB}
    apps:
      - {name: app, count: 20, footprint: {lognormal: {median: 300 MiB, sigma: 0.5}}}
      - {name: daemon, kind: daemon, count: 10, footprint: 10 MiB}
    policies: [jetsam, lru, {ttl: {after: 600 s}}, belady]
    """

  private func withProgram(_ body: (Program) throws -> Void) throws {
    let program = try Program()
    defer { program.cleanUp() }
    try program.write(Self.scenario, "s.yaml")
    try body(program)
  }

  private func table(_ program: Program, _ name: String) -> [[String: String]] {
    let lines = program.read(name).split(separator: "\n")
    let names = lines[0].split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      let values = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(uniqueKeysWithValues: zip(names, values))
    }
  }

  @Test func appsAddUpToTheMetrics() throws {
    try withProgram { (program) throws in
      #expect(try program.run("run s.yaml -o out --progress none").status == 0)
      let runs = table(program, "out/runs.csv")
      let apps = table(program, "out/apps.csv")
      #expect(apps.count == 4 * 30)
      func sum(_ rows: [[String: String]], _ column: String) -> Int {
        rows.reduce(0) { $0 + (Int($1[column] ?? "") ?? 0) }
      }
      for policy in ["jetsam", "lru", "ttl[after=600]", "belady"] {
        let ofRuns = runs.filter { $0["policy"] == policy }
        let ofApps = apps.filter { $0["policy"] == policy && $0["kind"] == "app" }
        #expect(ofRuns.count == 3 && ofApps.count == 20, "\(policy)")
        #expect(sum(ofRuns, "app_purges") == sum(ofApps, "purges"), "\(policy)")
        #expect(
          sum(ofRuns, "regretted_purges") == sum(ofApps, "regretted_purges"), "\(policy)")
        #expect(sum(ofRuns, "resumes") == sum(ofApps, "resumes"), "\(policy)")
        #expect(sum(ofApps, "launches") == sum(ofApps, "starts") + sum(ofApps, "resumes"))
        let all = apps.filter { $0["policy"] == policy }
        #expect(sum(ofRuns, "purges") == sum(all, "purges"), "\(policy)")
      }
      let survival = table(program, "out/survival.csv")
      #expect(survival.count == 4 * 4 * 6)
      #expect(survival.allSatisfy { ($0["alive_frac"] ?? "") == "" || $0["n"] != "0" })
    }
  }

  @Test func theBytesDoNotDependOnThreadsOrResuming() throws {
    try withProgram { (program) throws in
      let first = try program.run("run s.yaml -o a -j 1 --progress none")
      #expect(first.output.contains("Left apps still alive without a visit"))
      #expect(try program.run("run s.yaml -o b -j 2 --progress none").output == first.output)
      for name in ["apps.csv", "survival.csv", "manifest.json"] {
        #expect(program.read("a/\(name)") == program.read("b/\(name)"), "\(name)")
      }
      #expect(try program.run("run s.yaml -o a --resume --progress none").output == first.output)
      #expect(program.read("a/manifest.json").contains("\"survival.csv\": [\"point\""))
    }
  }

  @Test func regretIsToldInThreeForms() throws {
    try withProgram { (program) throws in
      #expect(try program.run("run s.yaml -o out --progress none").status == 0)
      let table = try program.run("compare out --regret")
      #expect(table.output.contains("0 % = lru, 100 % = belady"), "\(table.output)")
      let csv = try program.run("compare out --regret --format csv")
      #expect(
        csv.output.hasPrefix("point,metric,reference,bound,policy,n,gap_closed_frac,lo,hi\n"))
      #expect(csv.output.split(separator: "\n").count == 1 + 2)
      let scenario = try program.run("compare s.yaml --regret --format csv --progress none")
      #expect(scenario.output == csv.output)
      let json = try program.run("compare out --regret --format json")
      let parsed = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      #expect((parsed as? [Any])?.count == 2)
    }
  }

  @Test func tuneSaysWhatItFoundAndWhetherItHolds() throws {
    try withProgram { (program) throws in
      let line = "tune s.yaml --policy ttl[after=600] --replications 2 --holdout 2 --budget 5"
      let result = try program.run(line)
      #expect(result.status == 0, "\(result.messages)")
      #expect(result.messages.contains(" candidates in "), "\(result.messages)")
      let json = try program.run("\(line) --progress json")
      #expect(json.messages.contains("\"finished\", \"done\": "), "\(json.messages)")
      #expect(json.messages.contains("\"best\": "), "\(json.messages)")
      #expect(json.output == result.output)
      #expect(result.output.contains("replications that the search never saw"))
      #expect(result.output.contains("  - {ttl: {after: "))
      let quiet = try program.run("\(line) --progress none -j 1")
      #expect(quiet.output == result.output && quiet.messages.isEmpty)
      for wrong in [
        "tune s.yaml", "tune s.yaml --policy lru", "tune s.yaml --policy ttl --metric x",
        "tune s.yaml --policy ttl --budget 1", "tune s.yaml --policy ttl --point x",
      ] {
        #expect(try program.run(wrong).status == 64, "\(wrong)")
      }
      #expect(try program.run("tune none.yaml --policy ttl").status == 74)
    }
  }
}
