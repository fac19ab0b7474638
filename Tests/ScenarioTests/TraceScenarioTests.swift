import Device
import RandomStreams
import Testing
import Workload

@testable import Scenario

/// Scenarios that a trace drives.
@Suite struct TraceScenarioTests {
  private func load(_ text: String) throws -> ScenarioFile {
    var result: ScenarioFile?
    try withFolder(["t.yaml": text, "t.csv": "time_s,app\n0,chat\n"]) { (folder: String) throws in
      result = try ScenarioFile.load(path: folder + "/t.yaml", policies: somePolicies)
    }
    return try #require(result)
  }

  private func failure(_ text: String) -> String {
    do {
      _ = try load(text)
      Issue.record("loaded \(text)")
      return ""
    } catch {
      return "\(error)"
    }
  }

  private let base = "version: 1\npolicies: [lru, random]\nworkload: {trace: t.csv}\n"

  @Test func theTraceIsRelativeToTheScenario() throws {
    let scenario = try load(base)
    guard case .trace(let trace) = scenario.points[0].workload else {
      Issue.record("no trace")
      return
    }
    #expect(trace.statedPath == "t.csv")
    #expect(trace.path.hasPrefix("/"))
    #expect(trace.path.hasSuffix("/t.csv"))
    #expect(scenario.points[0].duration == nil)
    #expect(try load(base + "duration: trace\n").points[0].id == scenario.points[0].id)
    #expect(try load(base + "duration: 1 h\n").points[0].duration == 3600 * Ticks.perSecond)
  }

  @Test func badTraces() {
    #expect(
      failure(base + "user: {}\n").contains(
        ":3:1: error: found both 'user' and 'workload', expected one: a trace replaces the user"))
    let missing = failure("version: 1\npolicies: [lru]\nworkload: {trace: no.csv}\n")
    #expect(missing.contains("t.yaml:3:19: error: cannot read"))
    #expect(missing.hasSuffix("/no.csv': No such file or directory"))
    #expect(
      failure("version: 1\npolicies: [lru]\nworkload: {trace: .}\n").hasSuffix("Is a directory"))
    #expect(failure("version: 1\npolicies: [lru]\nworkload: {}\n").contains("missing key 'trace'"))
    #expect(
      failure("version: 1\npolicies: [lru]\nworkload: {trace: [a]}\n").contains("found a list"))
  }

  @Test func appsOfTheTraceAreAdded() throws {
    let text = base + "apps: [{name: chat, count: 2, footprint: 5 MiB}]\n"
    let rows = [
      TraceRow(time: 0, app: "chat-2"), TraceRow(time: 1, app: "mail", footprintKiB: 1024),
      TraceRow(time: 2, app: "", action: .lock), TraceRow(time: 3, app: "zoo"),
      TraceRow(time: 4, app: "zoo"), TraceRow(time: 5, app: "Chat-1"),
    ]
    let point = try load(text).points[0]
    let (catalog, notes) = point.catalog(covering: Trace(rows: rows))
    #expect(
      (0..<catalog.count).map { catalog.name(of: $0) } == [
        "Chat-1", "chat-1", "chat-2", "mail", "zoo",
      ])
    #expect(
      notes == [
        "3 apps of the trace are not in 'apps' and take default_app: mail, zoo, Chat-1",
        "no footprint is stated for 'zoo' and 1 more: each takes 150 MiB (state "
          + "default_app.footprint, or a column footprint_mib)",
      ])
    let stated = try load(text + "default_app: {footprint: 9 MiB, cold_launch: 1 s}\n").points[0]
    let covered = stated.catalog(covering: Trace(rows: rows))
    #expect(covered.notes == Array(notes.prefix(1)))
    #expect(covered.catalog.classes[0].footprintMiB == .constant(9))
    #expect(covered.catalog.classes[0].coldLaunchSeconds == .constant(1))
    #expect(stated.id != point.id)
  }

  @Test func whatIsTakenOrLeftOutOfATraceIsNoted() throws {
    let app = "apps: [{name: a, footprint: 5 MiB}]\n"
    let sized = "default_app: {footprint: 9 MiB}\n"
    func notes(_ text: String, _ names: [String]) throws -> [String] {
      let rows = names.enumerated().map { TraceRow(time: Ticks($0) * .perSecond, app: $1) }
      return try load(base + sized + text).points[0].catalog(covering: Trace(rows: rows)).notes
    }
    #expect(try notes(app, ["a", "a"]) == [])
    // Where no app is listed, no name is mistyped.
    #expect(try notes("", ["a", "b"]) == [])
    #expect(
      try notes(app, ["a", "b", "b"]) == [
        "1 app of the trace is not in 'apps' and takes default_app: b"
      ])
    let many = try notes(app, (0..<12).map { "b\($0)" })
    #expect(many[0].hasPrefix("12 apps of the trace are not in 'apps' and take default_app: b0, "))
    #expect(many[0].hasSuffix("b7, …"))
    let late = try notes(app + "duration: 2 s\n", ["a", "a", "a", "a", "a"])
    #expect(late == ["2 rows after the duration of 2 s are left out"])
    let one = try notes(app + "duration: 2 s\n", ["a", "a", "a", "a"])
    #expect(one == ["1 row after the duration of 2 s is left out"])
  }

  @Test func theEndOfTheTrace() throws {
    let rows = [
      TraceRow(time: 0, app: "a", visit: 90), TraceRow(time: 50, app: "a", visit: 10),
      TraceRow(time: 70, app: "a"),
    ]
    #expect(try load(base).points[0].end(of: Trace(rows: rows)) == 90)
    #expect(try load(base).points[0].end(of: nil) == 0)
    #expect(try load(base + "duration: 1 s").points[0].end(of: Trace(rows: rows)) == 1_000_000)
  }

  @Test func determinism() throws {
    func isDeterministic(_ text: String) throws -> Bool {
      try load(base + text).points[0].isDeterministic
    }
    #expect(try !isDeterministic(""))
    #expect(try isDeterministic("default_app: {task_probability: 0}"))
    #expect(try isDeterministic("device: {profile: plain}"))
    #expect(try isDeterministic("default_app: {task_probability: 1, task_length: 8 s}"))
    #expect(try !isDeterministic("default_app: {task_probability: 1}"))
    #expect(try isDeterministic("default_app: {task_probability: 0, pushes_per_day: 1}"))
    #expect(
      try !isDeterministic(
        "device: {profile: plain}\napps: [{name: a, footprint: {exponential: {mean: 1 MiB}}}]"))
    let point = try load(base + "device: {profile: plain}").points[0]
    #expect(point.isDeterministic(under: PolicySpecification("lru")))
    #expect(!point.isDeterministic(under: PolicySpecification("random")))
    #expect(try !parse(smallScenario).points[0].isDeterministic)
  }
}
