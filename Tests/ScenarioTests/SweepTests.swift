import Device
import RandomStreams
import Testing
import Workload

@testable import Scenario

@Suite struct SweepTests {
  private let base = """
    version: 1
    duration: 1 d
    apps:
      - {name: chat, footprint: {lognormal: {median: 100 MiB, sigma: 0.5}}}
      - {name: com.example.mail, footprint: 50 MiB}
    policies: [lru]

    """

  @Test func productAndZip() throws {
    let points = try parse(
      base + """
        sweep:
          product: {device.ram: [3 GiB, 4 GiB], apps.chat.count: [1, 2]}
          zip: {user.next_app.zipf: [1, 2], user.next_app.recency_mix: [10 %, 20 %]}
        """
    ).points
    let texts = points.map { point in point.swept.map(\.text).joined(separator: " ") }
    #expect(
      texts == [
        "3 GiB 1 1 10 %", "3 GiB 1 2 20 %", "3 GiB 2 1 10 %", "3 GiB 2 2 20 %",
        "4 GiB 1 1 10 %", "4 GiB 1 2 20 %", "4 GiB 2 1 10 %", "4 GiB 2 2 20 %",
      ])
    #expect(
      points[7].swept.map(\.key)
        == ["device.ram", "apps.chat.count", "user.next_app.zipf", "user.next_app.recency_mix"])
    #expect(points[0].device.ramMiB == 3072)
    // The memory lines follow the swept RAM.
    #expect(points[0].device.idleLine == 0.10)
    #expect(points[7].device.idleLine == 0.09)
    #expect(points[7].catalog.classes[0].count == 2)
    guard case .user(let user) = points[7].workload else { return }
    #expect(user.nextApp.zipfExponent == 2)
    #expect(Set(points.map(\.id)).count == 8)
  }

  @Test func anyFieldCanBeSwept() throws {
    let paths = [
      "duration: [2 d]", "warm_up: [1 h]", "run.max_events: [5]", "device.idle_line: [7 %]",
      "device.profile: [plain]", "background.grant: [180 s]", "default_app.popularity: [2]",
      "apps.chat.footprint: [5 MiB, {uniform: {min: 1 MiB, max: 2 MiB}}]",
      "apps.chat.footprint.lognormal.sigma: [0.1]", "apps.com.example.mail.footprint: [1 MiB]",
      "apps.com.example.mail.cold_launch: [1 s]", "apps: [[{name: other, footprint: 1 MiB}]]",
      "user.calls_per_day: [1]", "user.sessions.day_shape: [flat]", "random.sampler: [gsl]",
    ]
    let plain = try parse(base).points[0]
    for path in paths {
      for kind in ["product", "zip"] {
        let points = try parse(base + "sweep: {\(kind): {\(path)}}").points
        #expect(points[0].id != plain.id, "\(path)")
      }
    }
    let sigma = try parse(base + "sweep: {product: {apps.chat.footprint.lognormal.sigma: [0.1]}}")
    #expect(
      sigma.points[0].catalog.classes[0].footprintMiB
        == (try Distribution.lognormal(median: 100, sigma: 0.1)))
    let shape = try parse(
      base + "sweep: {product: {apps.chat.footprint: [{uniform: {min: 1 MiB, max: 2 MiB}}]}}")
    #expect(shape.points[0].swept[0].text == "{uniform: {min: 1 MiB, max: 2 MiB}}")
  }

  @Test func errorsPointToTheSweptValue() {
    func failure(_ sweep: String) -> String { ScenarioTests.failure(base + "sweep:\n" + sweep) }
    #expect(
      failure("  product: {device.ram: [3 GiB, 4]}").hasPrefix(
        "s.yaml:8:33: error: device.ram: found '4', expected a size with a unit"))
    #expect(
      failure("  product: {device.rma: [3 GiB]}")
        == "s.yaml:8:13: error: unknown key 'rma' in device (did you mean 'ram'?)")
    #expect(
      failure("  product: {apps.caht.count: [3]}")
        == "s.yaml:8:13: error: 'apps.caht.count': no entry of the list is called 'caht' "
        + "(did you mean 'chat'?)")
    #expect(
      failure("  product: {duration.x: [3]}")
        == "s.yaml:8:13: error: 'duration.x': '1 d' is a plain value and has no field 'x'")
    #expect(
      failure("  product: {policies: [[lru]]}")
        == "s.yaml:8:13: error: 'policies' cannot be swept: every policy of the list runs at every "
        + "point")
    #expect(failure("  product: {seed: [1, 2]}").contains("8:13: error: 'seed' cannot be swept"))
    #expect(failure("  product: {devise.ram: [1]}").hasSuffix("(did you mean 'device'?)"))
    #expect(failure("  product: {device.ram: 3 GiB}").contains("expected a list of values"))
    #expect(failure("  product: {device.ram: []}").contains("expected at least one value"))
    #expect(failure("  produkt: {}").hasSuffix("(did you mean 'product'?)"))
    #expect(failure("  where: x").contains("8:3: error: 'where' is not available"))
    #expect(
      failure("  zip: {device.ram: [3 GiB, 4 GiB], duration: [1 d]}")
        == "s.yaml:8:37: error: 'duration' has 1 value, expected as many as 'device.ram' (2)")
    #expect(
      failure("  product: {device.ram: [3 GiB]}\n  zip: {device.ram: [4 GiB]}")
        == "s.yaml:9:9: error: 'device.ram' is swept twice: first in line 8")
    #expect(
      failure("  product: {device.ram: [4 GiB, 4096 MiB]}")
        == "s.yaml:8:33: error: the sweep has the same point twice: device.ram = 4 GiB and "
        + "device.ram = 4096 MiB")
    let values = (1...400).map { "\($0) MiB" }.joined(separator: ", ")
    #expect(
      failure("  product: {device.ram: [\(values)], apps.chat.footprint: [\(values)]}")
        .hasSuffix("error: sweep: more than 100000 points"))
    let long = (1...30_000).map { "\($0) B" }.joined(separator: ",")
    #expect(
      failure("  product: {device.ram: [\(long)], apps.chat.footprint: [\(long)]}")
        .hasSuffix("error: sweep: more than 100000 points"))
  }

  @Test func idsDependOnContentOnly() throws {
    let ids = try parse(base + "sweep: {product: {device.ram: [3 GiB, 4 GiB]}}").points.map(\.id)
    #expect(ids.allSatisfy { $0.utf8.count == 12 && UInt64($0, radix: 16) != nil })
    // More values, another order, another way of writing, other seeds and policies: same ids.
    let more = try parse(
      base.replacing("[lru]", with: "[jetsam, lru]")
        + "seed: 9\nreplications: 7\nname: other\ncompare: {baseline: lru}\n"
        + "sweep: {product: {device.ram: [8 GiB, 4096 MiB, 2 GiB, 3.0 GiB]}}"
    ).points.map(\.id)
    #expect(more[1] == ids[1])
    #expect(more[3] == ids[0])
    #expect(Set(more).count == 4)
    // Stating a default or listing apps in another order changes nothing.
    let stated = try parse(base + "device: {ram: 4 GiB, idle_line: 9 %}\nuser: {calls_per_day: 5}")
    #expect(stated.points[0].id == ids[1])
    #expect(try parse(base).points[0].id == ids[1])
    let lines = base.split(separator: "\n").map(String.init)
    let swapped = (lines[0...2] + [lines[4], lines[3]] + lines[5...]).joined(separator: "\n")
    #expect(try parse(swapped).points[0].id == ids[1])
  }

  @Test func overrides() throws {
    let scenario = try parse(
      base,
      set: [
        "device.ram=6 GiB", "apps.chat.count=3", "policies=[jetsam, lru]", "seed=7",
        "apps.com.example.mail.footprint={uniform: {min: 1 MiB, max: 2 MiB}}",
        "user.sessions.day_shape=flat", "name=a=b",
      ])
    #expect(scenario.seed == 7)
    #expect(scenario.name == "a=b")
    #expect(scenario.policies.map(\.label) == ["jetsam", "lru"])
    let point = scenario.points[0]
    #expect(point.device.ramMiB == 6144)
    #expect(point.catalog.classes.map(\.count) == [3, 1])
    #expect(point.catalog.classes[1].footprintMiB == .uniform(min: 1, max: 2))
    #expect(ScenarioOverride(argument: "x") == nil)
    #expect(ScenarioOverride(argument: "=x") == nil)
  }

  @Test func errorsPointToTheOption() {
    func failure(_ override: String, _ text: String = "") -> String {
      ScenarioTests.failure(base + text, set: [override])
    }
    #expect(
      failure("device.ram=6").hasPrefix(
        "--set device.ram:1:1: error: device.ram: found '6', expected a size with a unit"))
    #expect(
      failure("device.rma=6 GiB")
        == "--set device.rma:1:1: error: unknown key 'rma' in device (did you mean 'ram'?)")
    #expect(failure("device.ram=").contains("device.ram: found nothing, expected a size"))
    #expect(failure("device.ram=[").hasPrefix("--set device.ram:1:2: error: not valid YAML"))
    #expect(
      failure("apps.chat.footprint={uniform: {min: 3 MiB, max: 1 MiB}}").hasPrefix(
        "--set apps.chat.footprint:1:29: error: apps[0].footprint.uniform.max: found '1 MiB'"))
    #expect(
      failure("apps.x.count=3").hasPrefix("--set apps.x.count:1:1: error: 'apps.x.count': no"))
    #expect(failure("device..ram=3").contains("has an empty step"))
    #expect(
      failure("device.ram=6 GiB", "sweep: {product: {device.ram: [3 GiB]}}")
        == "--set device.ram:1:1: error: the scenario sweeps 'device.ram' (line 7)")
  }
}
