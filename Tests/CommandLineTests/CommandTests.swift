import Testing

@testable import jetsim

/// The commands from outside: statuses, files and where each text goes.
@Suite struct CommandTests {
  private static let scenario = """
    version: 1
    name: little
    seed: 11
    duration: 8 h
    replications: 3
    device: {ram: 2 GiB}
    apps: [{name: app, count: 20, footprint: {lognormal: {median: 300 MiB, sigma: 0.5}}}]
    policies: [jetsam, lru, belady]
    sweep: {product: {device.ram: [2 GiB, 3 GiB]}}
    """

  private func withProgram(_ body: (Program) throws -> Void) throws {
    let program = try Program()
    defer { program.cleanUp() }
    try program.write(Self.scenario, "s.yaml")
    try body(program)
  }

  @Test func helpAndVersionAreData() throws {
    try withProgram { (program) throws in
      for line in ["--help", "-h", "help"] {
        let result = try program.run(line)
        #expect(result.status == 0)
        #expect(result.output == Help.overview(Tool.commands))
        #expect(result.messages.isEmpty)
      }
      let alone = try program.run("")
      #expect(alone.status == 64 && alone.output.isEmpty)
      #expect(alone.messages == Help.overview(Tool.commands))
      let version = try program.run("--version")
      #expect(version.output.hasPrefix("jetsim 0.1.0 ("))
      #expect(try program.run("run --help").output.contains("Usage: jetsim run SCENARIO"))
      #expect(try program.run("help compare").output.contains("Usage: jetsim compare"))
    }
  }

  @Test func mistakesInTheCallEndWith64() throws {
    try withProgram { (program) throws in
      let unknown = try program.run("rum s.yaml")
      #expect(unknown.status == 64)
      #expect(unknown.messages == "jetsim: there is no command 'rum', did you mean 'run'?\n")
      let later = try program.run("report x")
      #expect(later.status == 64)
      #expect(later.messages == "jetsim: this version does not have 'report' yet\n")
      let calls = [
        "run s.yaml", "run s.yaml -o o -j 0", "run s.yaml -o o --force --resume", "check",
        "check a b", "run s.yaml -o o --shard 3/2", "run s.yaml -o o --shard auto",
        "compare s.yaml --adjust x", "run s.yaml -o o --filter policy=fifo", "policies lur",
        "run s.yaml -o o --seed x", "import native", "compare s.yaml --metrics purge",
        "run s.yaml -o o --set x", "run s.yaml -o o --progress loud", "check s.yaml --resoved",
      ]
      for line in calls {
        let result = try program.run(line)
        #expect(result.status == 64, "\(line)")
        #expect(result.output.isEmpty, "\(line)")
        #expect(result.messages.hasPrefix("jetsim: "), "\(line): \(result.messages)")
      }
      #expect(program.names(".").filter { $0 == "o" }.isEmpty)
    }
  }

  @Test func errorsOfContentAndOfFilesAreToldApart() throws {
    try withProgram { (program) throws in
      try program.write("version: 1\npolices: [lru]\n", "bad.yaml")
      let content = try program.run("check bad.yaml")
      #expect(content.status == 65)
      #expect(content.messages.hasPrefix("bad.yaml:2:1: error: unknown key 'polices'"))
      for path in ["none.yaml", "."] { #expect(try program.run("check \(path)").status == 74) }
      #expect(try program.run("compare none").status == 74)
      #expect(try program.run("run s.yaml -o s.yaml/such").status == 74)
    }
  }

  @Test func aTraceThatCannotDriveARunIsAnErrorWithItsPlace() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let scenario =
      "version: 1\nworkload: {trace: t.csv}\npolicies: [lru]\ndevice: {profile: plain}\n"
    let cases = [
      (
        "", "time_s,app\n0,chat\n0,mail\n",
        "t.csv:3:1: error: the trace ends at 0 s, so that nothing is simulated; state a duration "
          + "in the scenario, or visit_s of the last row\n"
      ),
      (
        "warm_up: 1 h\n", "time_s,app\n0,chat\n60,mail\n",
        "t.csv:3:1: error: the warm-up of 3600 s leaves nothing of the trace, which ends at 60 s\n"
      ),
      (
        "", "time_s,visit_s,app,action\n0,,chat,open\n9,,mail,home\n",
        "t.csv:3:4: error: it is about 'mail', but 'chat' is in front; write - for the app in "
          + "front\n"
      ),
    ]
    for (line, trace, expected) in cases {
      try program.write(scenario + line, "s.yaml")
      try program.write(trace, "t.csv")
      for call in ["check s.yaml", "run s.yaml -o out"] {
        let result = try program.run(call)
        #expect(result.status == 65, "\(call)")
        #expect(result.messages == expected, "\(call)")
        #expect(!program.names(".").contains("out"))
      }
    }
    try program.write(scenario + "duration: 5 s\napps: [{name: chat}]\n", "s.yaml")
    try program.write("time_s,app\n0,chat\n1,mail\n6,chat\n", "t.csv")
    for call in ["check s.yaml", "run s.yaml -o out --progress none"] {
      let result = try program.run(call)
      #expect(result.status == 0)
      for note in [
        "note: 1 app of the trace is not in 'apps' and takes default_app: mail\n",
        "note: 1 row after the duration of 5 s is left out\n",
      ] { #expect(result.messages.contains(note), "\(result.messages)") }
    }
  }

  @Test func checkReadsStandardInputAndPrintsEveryField() throws {
    try withProgram { (program) throws in
      let resolved = try program.run("check s.yaml --resolved")
      #expect(resolved.output.contains("warm_fraction:"))
      // What it prints is a scenario with the same points.
      let ids = try program.run("plan s.yaml").output
      let again = try program.run("plan -", input: resolved.output)
      #expect(again.output == ids)
      #expect(ids.hasPrefix("point,device.ram,policy,replications\n"))
      #expect(ids.split(separator: "\n").count == 1 + 2 * 3)
    }
  }

  @Test func runWritesTheFilesAndTheAnswer() throws {
    try withProgram { (program) throws in
      let result = try program.run("run s.yaml -o out --progress none")
      #expect(result.status == 0)
      #expect(result.output.contains("vs jetsam"))
      let files = [
        "apps.csv", "compare.csv", "manifest.json", "runs.csv", "summary.csv", "survival.csv",
        "timing.csv",
      ]
      #expect(program.names("out") == files)
      #expect(try program.run("run s.yaml -o out").status == 64)
      #expect(try program.run("run s.yaml -o out --force").status == 0)
      let resumed = try program.run("run s.yaml -o out --resume")
      #expect(resumed.output == result.output)
      let other = try program.run("run s.yaml -o out --resume --seed=12")
      #expect(other.status == 64)
      #expect(
        other.messages.contains("the scenario was") || other.messages.contains("the seed was"))
    }
  }

  @Test func failedRunsEndWith3() throws {
    try withProgram { (program) throws in
      let result = try program.run("run s.yaml -o out --set=run.max_events=50 --progress=none")
      #expect(result.status == 3)
      #expect(program.read("out/failures.csv").contains("event limit 50 reached"))
      #expect(result.messages.contains("18 runs failed: out/failures.csv says why"))
      let compared = try program.run("compare s.yaml --set=run.max_events=50 --progress=none")
      #expect(compared.status == 3)
      #expect(compared.messages.contains("3 of 3 runs failed: event limit 50 reached at "))
      let tuned = try program.run("tune s.yaml --policy ttl --set=run.max_events=50 --set sweep={}")
      #expect(tuned.status == 3)
      #expect(tuned.messages.contains("ttl fails at the start: event limit 50 reached at "))
    }
  }

  @Test func fullDiskIsAnError() throws {
    try withProgram { (program) throws in
      for line in ["policies", "plan s.yaml", "check s.yaml", "compare s.yaml"] {
        let result = try program.run(line, output: "/dev/full")
        #expect(result.status == 74, "\(line)")
        #expect(result.messages.contains("No space left on device"), "\(line)")
      }
    }
  }

  @Test func compareOfAFolderAndOfItsScenarioAgree() throws {
    try withProgram { (program) throws in
      #expect(try program.run("run s.yaml -o out --progress=none").status == 0)
      let folder = try program.run("compare out --format csv")
      let scenario = try program.run("compare s.yaml --format=csv --progress=none")
      #expect(folder.output == scenario.output)
      #expect(folder.output == program.read("out/compare.csv"))
      for command in ["compare .", "explain . --run lru/0", "replay . --run lru/0"] {
        let none = try program.run(command)
        #expect(none.status == 74, "\(command)")
        #expect(none.messages == "jetsim: . is no results folder: it has no manifest.json\n")
      }
      let baseline = try program.run("compare out --baseline nosuch").messages
      #expect(baseline.contains("'nosuch'; there are jetsam, lru, belady\n"), "\(baseline)")
      let metric = try program.run("compare out --metrics nosuch").messages
      #expect(metric.contains("; there are wait_s_per_day, resume_frac, "), "\(metric)")
      let table = try program.run("compare out --baseline lru --metrics=purges")
      #expect(table.output.contains("baseline lru:"))
      #expect(try program.run("compare out --jobs=2").status == 64)
    }
  }

  @Test func policiesAreListedAndExplained() throws {
    try withProgram { (program) throws in
      #expect(try program.run("policies").output.contains("\n  jetsam "))
      #expect(try program.run("policies gdsf").output.contains("cost: launch"))
    }
  }

  @Test func importWritesATraceThatARunCanUse() throws {
    try withProgram { (program) throws in
      try program.write("when;what\n1;a\n5;b\n9;a\n", "log.csv")
      let result = try program.run("import csv log.csv --map time=when,app=what")
      #expect(result.status == 0)
      #expect(result.output.hasPrefix("time_s,app,visit_s,footprint_mib,action\n"))
      #expect(try program.run("import --list").output.contains("native: "))
      #expect(try program.run("import native none.csv").status == 74)
      let other = try program.run("import nativ log.csv")
      #expect(other.status == 64)
    }
  }
}
