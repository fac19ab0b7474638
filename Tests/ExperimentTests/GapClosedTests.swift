import Device
import Statistics
import Testing

@testable import Experiment

@Suite struct GapClosedTests {
  /// Results of one metric, by policy and replication.
  private func results(
    _ metric: String, _ values: [(label: String, isBound: Bool, values: [Double?])]
  ) throws -> (PointResults, metric: Int) {
    let index = try #require(Metric.index(of: metric))
    let results = PointResults(
      point: PointIdentity(id: "p", swept: []),
      policies: values.map { PolicyIdentity(label: $0.label, isClairvoyant: $0.isBound) },
      observations: values.map { policy in
        policy.values.enumerated().map { replication, value in
          var all = [Double?](repeating: nil, count: Metric.all.count)
          all[index] = value
          return Observation(replication: replication, values: value == nil ? [] : all)
        }
      })
    return (results, index)
  }

  @Test func theShareIsARatioOfSums() throws {
    let (results, metric) = try results(
      "wait_s_per_day",
      [
        ("lru", false, [100, 200, 300]), ("half", false, [75, 150, 225]),
        ("worse", false, [110, 220, 330]), ("belady", true, [50, 100, 150]),
        ("belady-size", true, [60, 110, 160]),
      ])
    let gap = try #require(results.gap(metric: metric, reference: "lru", confidence: 0.95))
    #expect(gap.bound == 3)
    #expect(gap.policies.map(\.policy) == [1, 2])
    #expect(gap.policies.map(\.share) == [0.5, -0.2])
    for policy in gap.policies {
      let interval = try #require(policy.interval)
      // Equal ratios in every replication leave nothing uncertain.
      #expect(abs(interval.mean - (policy.share ?? 0)) < 1e-12)
      #expect(interval.halfWidth < 1e-9)
    }
  }

  @Test func onlyCommonReplicationsCountAndMoreMayBeBetter() throws {
    let (results, metric) = try results(
      "resume_frac",
      [
        ("lru", false, [0.5, nil, 0.5]), ("gdsf", false, [0.6, 0.9, nil]),
        ("belady", true, [0.7, 0.8, 0.9]),
      ])
    let gap = try #require(results.gap(metric: metric, reference: "lru", confidence: 0.95))
    #expect(gap.policies[0].count == 1)
    #expect(abs((gap.policies[0].share ?? 0) - 0.5) < 1e-12)
    #expect(gap.policies[0].interval == nil)
  }

  /// The tightest proven bound comes before a better one that is looser, and before heuristic ones.
  @Test func aProvenBoundIsPreferred() throws {
    let metric = try #require(Metric.index(of: "cold_launches"))
    let policies = [
      PolicyIdentity(label: "lru", isClairvoyant: false),
      PolicyIdentity(label: "fifo", isClairvoyant: false),
      PolicyIdentity(label: "belady", isClairvoyant: true),
      PolicyIdentity(label: "flow", isClairvoyant: true, isProven: true),
      PolicyIdentity(label: "pfoo-l", isClairvoyant: true, isProven: true),
    ]
    func bound(_ values: [Double]) -> Int? {
      PointResults(
        point: PointIdentity(id: "p", swept: []), policies: policies,
        observations: values.map { value in
          var all = [Double?](repeating: nil, count: Metric.all.count)
          all[metric] = value
          return [Observation(replication: 0, values: all)]
        }
      ).gap(metric: metric, reference: "lru", confidence: 0.95)?.bound
    }
    #expect(bound([50, 60, 30, 25, 20]) == 3)
    #expect(bound([50, 60, 24, 25, 20]) == 3)
  }

  @Test func withoutAGapThereIsNoShare() throws {
    let (equal, metric) = try results(
      "wait_s_per_day",
      [("lru", false, [1, 2]), ("fifo", false, [2, 3]), ("belady", true, [1, 2])])
    #expect(equal.gap(metric: metric, reference: "lru", confidence: 0.95)?.policies[0].share == nil)
    #expect(equal.gap(metric: metric, reference: "gdsf", confidence: 0.95) == nil)
    let (unbounded, other) = try results(
      "wait_s_per_day", [("lru", false, [1]), ("fifo", false, [2])])
    #expect(unbounded.gap(metric: other, reference: "lru", confidence: 0.95) == nil)
  }
}
