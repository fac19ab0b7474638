import Testing

/// A table that lacks rows, or has some twice, is not read as if it were whole.
@Suite struct DamagedResultsTests {
  private static let scenario = """
    version: 1
    duration: 2 h
    replications: 3
    device: {ram: 2 GiB}
    apps: [{name: a, count: 9, footprint: {uniform: {min: 50 MiB, max: 400 MiB}}}]
    policies: [lru, fifo]
    """

  @Test func everyDamageIsNamed() throws {
    let program = try Program()
    defer { program.cleanUp() }
    try program.write(Self.scenario, "s.yaml")
    #expect(try program.run("run s.yaml -o out --progress none").status == 0)
    let whole = program.read("out/runs.csv")
    let lines = whole.split(separator: "\n").map(String.init)
    func table(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
    var moved = lines
    moved.swapAt(1, 2)
    let cases = [
      (String(whole.prefix(60)), "cut off"),
      (String(lines[0].prefix(200)) + "\n", "0 rows, the manifest says 6"),
      (table(Array(lines.dropLast())), "5 rows, the manifest says 6"),
      (table(lines + [lines[6]]), "do not ascend"),
      (table(moved), "do not ascend"),
      (String(whole.dropLast()), "cut off"),
      (whole.replacing(",ok,", with: ",maybe,"), "the status 'maybe' is unknown"),
      (table([lines[0]] + lines[4...] + lines[1...3] + [lines[6]]), "do not ascend"),
    ]
    for (text, expected) in cases {
      try program.write(text, "out/runs.csv")
      for command in ["compare out", "run s.yaml -o out --resume"] {
        let result = try program.run(command)
        #expect(result.status == 65, "\(command): \(expected)")
        #expect(result.messages.contains(expected), "\(result.messages)")
        #expect(result.output.isEmpty)
      }
    }
    try program.write(whole, "out/runs.csv")
    #expect(try program.run("compare out").status == 0)
  }

  /// A row that leaves its point would make a point of its own.
  @Test func rowsStayWithTheirPoint() throws {
    let program = try Program()
    defer { program.cleanUp() }
    try program.write(Self.scenario + "\nsweep: {product: {device.ram: [1 GiB, 2 GiB]}}", "s.yaml")
    #expect(try program.run("run s.yaml -o out --progress none").status == 0)
    let whole = program.read("out/runs.csv")
    let lines = whole.split(separator: "\n").map(String.init)
    func changed(_ row: Int, _ from: String, _ to: String) -> String {
      var lines = lines
      lines[row] = lines[row].replacing(from, with: to, maxReplacements: 1)
      return lines.map { $0 + "\n" }.joined()
    }
    let id = String(lines[2].prefix(12))
    let cases = [
      (changed(2, ",1 GiB,", ",1 GB,"), "swept values differ"),
      (changed(2, id, "0123456789ab"), "do not ascend"),
      (changed(12, ",2 GiB,", ",3 GiB,"), "swept values differ"),
      (changed(3, ",ok,", ",ok,0x"), "fingerprint"),
    ]
    for (text, expected) in cases {
      try program.write(text, "out/runs.csv")
      for command in ["compare out", "run s.yaml -o out --resume"] {
        let result = try program.run(command)
        #expect(result.status == 65, "\(command): \(expected)")
        #expect(result.messages.contains(expected), "\(result.messages)")
      }
    }
  }
}
