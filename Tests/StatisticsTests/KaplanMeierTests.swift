import Foundation
import Statistics
import Testing

@Suite struct KaplanMeierTests {
  /// Remission times under 6-mercaptopurine (Freireich et al., Blood 21, 1963), the textbook
  /// example; a negative time marks a censoring.
  private let remissions: [Double] = [
    6, 6, 6, -6, 7, -9, 10, -10, -11, 13, 16, -17, -19, -20, 22, 23, -25, -32, -32, -34, -35,
  ]

  @Test func textbookExample() {
    let estimate = KaplanMeier(
      times: remissions.map { abs($0) }, censored: remissions.map { $0 < 0 })
    let known = [
      (6.0, 0.8571, 0.0764), (7, 0.8067, 0.0869), (10, 0.7529, 0.0963), (13, 0.6902, 0.1068),
      (16, 0.6275, 0.1141), (22, 0.5378, 0.1282), (23, 0.4482, 0.1346),
    ]
    #expect(estimate.steps.map(\.time) == known.map(\.0))
    for (time, survival, error) in known {
      expectClose(estimate.survival(at: time), survival, 5e-5)
      expectClose(estimate.variance(at: time).squareRoot(), error, 5e-5)
    }
    #expect(estimate.survival(at: 5.9) == 1 && estimate.variance(at: 5.9) == 0)
    expectClose(estimate.survival(at: 1000), 0.4482, 5e-5)
    #expect(estimate.median == 23)
    #expect(estimate.steps[2].atRisk == 15 && estimate.steps[0].ended == 3)
  }

  /// Without censoring it is the empirical survival function with the binomial variance.
  @Test func withoutCensoringIsEmpirical() {
    let times: [Double] = [5, 1, 4, 2, 3, 3, 8, 9]
    let estimate = KaplanMeier(times: times, censored: times.map { _ in false })
    for time in [0.5, 1, 2.5, 3, 8, 9] {
      let share = Double(times.filter { $0 > time }.count) / 8
      expectClose(estimate.survival(at: time), share)
      expectClose(estimate.variance(at: time), share * (1 - share) / 8)
    }
    #expect(estimate.survival(at: 9) == 0)
  }

  @Test func orderDoesNotMatter() {
    var random = TestRandom(6)
    let times = (0..<50).map { _ in (10 * random.exponential()).rounded() }
    let censored = (0..<50).map { _ in random.uniform() < 0.4 }
    let forward = KaplanMeier(times: times, censored: censored)
    let backward = KaplanMeier(times: times.reversed(), censored: censored.reversed())
    #expect(forward == backward)
  }

  @Test func nothingEndedMeansAllSurvive() {
    #expect(KaplanMeier(times: [], censored: []).survival(at: 5) == 1)
    let censored = KaplanMeier(times: [1, 2], censored: [true, true])
    #expect(censored.steps.isEmpty && censored.survival(at: 9) == 1 && censored.median == nil)
  }
}
