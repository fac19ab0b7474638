import Testing

@testable import jetsim

/// Results of a trace, on which most policies do the same in every replication.
@Suite struct TraceResultsTests {
  private static let scenario = """
    version: 1
    name: recorded
    replications: 4
    device: {profile: plain, ram: 300 MiB}
    default_app: {footprint: 100 MiB, cold_launch: 2 s}
    workload: {trace: trace.csv}
    policies: [fifo, lru, random]
    compare: {baseline: fifo}
    """

  private func withProgram(_ body: (Program) throws -> Void) throws {
    let program = try Program()
    defer { program.cleanUp() }
    try program.write(Self.scenario, "s.yaml")
    var trace = "time_s,app,visit_s,footprint_mib,action\n"
    for (number, app) in "abcabdabeabfabcabdabeabf".enumerated() {
      trace += "\(number * 600),\(app),60,,open\n"
    }
    try program.write(trace, "trace.csv")
    try body(program)
  }

  @Test func differencesOnOneTraceAreExactAndNotCertain() throws {
    try withProgram { (program) throws in
      let result = try program.run("run s.yaml -o out --progress none")
      #expect(result.status == 0)
      #expect(result.messages == "note: the workload is a trace: intervals are conditional on it\n")
      let single = try program.run("compare s.yaml --set replications=1 --progress none")
      #expect(single.messages == "")
      #expect(result.output.contains("on this trace"), "\(result.output)")
      #expect(result.output.contains(", exact"), "\(result.output)")
      let rows = program.read("out/compare.csv").split(separator: "\n")
      let lru = try #require(rows.first { $0.contains(",wait_s_per_day,fifo,lru,") })
        .split(separator: ",", omittingEmptySubsequences: false)
      #expect(lru[4] == "4" && lru[5] != "", "\(lru)")
      #expect(lru[6...11].joined() == "", "\(lru)")
      let random = try #require(rows.first { $0.contains(",wait_s_per_day,fifo,random,") })
        .split(separator: ",", omittingEmptySubsequences: false)
      #expect(!random[6...9].contains(""), "\(random)")
      let summary = program.read("out/summary.csv")
      #expect(summary.contains(",0.0,,,,,exact\n"))
      // What is read from the folder says the same.
      let folder = try program.run("compare out --format csv")
      #expect(folder.output == program.read("out/compare.csv"))
      let table = try program.run("compare out --metrics wait_s_per_day")
      #expect(table.output.contains("exact: on this trace nothing random remains"))
    }
  }
}
