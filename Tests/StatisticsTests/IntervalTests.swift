import Statistics
import Testing

@Suite struct IntervalTests {
  @Test func quantilesOfStudentsT() {
    // Standard tables.
    expectClose(studentTQuantile(confidence: 0.95, degrees: 4), 2.7764451051977987, 1e-10)
    expectClose(studentTQuantile(confidence: 0.95, degrees: 1), 12.706204736432095, 1e-10)
    expectClose(studentTQuantile(confidence: 0.9, degrees: 19), 1.729132811521367, 1e-10)
    // Bonferroni over four comparisons on 45 degrees of freedom.
    expectClose(studentTQuantile(confidence: 1 - 0.05 / 4, degrees: 45), 2.6021, 2e-5)
  }

  @Test func intervalOfAMean() {
    let interval = studentTInterval([0.9, 0.5, 0.3, 1.1, 0.6])
    expectClose(interval?.mean, 0.68)
    expectClose(interval?.halfWidth, 0.396556, 1e-6)
    #expect(interval?.contains(0.3) == true && interval?.contains(1.08) == false)
    expectClose(interval?.relativeHalfWidth, 0.396556 / 0.68, 1e-6)
  }

  @Test func tooFewValuesHaveNoInterval() {
    #expect(studentTInterval([]) == nil)
    #expect(studentTInterval([1]) == nil)
    #expect(studentTInterval([2, 2, 2])?.halfWidth == 0)
    #expect(studentTInterval([-1, 1])?.relativeHalfWidth == nil)
  }

  @Test func intervalsCover() {
    for (count, confidence) in [(2, 0.95), (10, 0.95), (20, 0.9)] {
      expectCoverage(of: confidence, "Student, \(count) values") { random in
        let values = random.normals(count).map { 3 + 2 * $0 }
        return studentTInterval(values, confidence: confidence)?.contains(3) ?? false
      }
    }
  }

  @Test func jackknifeByHand() {
    let interval = jackknifeRatioInterval(numerators: [1, 2, 3], denominators: [2, 3, 4])
    let pseudo = [2 - 2 * 5.0 / 7, 2 - 2 * 4.0 / 6, 2 - 2 * 3.0 / 5]
    let expected = studentTInterval(pseudo)
    expectClose(interval?.mean, expected?.mean ?? .nan)
    expectClose(interval?.halfWidth, expected?.halfWidth ?? .nan)
  }

  @Test func jackknifeOfAConstantRatioIsExact() {
    let interval = jackknifeRatioInterval(numerators: [2, 4, 7], denominators: [4, 8, 14])
    expectClose(interval?.mean, 0.5)
    expectClose(interval?.halfWidth, 0, 1e-12)
  }

  @Test func jackknifeRefusesWhatHasNoRatio() {
    #expect(jackknifeRatioInterval(numerators: [], denominators: []) == nil)
    #expect(jackknifeRatioInterval(numerators: [1], denominators: [2]) == nil)
    #expect(jackknifeRatioInterval(numerators: [0, 1], denominators: [0, 2]) == nil)
  }

  /// Cold launches over launches with varying launches: the mean of ratios would be off.
  @Test func jackknifeCovers() {
    expectCoverage(of: 0.95, "jackknife ratio") { random in
      let launches = (0..<40).map { _ in 20 + 30 * random.uniform() }
      let cold = launches.map { 0.3 * $0 + random.normal() * $0.squareRoot() }
      return jackknifeRatioInterval(numerators: cold, denominators: launches)?.contains(0.3)
        ?? false
    }
  }
}
