import Device
import Experiment
import Statistics
import Testing

@testable import Report

@Suite struct PolicyTableTests {
  private func table(
    _ policies: [(label: String, isBound: Bool, waits: [Double])], baseline: String = "jetsam"
  ) -> PolicyTable {
    let results = PointResults(
      point: PointIdentity(id: "p", swept: []),
      policies: policies.map { PolicyIdentity(label: $0.label, isClairvoyant: $0.isBound) },
      observations: policies.map { policy in
        policy.waits.enumerated().map { replication, wait in
          Observation(
            replication: replication,
            values: Metric.all.map { metric in
              switch metric.name {
              case "wait_s_per_day": wait
              case "launches": 100
              case "resumes": 90
              case "resume_frac": 0.9
              case "purges": 26
              default: nil
              }
            })
        }
      })
    let plan = ComparisonPlan(
      baseline: baseline, metrics: [Metric.index(of: "wait_s_per_day") ?? 0], adjustment: .holm,
      confidence: 0.95)
    return PolicyTable(results: results, plan: plan, days: 13)
  }

  @Test func bestComesFirstAndBoundsBelowALine() {
    let text = table([
      ("jetsam", false, [100, 120, 110, 131]), ("lru", false, [90, 111, 99, 121.5]),
      ("belady", true, [50, 60, 55, 66]),
    ]).text
    let rows = text.split(separator: "\n").map(String.init)
    #expect(rows[3].hasPrefix("lru"))
    #expect(rows[3].contains("better"))
    #expect(rows[4].hasPrefix("jetsam"))
    #expect(rows[4].contains("baseline"))
    #expect(rows[5].allSatisfy { $0 == "-" })
    #expect(rows[6].hasPrefix("belady"))
    #expect(rows[6].contains("bound"))
    #expect(rows[3].contains("90.0"))
    #expect(rows[3].contains("2.0"))
  }

  @Test func tableFitsInto100Columns() {
    let label = String(repeating: "long", count: 12)
    let waits = [123_456.7, 98_765.4, 111_111.1]
    let text = table([("jetsam", false, waits), (label, false, waits.map { $0 * 0.7 })]).text
    for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test func certainAnswerNamesTheSavingAndItsInterval() {
    let answer = table([
      ("jetsam", false, [100, 120, 110, 131]), ("lru", false, [90, 109.9, 100.2, 120.9]),
    ]).answer
    #expect(answer.hasPrefix("lru makes the user wait least: 10.00 s a day less than jetsam (95 %"))
    #expect(answer.contains("certain at the 5 % level"))
  }

  @Test func uncertainAnswerSaysThatNothingIsClearlyBetter() {
    let answer = table([
      ("jetsam", false, [100, 120, 110, 131]), ("lru", false, [90, 129, 100, 139]),
    ]).answer
    #expect(answer.contains("which is not certain"))
    #expect(answer.contains("no policy is clearly better than jetsam"))
  }

  @Test func aSmallButCertainGainIsNotHiddenByALargeUncertainOne() {
    let answer = table([
      ("jetsam", false, [100, 120, 110, 131]), ("wild", false, [50, 150, 60, 165]),
      ("steady", false, [99, 119.1, 109, 130.1]),
    ]).answer
    #expect(answer.hasPrefix("wild makes the user wait least"))
    #expect(answer.contains("which is not certain"))
    #expect(answer.contains("clearly better than jetsam: steady."))
  }

  @Test func baselineThatIsBestIsSaidSo() {
    let answer = table([
      ("jetsam", false, [90, 109.9, 100.2, 120.9]), ("lru", false, [100, 120, 110, 131]),
    ]).answer
    #expect(
      answer.hasPrefix("jetsam, the baseline, makes the user wait least; no policy is better."))
    #expect(answer.contains("certain"))
  }

  @Test func twoThatCannotBeToldApartAreNamed() {
    let answer = table([
      ("jetsam", false, [100, 120, 110, 131]), ("lru", false, [90, 109.9, 100.2, 120.9]),
      ("lfu", false, [91, 108.9, 101.2, 120]),
    ]).answer
    #expect(answer.contains("cannot be told apart"))
    #expect(answer.contains("lfu"))
  }

  /// Not the runner-up, so that the order is not doubted where it is certain.
  @Test func aRivalFurtherDownIsCalledTheHardestToTell() {
    let answer = table([
      ("jetsam", false, [100, 120, 110, 131]), ("best", false, [50, 70, 60, 80]),
      ("second", false, [51, 71.1, 61, 81.2]), ("wild", false, [20, 140, 20, 150]),
    ]).answer
    #expect(
      answer.contains("Of all rivals wild is hardest to tell from best, and cannot be ("),
      "\(answer)")
  }

  @Test func theTestsBehindTheVerdictsAreCounted() {
    let text = table([
      ("jetsam", false, [100, 120, 110, 131]), ("lru", false, [90, 111, 99, 121.5]),
      ("lfu", false, [91, 112, 99, 121.5]), ("belady", true, [50, 60, 55, 66]),
    ]).text
    #expect(text.hasSuffix("Verdicts are adjusted (holm) for 2 tests, the ± are not.\n"))
  }

  @Test func oneReplicationHasNoInterval() {
    let answer = table([("jetsam", false, [100]), ("lru", false, [90])]).answer
    #expect(
      answer == "lru makes the user wait least: 10 s a day less than jetsam; one replication, so "
        + "there is no interval.")
  }

  @Test func equalPoliciesAndSinglePoliciesAreSaidSo() {
    let equal = table([("jetsam", false, [5, 6]), ("lru", false, [5, 6])]).answer
    #expect(equal == "All policies are equal: no choice of theirs made a difference.")
    let single = table([("jetsam", false, [5, 6])]).answer
    #expect(single == "Only jetsam has results; there is nothing to compare.")
  }
}
