import Device
import RandomStreams
import Testing
import Workload

@testable import Scenario

/// `resolvedText` and `resolvedJSON`: everything is stated, and reading them changes nothing.
@Suite struct ResolvedTests {
  static let scenarios = [
    smallScenario,
    """
    version: 1
    name: "no"
    seed: 18446744073709551615
    duration: 3 d
    warm_up: 1 h
    replications: 3
    run: {max_events: 1e9}
    device: {profile: plain, ram: 1234567 B, idle_line: 0.0123456789, kill_latency: 1 ms}
    background: {grant: 180 s}
    apps:
      - {name: "12", footprint: {mixture: {components: [3 MB, {erlang: {shape: 2, mean: 1 GB}}],
         weights: [1, 2]}}, soft_limit: 1 GiB, count: 3}
      - {name: "it's: \\"odd\\" {x}, é", kind: daemon, demands_per_day: 3}
      - {name: mail, exits_on_suspend: true, cold_launch: {empirical: {values: [1 s, 250 ms]}}}
    user: {sessions: {gap: {weibull: {scale: 1210 s, shape: 0.52}}, day_shape: flat}}
    random: {sampler: gsl}
    policies: [jetsam, {gdsf: {cost: 2}, as: two}, {ttl: {after: 90 s}}]
    compare: {baseline: two, metrics: [resume_frac, purges], confidence: 99 %, adjust: none}
    """,
    """
    version: 1
    duration: 1 d
    device: {idle_line: 8 %}
    apps:
      - {name: chat, footprint: {lognormal: {mean: 100 MiB, sd: 50 MiB}}}
      - {name: com.example.mail, footprint: 50 MiB}
    policies: [lru]
    sweep:
      product:
        device.ram: [2 GiB, 4 GiB, 8 GiB]
        apps.chat.footprint.lognormal.mean: [100 MiB, 200 MiB]
      zip:
        apps.com.example.mail.count: [1, 2]
        user.sessions.length: [{exponential: {mean: 3 s}}, 1 min]
    """,
    """
    version: 1
    duration: 1 d
    default_app: {footprint: 80 MiB}
    policies: [lru]
    sweep: {product: {apps: [[{name: a}], [{name: a}, {name: b}]], device.profile: [ios, plain]}}
    """,
  ]

  @Test func readingItGivesTheSamePoints() throws {
    for text in Self.scenarios {
      let scenario = try parse(text)
      for resolved in [scenario.resolvedText(), scenario.resolvedJSON()] {
        let again = try parse(resolved)
        #expect(again.name == scenario.name)
        #expect(again.seed == scenario.seed)
        #expect(again.replications == scenario.replications)
        // What the scenario leaves open is stated for people.
        let (found, stated) = (again.comparison, scenario.comparison)
        #expect(
          found.baseline ?? again.usualBaseline == stated.baseline ?? scenario.usualBaseline)
        #expect(found.adjustment == stated.adjustment && found.confidence == stated.confidence)
        #expect(found.metrics == stated.metrics || found.metrics == ComparisonSettings.usualMetrics)
        #expect(again.sweptKeys == scenario.sweptKeys)
        #expect(again.policies.map(\.label) == scenario.policies.map(\.label))
        #expect(again.policies.map(\.specification) == scenario.policies.map(\.specification))
        #expect(again.points.map(\.id) == scenario.points.map(\.id))
        for (a, b) in zip(again.points, scenario.points) {
          // Compared outside the macro: a failure would print every field of every app.
          let isSame = (
            a.device == b.device, a.catalog.classes == b.catalog.classes, a.workload == b.workload,
            a.duration == b.duration && a.warmUp == b.warmUp && a.maxEvents == b.maxEvents
          )
          #expect(isSame == (true, true, true, true), "\(a.swept)")
          #expect(a.samplerMode == b.samplerMode)
          #expect(a.swept == b.swept)
        }
        let isFixed = again.resolvedText() == scenario.resolvedText()
        #expect(isFixed, "\(scenario.name)")
        func withoutComparison(_ json: String) -> Substring? {
          json.ranges(of: "\"compare\":").last.map { json[..<$0.lowerBound] }
        }
        let isSame =
          withoutComparison(again.resolvedJSON()) == withoutComparison(scenario.resolvedJSON())
        #expect(isSame, "\(scenario.name)")
      }
    }
  }

  @Test func everyFieldIsStated() throws {
    let text = try parse(smallScenario).resolvedText()
    let keys =
      DeviceConfiguration.parameterFields.map(\.key)
      + DeviceConfiguration.backgroundSectionFields.map(\.key)
      + AppClass.parameterFields.map(\.key) + UserBehaviour.parameterFields.map(\.key)
      + UserBehaviour.sessionFields.map(\.key) + UserBehaviour.nextAppFields.map(\.key)
      + ["version", "name", "seed", "duration", "warm_up", "replications", "max_events", "profile"]
      + ["ram", "day_shape", "sampler", "policies", "adjust", "confidence"]
    for key in keys { #expect(text.contains("\(key): ") || text.contains("\(key):\n"), "\(key)") }
    #expect(text.contains("compare:\n  baseline: lru  # the policy"), "\(text.suffix(900))")
    #expect(text.contains("  metrics:\n    - wait_s_per_day\n    - resume_frac\n"))
    // Equal fields have equal units, and none has kB.
    #expect(text.contains("  kill_latency: 50 ms  #") && text.contains(": 12000 KiB  #"))
    #expect(text.contains("  decompress_per_mib: 2304 us  #"))
    for line in text.split(separator: "\n") where !line.contains("per_mib") {
      let value = line.split(separator: "#")[0]
      #expect(!value.contains(" us ") && !value.contains(" kB"), "\(line)")
      #expect(!value.contains(": 0.") || !value.contains(" s "), "\(line)")
    }
    #expect(text.contains("  idle_line: 9 %  # available share below which the idle band"))
  }

  @Test func fieldsThatFollowASweptOneAreLeftOut() throws {
    let scenario = try parse(smallScenario + "\nsweep: {product: {device.ram: [2 GiB, 8 GiB]}}")
    let text = scenario.resolvedText()
    #expect(!text.contains("idle_line"))
    #expect(!text.contains("  ram: "))
    #expect(text.contains("  warning_line: 50 %"))
    #expect(text.contains("  product:\n    device.ram: [2 GiB, 8 GiB]\n"))
  }

  @Test func fieldsOfPoliciesAreStated() throws {
    let text = try parse(smallScenario, set: ["policies=[gdsf, lru]"]).resolvedText()
    #expect(text.contains("  - {gdsf: {cost: launch, ageing: true}}\n  - lru\n"))
  }
}
