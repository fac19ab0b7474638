import Device
import Foundation
import Testing

/// The table of metrics in `Docs/Results.md` is that of the program.
@Suite struct MetricGuideTests {
  private func unit(of metric: Metric) -> String {
    if metric.isCount { return "count" }
    let suffixes = [
      ("_frac", "0 to 1"), ("mib_per_day", "MiB a day"), ("_s_per_day", "s a day"),
      ("_per_day", "count a day"), ("_s", "s"), ("_mib_tavg", "MiB"), ("_mib_min", "MiB"),
    ]
    return suffixes.first { metric.name.hasSuffix($0.0) }?.1 ?? "?"
  }

  private func row(_ metric: Metric) -> String {
    let better =
      switch metric.better {
      case .lower: "lower"
      case .higher: "higher"
      case .neither: ""
      }
    return "| `\(metric.name)` | \(unit(of: metric)) | \(better) | \(metric.meaning) |"
      .replacing("|  |", with: "| |")
  }

  @Test func everyMetricIsExplainedInItsPlace() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appendingPathComponent("Docs/Results.md"), encoding: .utf8)
    let parts = text.components(separatedBy: "| metric | unit | better | meaning |\n")
    #expect(parts.count == 2)
    let rows = (parts.last ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst().prefix { $0.hasPrefix("|") }.map(String.init)
    let expected = Metric.all.map(row)
    #expect(rows == expected, "it should be:\n\(expected.joined(separator: "\n"))\n")
    #expect(!expected.contains { $0.contains("| ? |") })
  }
}
