import Device
import Experiment
import Statistics
import Testing

@testable import Report

/// The digits and columns of `compare`, for estimates, exact values and single runs.
@Suite struct ComparisonReportTests {
  private static let names = ["resume_frac", "cold_launches", "wait_s_per_day"]

  private func results(
    _ policies: [(label: String, cold: [Double])], isFixed: Bool = false
  ) -> PointResults {
    PointResults(
      point: PointIdentity(id: "p", swept: []),
      policies: policies.map { PolicyIdentity(label: $0.label, isClairvoyant: false) },
      observations: policies.map { policy in
        policy.cold.enumerated().map { replication, cold in
          Observation(
            replication: replication,
            values: Metric.all.map { metric in
              switch metric.name {
              case "cold_launches": cold
              case "launches": 300
              case "resumes": 300 - cold
              case "resume_frac": (300 - cold) / 300
              case "wait_s_per_day": cold * 1.87
              default: nil
              }
            }, hashes: isFixed ? RunHashes(transitions: UInt64(cold), plan: 1) : nil)
        }
      })
  }

  private func text(_ results: PointResults, _ metrics: [String] = names) -> String {
    let plan = ComparisonPlan(
      baseline: "lru", metrics: metrics.compactMap { Metric.index(of: $0) }, adjustment: .holm,
      confidence: 0.95)
    var report = ComparisonReport(format: .table, plan: plan, sweptKeys: [])
    report.add(results)
    return report.text
  }

  /// The rows that have a difference, by policy.
  private func differences(in text: String) -> [(policy: String, difference: String)] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 2, Int(words[0]) != nil, "+-".contains(words[2].prefix(1)) else {
        return nil
      }
      return (words[1], words[2])
    }
  }

  @Test func exactValuesKeepTheirDigits() {
    let values = [("lru", 157.0), ("gdsf", 147), ("lfu", 156)]
    let exact = results(values.map { ($0.0, [$0.1, $0.1, $0.1]) }, isFixed: true)
    let single = results(values.map { ($0.0, [$0.1]) })
    for results in [exact, single] {
      let text = text(results)
      #expect(text.contains("baseline lru: 47.7 %, n = "), "\(text)")
      #expect(text.contains("baseline lru: 157, n = "), "\(text)")
      #expect(text.contains("baseline lru: 293.6, n = "), "\(text)")
      let expected = [
        ("gdsf", "-10"), ("gdsf", "+3.33"), ("lfu", "+0.33"), ("lfu", "-1.9"), ("lfu", "-1"),
      ]
      for (policy, difference) in expected {
        let found = differences(in: text).contains { $0 == (policy, difference) }
        #expect(found, "\(policy) \(difference) in \(text)")
      }
      for word in ["interval  ", "corr.", "var.", "adjusted"] {
        #expect(!text.contains(word), "\(word) in \(text)")
      }
    }
    #expect(text(exact).contains("better, exact") && text(exact).contains("exact: on this trace"))
    #expect(!text(single).contains("verdict"))
    #expect(text(single).hasSuffix("One replication: no interval and no test.\n"))
  }

  /// What rounding leaves of an error of 0 must not ask for decimals.
  @Test func equalReplicationsOfARandomScenarioHaveFewDigits() {
    let text = text(
      results([
        ("lru", [157, 157, 157]), ("gdsf", [147, 147, 147]), ("lfu", [147.1, 147.1, 147.1]),
      ]), ["resume_frac", "wait_s_per_day"])
    #expect(text.contains("baseline lru: 47.7 ± 0.0 %"), "\(text)")
    #expect(differences(in: text).allSatisfy { $0.difference.count <= 6 }, "\(text)")
  }

  @Test func oneColumnHasOneNumberOfDecimals() {
    let text = text(
      results([
        ("lru", [157, 160, 151, 149]), ("gdsf", [147, 149, 143, 138.5]),
        ("wild", [100, 250, 90, 270]),
      ]), ["cold_launches"])
    let decimals = differences(in: text).map { _, difference in
      difference.split(separator: ".").dropFirst().first?.count ?? 0
    }
    #expect(decimals.count == 2 && decimals[0] == decimals[1], "\(text)")
  }

  @Test func theNumberOfTestsIsToldAndThatItDependsOnTheMetrics() {
    let values = results([
      ("lru", [157, 160, 151, 149]), ("gdsf", [147, 149, 143, 138]), ("lfu", [150, 155, 149, 140]),
    ])
    #expect(text(values, ["cold_launches"]).contains("(holm) for the 2 tests of the metrics shown"))
    let all = text(values)
    #expect(all.contains("(holm) for the 6 tests of the metrics shown"), "\(all)")
    #expect(all.replacing("\n", with: " ").contains("another choice of --metrics"), "\(all)")
    for line in all.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test func runAndCompareWriteTheSameDigits() throws {
    let values = results([
      ("lru", [157, 160, 151, 149]), ("gdsf", [147, 149, 143, 138]), ("lfu", [150, 155, 149, 140]),
    ])
    let metric = try #require(Metric.index(of: "wait_s_per_day"))
    let plan = ComparisonPlan(
      baseline: "lru", metrics: [metric], adjustment: .holm, confidence: 0.95)
    let table = PolicyTable(results: values, plan: plan, days: 13)
    let compared = text(values, ["wait_s_per_day"])
    let found = differences(in: compared)
    #expect(found.count == 2)
    for (policy, difference) in found {
      #expect(table.text.contains(" \(difference) ±"), "\(policy) in \(table.text)")
    }
    let best = try #require(found.first).difference.dropFirst()
    #expect(table.answer.contains(": \(best) s a day less"), "\(table.answer)")
  }
}
