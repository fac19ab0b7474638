import Device
import Testing

@testable import Scenario

@Suite struct PoliciesTests {
  private let base = "version: 1\nduration: 1 d\napps: [{name: a}]\npolicies:\n"

  private func labels(_ text: String) throws -> [String] {
    try parse(base + text).policies.map(\.label)
  }

  private func failure(_ text: String) -> String { ScenarioTests.failure(base + text) }

  @Test func labelsAndParameters() throws {
    let text = """
        - jetsam
        - {gdsf: {cost: launch}}
        - {gdsf: {cost: 1}}
        - {gdsf: {cost: 2.5, ageing: false}}
        - {gdsf: {cost: 1}, as: one}
        - {ttl: {after: 5 min}}
        - {ttl: {after: 1 h}}
        - {lrfu: {half_life: 40}}
        - {lru: }
      """
    let expected = [
      "jetsam", "gdsf", "gdsf[cost=1]", "gdsf[cost=2.5,ageing=false]", "one", "ttl",
      "ttl[after=3600]", "lrfu[half_life=40]", "lru",
    ]
    #expect(try labels(text) == expected)
    let entries = try parse(base + text).policies
    #expect(
      entries[2].specification.arguments == [
        .init("cost", .word("1")), .init("ageing", .flag(true)),
      ])
    #expect(entries[3].specification.arguments[0].value == .number(2.5))
    #expect(entries[6].specification.arguments[0].value == .number(3600))
    #expect(entries[0].description.summary == "lowest band first")
  }

  @Test func unknownPolicies() {
    #expect(
      failure("  - jetsma")
        == "s.yaml:5:5: error: policies[0]: there is no policy 'jetsma', expected one of jetsam, "
        + "lru, random, gdsf, ttl, lrfu, belady (did you mean 'jetsam'?)")
    // Words that some readers take for truth values or nothing are names like any other.
    for word in ["no", "on", "null", "~", "12"] {
      #expect(failure("  - \(word)").contains("there is no policy '\(word)'"))
    }
  }

  @Test func offlineBoundsNeedProfilePlain() throws {
    let app = "{name: a, footprint: {uniform: {min: 5 MiB, max: 9 MiB}}}"
    let head = "version: 1\nduration: 1 d\napps: [\(app)]\n"
    let plain = head + "device: {profile: plain}\npolicies: [lru, pfoo-l, flow, belady]\n"
    let file = try ScenarioFile.parse(Array(plain.utf8), path: "s.yaml")
    let proven = file.policies.map { file.points[0].isProven($0) }
    // Where sizes differ, Belady's order is no bound.
    #expect(proven == [false, true, true, false])
    let equal = plain.replacing(app, with: "{name: a, footprint: 9 MiB}")
    let same = try ScenarioFile.parse(Array(equal.utf8), path: "s.yaml")
    #expect(same.policies.map { same.points[0].isProven($0) } == [false, true, true, true])
    for (device, line) in [("", 4), ("device: {profile: android}\n", 5)] {
      let text = head + device + "policies: [lru, flow]\n"
      #expect {
        try ScenarioFile.parse(Array(text.utf8), path: "s.yaml")
      } throws: { error in
        "\(error)".hasPrefix("s.yaml:\(line):17: error: policies[1]: flow bounds profile plain")
      }
    }
    let swept = plain + "sweep: {product: {device.profile: [plain, ios]}}\n"
    #expect(throws: ScenarioError.self) {
      try ScenarioFile.parse(Array(swept.utf8), path: "s.yaml")
    }
  }

  @Test func formulas() throws {
    let text = "  - {score: \"idle * footprint\"}\n  - {score: idle, as: old}"
    let entries = try parse(base + text).policies
    #expect(entries.map(\.label) == ["score[idle * footprint]", "old"])
    #expect(
      entries[0].specification.arguments == [.init("formula", .word("idle * footprint"))])
    let misspelt = failure("  - {score: \"idle * footprnt\"}")
    #expect(misspelt.hasPrefix("s.yaml:5:21: error: policies[0].score: "))
    #expect(misspelt.contains("did you mean 'footprint'?"))
    #expect(failure("  - {score: idle +}").hasPrefix("s.yaml:5:"))
    let parameter = try parse(base + "  - {score: {formula: idle}}\n  - score: {formula: \"age\"}")
    #expect(parameter.policies.map(\.label) == ["score[idle]", "score[age]"])
    #expect(failure("  - {score: {formla: idle}}").hasSuffix("(did you mean 'formula'?)"))
    #expect(failure("  - {score: {formula: idel}}").hasPrefix("s.yaml:5:23: error: "))
    // In a text of several lines a place in the formula is none in the file.
    for sign in [">-\n      ", ""] {
      let text = "  - score: \(sign)idle *\n      footprnt"
      let folded = failure(text)
      #expect(
        folded.hasPrefix("s.yaml:5:12: error: policies[0].score: in the formula, character 8: "),
        "\(folded)")
    }
    for formula in ["idle = 3", "a = idle"] {
      #expect(
        failure("  - {score: \"\(formula)\"}").hasSuffix(
          "a formula cannot assign; compare with '=='"))
    }
    for formula in ["idle == 3", "idle <= 3", "idle != 3 && idle >= 2"] {
      #expect(try parse(base + "  - {score: \"\(formula)\"}").policies.count == 1)
    }
    #expect(!failure("  - {score: idel}").contains("`"))
    #expect(failure("  - {score: \"idle, 2\"}").hasPrefix("s.yaml:5:"))
  }

  @Test func badParameters() {
    #expect(
      failure("  - {gdsf: {cst: 1}}")
        == "s.yaml:5:13: error: unknown key 'cst' in policies[0].gdsf (did you mean 'cost'?)")
    #expect(
      failure("  - {gdsf: {cost: lanch}}")
        == "s.yaml:5:19: error: policies[0].gdsf.cost: found 'lanch', expected one of 1, launch or "
        + "a positive number (did you mean 'launch'?)")
    #expect(failure("  - {gdsf: {cost: -1}}").contains("gdsf.cost: found '-1'"))
    #expect(
      failure("  - {ttl: {after: 300}}").contains("policies[0].ttl.after: found '300', expec"))
    #expect(failure("  - {ttl: {after: 0 s}}").contains("expected a value from 1 s to"))
    #expect(failure("  - {gdsf: {ageing: yes}}").hasSuffix("(did you mean 'true'?)"))
    #expect(
      failure("  - {lru: {x: 1}}").hasSuffix("unknown key 'x' in policies[0].lru, which has none"))
  }

  @Test func badEntries() {
    #expect(
      failure("  - {lru: {}, gdsf: {}}").contains("found 2 policies in one entry, expected one"))
    #expect(failure("  - {as: x}").contains("found 0 policies in one entry"))
    #expect(failure("  - [lru]").contains("policies[0]: found a list, expected a policy name or"))
    #expect(
      failure("  []")
        == "s.yaml:5:3: error: policies: found an empty list, expected at least one policy")
    #expect(
      failure("  {lru: {}}").contains("policies: found a mapping, expected a list of policies"))
    #expect(failure("  - {lru: , as: a/b}").contains("a label may not contain '/'"))
  }

  @Test func equalLabels() throws {
    #expect(
      failure("  - lru\n  - jetsam\n  - lru")
        == "s.yaml:7:5: error: policies[2]: two policies are labelled 'lru': the first in line 5; "
        + "give one of them a label with 'as'")
    #expect(
      failure("  - gdsf\n  - {gdsf: {cost: launch}}").contains("two policies are labelled 'gdsf'"))
    #expect(try labels("  - lru\n  - {lru: , as: again}") == ["lru", "again"])
  }
}
