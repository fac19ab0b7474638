import Foundation
import Testing

@testable import jetsim

/// `replay` and `explain` from outside: one run of a results folder, looked into.
@Suite struct ReplayTests {
  private static let scenario = """
    version: 1
    name: little
    seed: 11
    duration: 16 h
    warm_up: 2 h
    replications: 2
    device: {ram: 2 GiB}
    apps:
      - {name: app, count: 20, footprint: {lognormal: {median: 300 MiB, sigma: 0.5}}}
      - {name: daemon, kind: daemon, count: 10, footprint: 10 MiB}
    policies: [jetsam, lru, {gdsf: {cost: 1}}, belady]
    sweep: {product: {device.ram: [2 GiB, 3 GiB]}}
    """

  private static let fixtures =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/lifecycle").path

  private func withProgram(_ body: (Program) throws -> Void) throws {
    let program = try Program()
    defer { program.cleanUp() }
    try body(program)
  }

  /// The rows of `runs.csv` by column name.
  private func rows(_ program: Program, _ folder: String) -> [[String: String]] {
    let lines = program.read("\(folder)/runs.csv").split(separator: "\n")
    let names = lines[0].split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      let values = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(uniqueKeysWithValues: zip(names, values))
    }
  }

  @Test func everyLifecycleGivesItsTransitions() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.fixtures)
      .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    #expect(names.count >= 11)
    try withProgram { (program) throws in
      for name in names {
        func fixture(_ ending: String) throws -> String {
          try String(contentsOfFile: "\(Self.fixtures)/\(name).\(ending)", encoding: .utf8)
        }
        try program.write(try fixture("yaml"), "\(name).yaml")
        try program.write(try fixture("csv"), "\(name).csv")
        #expect(try program.run("run \(name).yaml -o \(name) --progress none").status == 0)
        let replayed = try program.run("replay \(name) --run jetsam/0 --events -")
        #expect(replayed.status == 0, "\(name): \(replayed.messages)")
        #expect(replayed.output == (try fixture("events.csv")), "\(name)")
        #expect(replayed.messages.hasSuffix(" as in runs.csv\n"), "\(replayed.messages)")
      }
    }
  }

  @Test func theManifestIsEnough() throws {
    try withProgram { (program) throws in
      try program.write(Self.scenario, "s.yaml")
      #expect(try program.run("run s.yaml -o out --progress none --seed 5").status == 0)
      try program.write("", "s.yaml")
      for row in rows(program, "out") where row["replication"] == "1" {
        let values = ["point", "policy", "replication"].map { row[$0] ?? "" }
        let name = values.joined(separator: "/")
        let result = try program.run("replay out --run \(name)")
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.output.contains(row["fingerprint"] ?? "none"))
        let written = try program.run("replay out --run \(name) --events e.csv")
        #expect(written.output.hasPrefix(result.output), "\(written.output)")
        let rows = program.read("e.csv").split(separator: "\n").count - 1
        let count = written.output.split(separator: "\n").last ?? ""
        #expect(count.filter { $0 != "," } == "e.csv: \(rows) rows written", "\(count)")
        let short = "\(values[0].prefix(4))/\(values[1])/\(values[2])"
        #expect(try program.run("replay out --run \(short)").output == result.output)
      }
    }
  }

  @Test func explainCountsAsTheTableDoes() throws {
    try withProgram { (program) throws in
      try program.write(Self.scenario, "s.yaml")
      #expect(try program.run("run s.yaml -o out --progress none").status == 0)
      for row in rows(program, "out") where row["replication"] == "0" {
        let name = "\(row["point"] ?? "")/\(row["policy"] ?? "")/\(row["replication"] ?? "")"
        let purges = try program.run("explain out --run \(name) --limit 0 --format csv")
        let lines = purges.output.split(separator: "\n").map { $0.split(separator: ",") }
        let measured = lines.dropFirst().filter { $0[3] == "true" }
        #expect("\(measured.count)" == row["app_purges"], "\(name)")
        #expect("\(measured.count { $0.last == "true" })" == row["regretted_purges"], "\(name)")
        let all = try program.run("explain out --run \(name) --helpers --limit 1")
        let total = row["purges"] ?? ""
        #expect(
          all.output.contains(": \(total) purge") || all.output.contains("no purge"), "\(name)")
        let flat = all.output.replacing("\n", with: " ")
        #expect(flat.contains("all that runs.csv counts") || total == "0", "\(flat)")
        let apps = try program.run("explain out --run \(name) --limit 1").output
          .replacing("\n", with: " ")
        if row["app_purges"] != total, row["app_purges"] != "0" {
          #expect(apps.contains("of the \(total) in runs.csv"), "\(apps)")
        }
      }
      let app = try program.run("explain out --run \(firstName(program)) --app app-1 --limit 2")
      #expect(app.status == 0)
      let json = try program.run("explain out --run \(firstName(program)) --format json")
      let parsed = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      #expect((parsed as? [Any])?.isEmpty == false)
    }
  }

  private func firstName(_ program: Program) -> String {
    "\(rows(program, "out")[0]["point"] ?? "")/jetsam/0"
  }

  @Test func aPurgeIsExplainedInWords() throws {
    try withProgram { (program) throws in
      for ending in ["yaml", "csv"] {
        let text = try String(contentsOfFile: "\(Self.fixtures)/purge.\(ending)", encoding: .utf8)
        try program.write(text, "purge.\(ending)")
      }
      #expect(try program.run("run purge.yaml -o out --set duration=1000s").status == 0)
      let result = try program.run("explain out --run jetsam/0 --app maps")
      #expect(
        result.output.hasPrefix(
          """
          0 d 00:00:20  maps purged: vm-pageshortage
            why     a launch waited for 950 MiB, 900 MiB were available; 100.0 % not compressed
            where   suspended, idle band (priority 0) for 8 s; footprint 100 MiB, gave back 100 MiB
            choice  the only candidate of its band
            after   opened again 20 s later (regretted)

          """), "\(result.output)")
      #expect(result.output.contains("1 purge of maps in the measured time (vm-pageshortage 1)"))
      let none = try program.run("explain out --run jetsam/0 --app game")
      #expect(none.output.contains("2 d") == false)
      #expect(try program.run("run purge.yaml -o calm --set device.ram=4GiB").status == 0)
      let calm = try program.run("explain calm --run jetsam/0")
      #expect(calm.output.contains("memory was never short"), "\(calm.output)")
    }
  }

  /// An app larger than what is left, and policies that choose differently.
  private static let store = """
    version: 1
    duration: 24 s
    device: {profile: plain, ram: 300 MiB}
    workload: {trace: t.csv}
    policies:
      - lru
      - lru2
      - belady
      - {gdsf: {cost: 1, bypass: true}, as: pass}
      - {score: 1/(idle-1), as: bad}
    """

  @Test func aStoreOfAppsIsToldAsOne() throws {
    try withProgram { (program) throws in
      try program.write(Self.store, "s.yaml")
      try program.write(
        "time_s,app,footprint_mib\n0,chat,100\n1,a,100\n2,b,100\n3,big,290\n5,chat,100\n",
        "t.csv")
      #expect(try program.run("run s.yaml -o out --progress none").status == 3)
      func told(_ policy: String) throws -> String {
        try program.run("explain out --run \(policy)/0").output
      }
      let expected = [
        ("lru", "in the store, left 2 s ago; footprint 100 MiB, gave back 100 MiB"),
        ("lru", "1st of 3 candidates under lru (key 0); 1st by size"),
        ("lru2", "1st of 3 candidates under lru2 (never used twice)"),
        ("belady", "1st of 3 candidates under belady (never used again)"),
        ("pass", "launched just now; footprint 290 MiB"),
        ("pass", "the newcomer itself: under pass it goes before all that could make room (key "),
        ("bad", "at 0 d 00:00:03 the policy failed to choose: that purge is not told"),
        ("bad", "bad/0: no purge of apps.\n"),
      ]
      for (policy, text) in expected {
        let output = try told(policy)
        #expect(output.contains(text), "\(policy): \(output)")
      }
      #expect(try program.run("run s.yaml -o full --set device.ram=590MiB").status == 0)
      let full = try program.run("explain full --run lru/0").output
      #expect(full.contains("no launch needed room that the store of 590 MiB did not have"))
    }
  }

  @Test func androidIsToldInItsOwnWords() throws {
    try withProgram { (program) throws in
      try program.write(
        Self.scenario.replacing("{ram: 2 GiB}", with: "{profile: android, ram: 2 GiB}")
          .replacing("jetsam, lru,", with: "lmkd, kernel-lmk, lru,"), "s.yaml")
      let run = try program.run("run s.yaml -o out --progress none --filter replication=0")
      #expect(run.status == 0, "\(run.messages)")
      let point = rows(program, "out")[0]["point"] ?? ""
      let expected = [
        "lmkd": "under lmkd the one that is unchanged for longest, of the highest score;",
        "kernel-lmk": "under kernel-lmk the largest resident one, of the highest score;",
        "lru": "candidates under lru (key ",
      ]
      for (policy, text) in expected {
        let told = try program.run("explain out --run \(point)/\(policy)/0 --limit 0").output
          .replacing("\n          ", with: " ")
        #expect(told.contains(text), "\(told)")
        #expect(told.contains("suspended, cached (oom_score_adj 900 to 999) for "))
        for word in ["band", "priority", "(key 0)"] { #expect(!told.contains(word), "\(policy)") }
      }
      let csv = try program.run("explain out --run \(point)/lru/0 --format csv").output
      #expect(csv.contains(",cached,900,"))
      let calmRun = try program.run("run s.yaml -o calm --set device.ram=64GiB --set sweep=")
      #expect(calmRun.status == 0, "\(calmRun.messages)")
      let calm = try program.run("explain calm --run lru/0").output
      #expect(calm.contains("below the low watermark (492 MiB)"), "\(calm)")
    }
  }

  @Test func mistakesAreNamed() throws {
    try withProgram { (program) throws in
      try program.write(Self.scenario, "s.yaml")
      let run = try program.run("run s.yaml -o out --progress none --filter replication=0")
      #expect(run.status == 0)
      let point = rows(program, "out")[0]["point"] ?? ""
      let calls: [(line: String, expected: String)] = [
        ("replay out", "which run?"), ("replay out --run lru/0", "names no point"),
        ("replay out --run x/lru/0", "there is no point 'x'"),
        ("replay out --run \(point)/lur/0", "did you mean 'lru'?"),
        ("replay out --run \(point)/lru/1", "replication 1 of lru was not run, only 0"),
        ("replay out --run \(point)/lru/x", "is no replication"),
        ("replay out --run \(point)/lru/0 --timeline t.json", "does not have --timeline yet"),
        ("explain out --run \(point)/lru/0 --app ap", "did you mean 'app'?"),
        ("explain out --run \(point)/lru/0 --limit x", "no whole number"),
        ("explain out --run \(point)/lru/0 --format x", "none of text, csv, json"),
      ]
      for (line, expected) in calls {
        let result = try program.run(line)
        #expect(result.status == 64, "\(line)")
        #expect(result.messages.contains(expected), "\(line): \(result.messages)")
        #expect(result.output.isEmpty, "\(line)")
      }
      #expect(try program.run("replay none --run lru/0").status == 74)
      #expect(
        try program.run("replay out --run \(point)/lru/0 --events -", output: "/dev/full").status
          == 74)
    }
  }

  @Test func aReplayThatDiffersIsNoReplay() throws {
    try withProgram { (program) throws in
      for ending in ["yaml", "csv"] {
        let text = try String(contentsOfFile: "\(Self.fixtures)/purge.\(ending)", encoding: .utf8)
        try program.write(text, "purge.\(ending)")
      }
      #expect(try program.run("run purge.yaml -o out").status == 0)
      let trace = program.read("purge.csv")
      try program.write(trace.replacing("40,maps", with: "41,maps"), "purge.csv")
      let other = try program.run("replay out --run jetsam/0 --events e.csv")
      #expect(other.status == 2)
      #expect(other.messages.contains("the trace is not the one that was run"))
      #expect(program.names(".").contains("e.csv") == false)
      try program.write(trace, "purge.csv")
      let runs = program.read("out/runs.csv")
      let fingerprint = rows(program, "out")[0]["fingerprint"] ?? ""
      try program.write(
        runs.replacing(fingerprint, with: "0123456789abcdef"), "out/runs.csv")
      #expect(try program.run("replay out --run jetsam/0").status == 2)
      try FileManager.default.removeItem(atPath: "\(program.folder)/purge.csv")
      let missing = try program.run("replay out --run jetsam/0")
      #expect(missing.status == 74)
      #expect(missing.messages.contains("--files DIR"), "\(missing.messages)")
    }
  }

  @Test func aFailedRunFailsAgain() throws {
    try withProgram { (program) throws in
      try program.write(Self.scenario, "s.yaml")
      _ = try program.run("run s.yaml -o out --progress none --set=run.max_events=50")
      let result = try program.run("replay out --run \(firstName(program)) --events -")
      #expect(result.status == 3)
      #expect(result.messages.contains("event limit 50 reached"))
      #expect(result.output.split(separator: "\n").count > 20)
    }
  }
}
