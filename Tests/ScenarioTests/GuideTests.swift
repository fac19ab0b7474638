import Foundation
import Testing
import Workload

@testable import Scenario

/// `Docs/Scenario.md` tells the truth.
@Suite struct GuideTests {
  private func guide() throws -> String {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent("Docs/Scenario.md"), encoding: .utf8)
  }

  @Test func everyNameIsThere() throws {
    let text = try guide()
    let sections = PointDecoder.keys.filter { $0 != "record" && $0 != "sweep" }
    for name in sections + DistributionForm.names + ["sweep", "record"] {
      #expect(text.contains("`\(name)"), "\(name) is not in the guide")
    }
    for form in DistributionForm.all {
      for parameter in form.parameters { #expect(text.contains("`\(parameter.name)`")) }
    }
    for quantity in [Quantity.seconds, .mebibytes, .fraction] {
      for unit in quantity.units where !["", "µs", "KB"].contains(unit.symbol) {
        #expect(text.contains("`\(unit.symbol)`"), "\(unit.symbol) is not in the guide")
      }
    }
  }

  @Test func theExamplesAreRight() throws {
    var examples: [String] = []
    for part in try guide().split(separator: "```yaml\n").dropFirst() {
      examples.append(String(part.prefix { $0 != "`" }))
    }
    #expect(examples.count >= 5)
    let scenario = try parse(examples[0])
    #expect(scenario.points[0].catalog.classes.map(\.name) == ["chat", "game"])
    let sweep = try #require(examples.first { $0.contains("sweep:") })
    #expect(try parse(examples[0] + sweep).points.count == 12)
    let policies = try #require(examples.first { $0.hasPrefix("policies:") })
    let withPolicies = examples[0].replacing("policies: [jetsam, lru]\n", with: "") + policies
    #expect(try parse(withPolicies).policies.map(\.label) == ["jetsam", "gdsf", "gdsf1", "own"])
  }
}
