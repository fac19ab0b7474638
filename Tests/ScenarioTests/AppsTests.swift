import RandomStreams
import Testing
import Workload

@testable import Scenario

@Suite struct AppsTests {
  private func classes(_ text: String) throws -> [AppClass] {
    try parse("version: 1\nduration: 1 d\npolicies: [lru]\n" + text).points[0].catalog.classes
  }

  private func failure(apps text: String) -> String {
    ScenarioTests.failure("version: 1\nduration: 1 d\npolicies: [lru]\napps:\n" + text)
  }

  @Test func fieldsAndDefaults() throws {
    let classes = try classes(
      """
      default_app: {footprint: 120 MiB, task_probability: 10 %}
      apps:
        - name: widget
          kind: extension
          count: 60
          footprint: {uniform: {min: 5 MiB, max: 20 MiB}}
          demands_per_day: 12
        - {name: chat, soft_limit: 200 MiB, fatal_limit: none, expiration_handler: false}
      """)
    var chat = AppClass(name: "chat")
    chat.footprintMiB = .constant(120)
    chat.taskProbability = 0.1
    chat.softLimitMiB = 200
    chat.hasExpirationHandler = false
    var widget = AppClass(name: "widget")
    widget.kind = .extension
    widget.count = 60
    widget.footprintMiB = .uniform(min: 5, max: 20)
    widget.demandsPerDay = 12
    widget.taskProbability = 0.1
    #expect(classes == [chat, widget])
  }

  @Test func namesAreText() throws {
    let classes = try classes(
      """
      apps:
        - {name: No, footprint: 1 MiB}
        - {name: on, footprint: 1 MiB}
        - {name: "off", footprint: 1 MiB}
        - {name: nan, footprint: 1 MiB}
        - {name: null, footprint: 1 MiB}
        - {name: 12306, footprint: 1 MiB}
        - {name: 007, footprint: 1 MiB}
        - {name: "7", footprint: 1 MiB}
        - {name: 1e3, footprint: 1 MiB}
      """)
    #expect(
      classes.map(\.name) == ["007", "12306", "1e3", "7", "No", "nan", "null", "off", "on"])
  }

  @Test func namesThatAreNone() {
    #expect(
      failure(apps: "  - {name: , count: 2}")
        == "s.yaml:5:12: error: apps[0].name: found nothing, expected a name")
    #expect(failure(apps: "  - {name: \"\"}").contains("apps[0].name: found an empty text"))
    #expect(failure(apps: "  - {name: \" a\"}").contains("the name ' a' has blanks around it"))
    #expect(failure(apps: "  - {name: \"a\\nb\"}").contains("has control characters"))
    #expect(failure(apps: "  - {name: \"-\"}").contains("means \"no app\" in traces"))
    #expect(
      failure(apps: "  - {count: 2}") == "s.yaml:5:5: error: missing key 'name' in apps[0]")
    #expect(failure(apps: "  - {name: [a]}").contains("5:12: error: apps[0].name: found a list"))
  }

  @Test func equalNames() throws {
    #expect(
      failure(apps: "  - {name: chat}\n  - {name: mail}\n  - {name: chat}")
        == "s.yaml:7:12: error: apps[2].name: two apps are called 'chat': the first in line 5")
    let clash = "two apps are called 'chat-2': 'chat' has members, the other is in line 5"
    #expect(
      failure(apps: "  - {name: chat, count: 3}\n  - {name: chat-2}")
        == "s.yaml:6:12: error: apps[1].name: \(clash)")
    #expect(
      failure(apps: "  - {name: chat-2}\n  - {name: chat, count: 3}")
        == "s.yaml:6:12: error: apps[1].name: \(clash)")
    // These are distinct: case matters, and chat has only three members.
    _ = try classes("apps: [{name: chat, count: 3}, {name: chat-4}, {name: chat-02}, {name: Chat}]")
  }

  @Test func badFields() {
    #expect(
      ScenarioTests.failure(app: "footprint: -4 MiB").contains(
        "s.yaml:6:16: error: apps[0].footprint: found '-4 MiB', expected a value from 0 MiB to"))
    #expect(
      ScenarioTests.failure(adding: "user: {calls_per_day: 1,5}").hasSuffix(
        "unknown key '5' in user: in {…} a comma ends the value; decimals have a point, as 1.5"))
    #expect(
      ScenarioTests.failure(app: "footprnt: 4 MiB")
        == "s.yaml:6:5: error: unknown key 'footprnt' in apps[0] (did you mean 'footprint'?)")
    #expect(
      ScenarioTests.failure(app: "kind: widget").contains(
        "6:11: error: apps[0].kind: found 'widget', expected one of app, extension, daemon"))
    #expect(
      ScenarioTests.failure(app: "demands_per_day: 3").contains(
        "only extensions and daemons are demanded, 'chat' is an app"))
    #expect(
      ScenarioTests.failure(app: "soft_limit: 3 GiB\n    fatal_limit: 2 GiB").contains(
        "6:17: error: apps[0].soft_limit: the soft limit (3 GiB) is above the fatal one (2 GiB)"))
    #expect(ScenarioTests.failure(app: "count: 0").contains("expected a whole number from 1 to"))
    #expect(failure(apps: "  - chat").contains("5:5: error: apps[0]: found 'chat', expected a map"))
  }

  @Test func switchesAreTrueOrFalse() {
    for (text, meant) in [("yes", "true"), ("on", "true"), ("True", "true"), ("no", "false")] {
      #expect(
        ScenarioTests.failure(app: "exits_on_suspend: \(text)")
          == "s.yaml:6:23: error: apps[0].exits_on_suspend: found '\(text)', "
          + "expected true or false "
          + "(did you mean '\(meant)'?)")
    }
    #expect(ScenarioTests.failure(app: "exits_on_suspend: ~").contains("expected true or false"))
  }

  @Test func theUserNeedsAnApp() {
    let message = "found no app that the user could open (kind app, popularity > 0)"
    #expect(failure(apps: "  - {name: w, kind: daemon}").hasSuffix(message))
    #expect(failure(apps: "  - {name: w, popularity: 0}").hasSuffix(message))
    #expect(failure(apps: "  []").hasSuffix(message))
    #expect(
      failure(apps: "  - {name: a, count: 8e6}\n  - {name: b}").contains(
        "6:5: error: apps[1]: found 8000001 members so far, expected at most 8000000"))
  }

  @Test func aDefaultFootprintIsSaid() throws {
    let base = "version: 1\nduration: 1 d\npolicies: [lru]\n"
    #expect(
      try parse(base + "apps: [{name: b}, {name: a}, {name: c, footprint: 1 MiB}]").notes
        == ["no footprint is stated for 'b' and 1 more: each member takes 150 MiB"])
    #expect(
      try parse(base + "default_app: {footprint: 9 MiB}\napps: [{name: b}]").notes.isEmpty)
  }

  @Test func zeroSizesAreFine() throws {
    #expect(try classes("apps: [{name: ghost, footprint: 0 MiB}]")[0].footprintMiB == .constant(0))
  }

  @Test func sharedFieldsByAnchor() throws {
    let classes = try classes(
      """
      definitions: {base: &base {footprint: 100 MiB, popularity: 3}}
      apps:
        - {<<: *base, name: chat, footprint: 200 MiB}
        - {name: mail, <<: *base}
      """)
    #expect(classes.map(\.footprintMiB) == [.constant(200), .constant(100)])
    #expect(classes.map(\.popularity) == [3, 3])
  }
}
