import Testing

@testable import RandomStreams

@Suite struct TruncatedNormalTests {
  /// Bounds on either side of the mean, around it, open, and far out.
  private let cuts = [
    TruncatedNormal(mean: 1, sd: 2, min: 0, max: 10),
    TruncatedNormal(mean: 1, sd: 2, min: -9, max: 1.5),
    TruncatedNormal(mean: 0, sd: 1, min: 5, max: .infinity),
    TruncatedNormal(mean: 0, sd: 1, min: -.infinity, max: -5),
    TruncatedNormal(mean: 10, sd: 0.5, min: 11, max: 11.5),
    TruncatedNormal(mean: 10, sd: 0.5, min: 8.5, max: 9),
  ]

  @Test func quantileInvertsTheCDF() {
    for cut in cuts {
      var last = cut.min
      for step in 1..<100 {
        let share = Double(step) / 100
        let value = cut.quantile(share)
        #expect(abs(cut.cdf(value) - share) < 1e-9, "\(cut.min) to \(cut.max): \(share)")
        #expect(value > last)
        last = value
      }
    }
  }

  /// Mean and variance against a sum over ten thousand equally likely slices.
  @Test func momentsAgreeWithTheQuantiles() {
    for cut in cuts {
      let slices = (0..<10_000).map { cut.quantile((Double($0) + 0.5) / 10_000) }
      let mean = slices.reduce(0, +) / 10_000
      let variance = slices.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 10_000
      #expect(abs(cut.truncatedMean - mean) < 1e-3 * cut.sd)
      #expect(abs(cut.truncatedVariance - variance) < 1e-2 * variance)
    }
  }

  @Test func sharesTheDrawingByMass() {
    #expect(cuts[0].isLikely && cuts[1].isLikely && !cuts[2].isLikely)
    #expect(abs(cuts[2].mass - 2.866515719235352e-7) < 1e-15)
  }
}
