import Device
import RandomStreams
import Testing
import Workload

@testable import Scenario

/// Absurd sizes, idle fields and mistyped words.
@Suite struct LimitsTests {
  private func app(_ fields: String) -> String {
    "version: 1\nduration: 1 d\napps: [{name: chat, footprint: 100 MiB, \(fields)}]\n"
      + "policies: [lru]"
  }

  @Test func sizesAndDurationsHaveLimits() throws {
    let footprint = smallScenario.replacing("100 MiB", with: "1e308 MiB")
    #expect(failure(footprint).contains("expected a value from 0 MiB to 8 TiB"))
    #expect(failure(app("cold_launch: 1e300 s")).contains("expected a value from 0 s to"))
    for text in [
      "{uniform: {min: 1 MiB, max: 9 TiB}}", "{discrete: {values: [9 TiB], weights: [1]}}",
      "{zipf: {exponent: 1, count: 268435456}}",
    ] {
      #expect(!failure(smallScenario.replacing("100 MiB", with: text)).isEmpty, "\(text)")
    }
    _ = try parse(smallScenario.replacing("100 MiB", with: "8 TiB"))
    _ = try parse(app("cold_launch: 10000 d"))
  }

  @Test func aMistypedVersionIsNamed() {
    let text = smallScenario.replacing("version", with: "verson")
    #expect(failure(text).contains("unknown key 'verson' (did you mean 'version'?)"))
    let none = smallScenario.replacing("version: 1", with: "name: x")
    #expect(failure(none).contains("missing key 'version'"))
    let later = smallScenario.replacing("version: 1", with: "version: 2\nnew: 1")
    #expect(failure(later).contains("expected 1, the version this program reads"))
  }

  @Test func fieldsWithoutEffectAreNoted() throws {
    #expect(
      try parse(app("demand_length: 7 s")).notes == [
        "demand_length of 'chat' has no effect: only extensions and daemons are demanded"
      ])
    let cases = [
      ("ios", "swap_size: 3", "device.swap_size has no effect in profile ios"),
      ("plain", "swap_size: 3", "device.swap_size has no effect in profile plain"),
      ("android", "freezer_slots: 3", "device.freezer_slots has no effect in profile android"),
      (
        "plain", "wired: 1 %, critical_line: 1 %, usable: 50 %",
        "wired, critical_line have no effect in profile plain"
      ),
    ]
    for (profile, field, note) in cases {
      let text = smallScenario + "\ndevice: {profile: \(profile), \(field)}"
      #expect(try parse(text).notes == [note])
    }
  }

  @Test func aScenarioPrintedWithAllFieldsIsNotNoted() throws {
    for profile in ["ios", "android", "plain"] {
      let scenario = try parse(smallScenario + "\ndevice: {profile: \(profile)}")
      #expect(try parse(scenario.resolvedText()).notes == scenario.notes)
    }
  }

  @Test func seedsAreExact() throws {
    for (text, seed) in [
      ("1e19", 10_000_000_000_000_000_000), ("1.8446744073709551615e19", UInt64.max),
      ("0e99999999999999999999", 0), ("12.50e1", 125), ("-0", 0), ("0.5e1", 5),
    ] as [(String, UInt64)] {
      #expect(try NumberText.unsigned(text, expected: "") == seed, "\(text)")
    }
    for text in ["2e19", "1e20", "1e-1", "1e-99999999999999999999", "-1", "12.5"] {
      #expect(throws: ValueProblem.self, "\(text)") {
        try NumberText.unsigned(text, expected: "")
      }
    }
  }

  @Test func hintsNameTheRightPlace() {
    #expect(
      failure(smallScenario + "\ndefault_app: {name: x}").contains(
        "it belongs to the top level, or to an entry of apps"))
    #expect(failure(smallScenario, set: ["device.ram=[4 GiB"]).hasPrefix("--set device.ram:1:7:"))
    let many = (0..<30_000).map { "{name: a\($0), kind: app}" }.joined(separator: ", ")
    let listed = failure("version: 1\napps: [\(many)]\n")
    #expect(listed.contains("more than 100000 nodes") && !listed.contains("aliases"))
  }

  @Test func equivalentKeysAndLabelsAreTwo() throws {
    let text = """
      version: 1
      duration: 1 d
      definitions: {\u{e9}: 1, e\u{301}: 2}
      apps: [{name: \u{e9}, footprint: 1 MiB}, {name: e\u{301}, footprint: 2 MiB}]
      policies: [{lru: {}, as: \u{e9}}, {lru: {}, as: e\u{301}}]
      sweep: {product: {apps.\u{e9}.footprint: [3 MiB, 4 MiB], apps.e\u{301}.footprint: [5 MiB]}}
      """
    let scenario = try parse(text)
    #expect(scenario.points.count == 2)
    #expect(scenario.points[0].catalog.classes.map(\.footprintMiB.mean) == [5, 3])
    #expect(try parse(scenario.resolvedText()).points.map(\.id) == scenario.points.map(\.id))
  }
}
