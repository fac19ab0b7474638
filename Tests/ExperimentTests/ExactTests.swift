import Device
import Statistics
import Testing

@testable import Experiment

/// Policies that do the same in every replication, beside one that draws.
@Suite struct ExactTests {
  /// Three replications on one trace; what is fixed has equal hashes.
  static func point(
    _ metric: String, _ policies: [(label: String, isBound: Bool, isFixed: Bool, values: [Double])]
  ) -> PointResults {
    PointResults(
      point: PointIdentity(id: "p", swept: []),
      policies: policies.map { PolicyIdentity(label: $0.label, isClairvoyant: $0.isBound) },
      observations: policies.map { policy in
        policy.values.enumerated().map { replication, value in
          Observation(
            replication: replication, values: Sample.values([metric: value]),
            hashes: RunHashes(transitions: policy.isFixed ? 7 : UInt64(replication), plan: 1))
        }
      })
  }

  private let trace = point(
    "wait_s_per_day",
    [
      ("lru", false, true, [20, 20, 20]), ("gdsf", false, true, [17, 17, 17]),
      ("random", false, false, [30, 31, 35]), ("fifo", false, true, [20, 20, 20]),
      ("belady", true, true, [10, 10, 10]),
    ])

  @Test func whatIsNotDrawnIsNotTested() throws {
    let rows = trace.differences(Sample.plan("lru", ["wait_s_per_day"]))
    #expect(rows.map(\.isExact) == [true, false, true, true])
    #expect(rows.map(\.difference) == [-3, 12, 0, -10])
    #expect(rows.map { $0.comparison == nil } == [true, false, true, true])
    // Only what is random is in the family.
    #expect(rows.map { $0.adjustedP == nil } == [true, false, true, true])
    #expect(rows[1].adjustedP == rows[1].comparison?.pValue)
    #expect(rows.map(\.rank) == [1, 4, 2, nil])
    #expect(
      rows.map { $0.verdict(level: 0.05) } == [.exactlyBetter, .worse, .equal, .exactlyBetter])
  }

  @Test func anExactValueHasNoInterval() throws {
    let metric = try Sample.metric("wait_s_per_day")
    let summary = trace.summary(policy: 0, metric: metric, confidence: 0.95)
    #expect(summary.count == 3 && summary.mean == 20 && summary.sd == 0)
    #expect(summary.halfWidth == nil && summary.lo == nil && summary.hi == nil)
    #expect(summary.method == .exact)
    #expect(trace.summary(policy: 2, metric: metric, confidence: 0.95).method == .t)
    let gap = try #require(trace.gap(metric: metric, reference: "lru", confidence: 0.95))
    #expect(gap.policies.map { $0.interval == nil } == [true, true, false])
    #expect(abs((gap.policies[0].share ?? 0) - 0.3) < 1e-12)
  }

  @Test func rivalsAreThoseThatDraw() throws {
    let ranking = trace.ranking(
      metric: try Sample.metric("wait_s_per_day"), confidence: 0.95)
    #expect(ranking.exact == [0, 3])
    #expect(ranking.rival?.policy == 2)
    // Of the six pairs of ranked policies three are exact.
    let p = try #require(ranking.rival?.comparison.pValue)
    #expect(ranking.rival?.adjustedP == 3 * p)
  }

  /// A metric that happens to be equal in all runs of a random scenario stays an estimate.
  @Test func equalValuesOfDifferentRunsAreNotExact() throws {
    let metric = try Sample.metric("purges")
    let point = Self.point(
      "purges", [("lru", false, false, [4, 4, 4]), ("fifo", false, false, [5, 5, 5])])
    let row = try #require(point.differences(Sample.plan("lru", ["purges"])).first)
    #expect(!row.isExact && row.adjustedP == 0)
    #expect(point.summary(policy: 0, metric: metric, confidence: 0.95).halfWidth == 0)
    let single = Self.point("purges", [("lru", false, true, [4]), ("fifo", false, true, [5])])
    #expect(!single.isFixed(policy: 0, metric: metric))
    let unknown = Sample.point("purges", [("lru", false, [4, 4, 4])])
    #expect(!unknown.isFixed(policy: 0, metric: metric))
  }
}
