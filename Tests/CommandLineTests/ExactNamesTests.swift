import Testing

/// Names that Unicode calls equivalent are two names, from the file to the tables.
@Suite struct ExactNamesTests {
  private let composed = "\u{e9}"
  private let decomposed = "e\u{301}"

  private func scenario(_ apps: String = "", policies: String = "lru") -> String {
    """
    version: 1
    device: {profile: plain, ram: 100 MiB}
    default_app: {footprint: 60 MiB}
    \(apps)
    workload: {trace: t.csv}
    policies: [\(policies)]
    """
  }

  private var trace: String {
    "time_s,app\n0,\(composed)\n10,\(decomposed)\n20,\(composed)\n30,\(decomposed)\n40,-x\n"
  }

  @Test func aTraceMayHaveBoth() throws {
    let program = try Program()
    defer { program.cleanUp() }
    try program.write(trace, "t.csv")
    let apps = "apps: [{name: \(composed)}, {name: \(decomposed), count: 1}]"
    for text in [scenario(), scenario(apps)] {
      try program.write(text, "s.yaml")
      let result = try program.run("run s.yaml -o out --force --progress none")
      #expect(result.status == 0, "\(result.messages)")
      let rows = program.read("out/runs.csv").split(separator: "\n")
      #expect(rows.count == 2)
    }
    let imported = try program.run("import native t.csv -o -")
    #expect(imported.messages.contains("apps: 3"))
    #expect(program.read("out/apps.csv").split(separator: "\n").count == 4)
  }

  @Test func labelsAndKeysMayBoth() throws {
    let program = try Program()
    defer { program.cleanUp() }
    try program.write(trace, "t.csv")
    let both = "{lru: {}, as: \(composed)}, {fifo: {}, as: \(decomposed)}"
    try program.write(scenario(policies: both), "s.yaml")
    let result = try program.run("run s.yaml -o out --progress none")
    #expect(result.status == 0, "\(result.messages)")
    let compared = try program.run("compare out --format csv --baseline=\(decomposed)")
    #expect(compared.status == 0)
    #expect(compared.output.contains(",\(composed),"))
    let replayed = try program.run("explain out --run \(decomposed)/0")
    #expect(replayed.status == 0, "\(replayed.messages)")
    let filtered = try program.run("plan s.yaml --filter policy=\(composed)")
    #expect(filtered.output.split(separator: "\n").count == 2)
  }

  @Test func wordsAreMatchedExactly() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let kelvin = "version: 1\nduration: 1 h\napps: [{name: a, footprint: 4000 \u{212a}iB}]\n"
    try program.write(kelvin + "policies: [lru]\n", "k.yaml")
    let result = try program.run("check k.yaml")
    #expect(result.status == 65)
    #expect(result.messages.contains("(did you mean '4000 KiB'?)"))
  }
}
