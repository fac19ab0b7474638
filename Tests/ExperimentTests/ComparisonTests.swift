import Device
import Statistics
import Testing

@testable import Experiment

/// Results with chosen values of a few metrics.
enum Sample {
  /// The position of a metric.
  static func metric(_ name: String) throws -> Int { try #require(Metric.index(of: name)) }

  /// The values of a run: those given, nil elsewhere.
  static func values(_ given: [String: Double]) -> [Double?] {
    Metric.all.map { given[$0.name] }
  }

  /// A point with one metric, by policy and replication; nil = the run failed.
  static func point(
    _ metric: String, _ policies: [(label: String, isBound: Bool, values: [Double?])]
  ) -> PointResults {
    PointResults(
      point: PointIdentity(id: "p", swept: []),
      policies: policies.map { PolicyIdentity(label: $0.label, isClairvoyant: $0.isBound) },
      observations: policies.map { policy in
        policy.values.enumerated().map { replication, value in
          Observation(
            replication: replication, values: value.map { values([metric: $0]) } ?? [])
        }
      })
  }

  static func plan(_ baseline: String, _ metrics: [String]) -> ComparisonPlan {
    ComparisonPlan(
      baseline: baseline, metrics: metrics.compactMap { Metric.index(of: $0) },
      adjustment: .holm, confidence: 0.95)
  }
}

@Suite struct ComparisonTests {
  private func near(_ value: Double?, _ expected: Double, _ tolerance: Double = 1e-6) -> Bool {
    value.map { abs($0 - expected) <= tolerance } ?? false
  }

  @Test func pairedDifferenceOfTheTextbookSample() throws {
    let point = Sample.point(
      "wait_s_per_day",
      [("b", false, [2.1, 4.6, 3.9, 5.2, 4.9]), ("x", false, [3, 5.1, 4.2, 6.3, 5.5])])
    let rows = point.differences(Sample.plan("b", ["wait_s_per_day"]))
    #expect(rows.count == 1)
    #expect(rows[0].pairs == 5)
    #expect(near(rows[0].comparison?.difference, 0.68))
    #expect(near(rows[0].comparison?.halfWidth, 0.396556))
    #expect(rows[0].adjustedP == rows[0].comparison?.pValue)
    #expect(rows[0].rank == 2)
    #expect(rows[0].verdict(level: 0.05) == .worse)
    #expect(rows[0].verdict(level: 0.001) == .noClearDifference)
  }

  @Test func pairsAreMadeByReplicationAndFailedRunsLeaveNone() throws {
    let point = Sample.point(
      "purges", [("b", false, [1, nil, 3, 4]), ("x", false, [2, 9, nil, 6])])
    let rows = point.differences(Sample.plan("b", ["purges"]))
    #expect(rows[0].pairs == 2)
    #expect(near(rows[0].comparison?.difference, 1.5))
  }

  @Test func holmRunsOverPoliciesAndMetricsButNotOverBounds() throws {
    let point = Sample.point(
      "purges",
      [
        ("b", false, [10, 11, 12, 13]), ("x", false, [8, 9.5, 9.9, 11.2]),
        ("y", false, [10, 11.5, 11.8, 13.1]), ("belady", true, [1, 2, 3, 4.5]),
      ])
    let rows = point.differences(Sample.plan("b", ["purges"]))
    let tested = rows.filter { $0.policy != 3 }.compactMap { $0.comparison?.pValue }
    #expect(rows.filter { $0.policy != 3 }.compactMap(\.adjustedP) == adjust(tested, .holm))
    let bound = try #require(rows.first { $0.policy == 3 })
    #expect(bound.comparison != nil)
    #expect(bound.adjustedP == nil)
    #expect(bound.rank == nil)
    #expect(point.ranks(metric: try Sample.metric("purges")) == [2, 1, 3, nil])
  }

  @Test func higherIsBetterWhereTheMetricSaysSo() throws {
    let point = Sample.point(
      "resume_frac", [("b", false, [0.5, 0.6, 0.55]), ("x", false, [0.7, 0.79, 0.75])])
    let rows = point.differences(Sample.plan("b", ["resume_frac"]))
    #expect(rows[0].rank == 1)
    #expect(rows[0].verdict(level: 0.05) == .better)
  }

  @Test func equalMeansShareAPlace() throws {
    let point = Sample.point(
      "purges", [("a", false, [1, 1]), ("b", false, [1, 1]), ("c", false, [2, 2])])
    #expect(point.ranks(metric: try Sample.metric("purges")) == [1, 1, 3])
  }

  @Test func oneReplicationHasADifferenceAndNoInterval() throws {
    let point = Sample.point("purges", [("b", false, [4]), ("x", false, [3])])
    let row = try #require(point.differences(Sample.plan("b", ["purges"])).first)
    #expect(row.difference == -1)
    #expect(row.comparison == nil)
    #expect(row.adjustedP == nil)
    #expect(row.rank == 1)
  }

  @Test func summaryOfFewAndOfNoReplications() throws {
    let metric = try Sample.metric("purges")
    let point = Sample.point(
      "purges", [("a", false, [4]), ("b", false, [nil]), ("c", false, [1, 2, 3])])
    let one = point.summary(policy: 0, metric: metric, confidence: 0.95)
    #expect(one.count == 1)
    #expect(one.mean == 4)
    #expect(one.sd == nil)
    #expect(one.halfWidth == nil)
    #expect(one.method == .none)
    let none = point.summary(policy: 1, metric: metric, confidence: 0.95)
    #expect(none.count == 0)
    #expect(none.mean == nil)
    let three = point.summary(policy: 2, metric: metric, confidence: 0.95)
    #expect(three.method == .t)
    #expect(near(three.halfWidth, 4.302653 / 3.0.squareRoot(), 1e-5))
  }

  @Test func shareIsARatioOfSums() throws {
    let launches: [Double] = [10, 100, 40]
    let resumes: [Double] = [1, 90, 20]
    let observations = zip(launches, resumes).enumerated().map { index, pair in
      Observation(
        replication: index,
        values: Sample.values([
          "launches": pair.0, "resumes": pair.1, "resume_frac": pair.1 / pair.0,
        ]))
    }
    let point = PointResults(
      point: PointIdentity(id: "p", swept: []),
      policies: [PolicyIdentity(label: "a", isClairvoyant: false)], observations: [observations])
    let summary = point.summary(
      policy: 0, metric: try Sample.metric("resume_frac"), confidence: 0.95)
    let expected = jackknifeRatioInterval(numerators: resumes, denominators: launches)
    #expect(summary.method == .jackknife)
    #expect(summary.mean == expected?.mean)
    #expect(summary.halfWidth == expected?.halfWidth)
  }

  @Test func rivalIsTheOneHardestToTellFromTheBest() throws {
    let point = Sample.point(
      "wait_s_per_day",
      [
        ("far", false, [50, 61, 69]), ("best", false, [10, 20, 30]),
        ("close", false, [10.1, 19.8, 31]), ("bound", true, [1, 2, 3]),
      ])
    let ranking = point.ranking(metric: point.decidingMetric, confidence: 0.95)
    #expect(ranking.ranked == [1, 2, 0])
    #expect(ranking.bounds == [3])
    #expect(ranking.rival?.policy == 2)
    let p = try #require(ranking.rival?.comparison.pValue)
    #expect(ranking.rival?.adjustedP == min(1, 3 * p))
  }

  @Test func coldLaunchesDecideWhereNobodyWaits() throws {
    let point = Sample.point("cold_launches", [("a", false, [4, 5])])
    #expect(point.decidingMetric == (try Sample.metric("cold_launches")))
  }
}
