import Statistics
import Testing

@Suite struct AccumulatorTests {
  /// The univariate sets NumAcc1 to NumAcc4 of the NIST Statistical Reference Datasets, built to
  /// break formulas that subtract large sums; their values are certified.
  @Test func passesTheNISTReferenceSets() {
    let small = Accumulator([10_000_001, 10_000_003, 10_000_002])
    expectClose(small.mean, 10_000_002, 0)
    expectClose(small.standardDeviation, 1, 0)
    // The data of the others are not exact in binary: the farther from 0, the fewer digits.
    for (offset, tolerance) in [(1.0, 1e-13), (1_000_000, 1e-9), (10_000_000, 2e-8)] {
      var values = [offset + 0.2]
      for _ in 0..<500 { values += [offset + 0.1, offset + 0.3] }
      let summary = Accumulator(values)
      #expect(summary.count == 1001)
      expectClose(summary.mean, offset + 0.2, 1e-15)
      expectClose(summary.standardDeviation, 0.1, tolerance)
    }
  }

  @Test func extremesAndSum() {
    let summary = Accumulator([3, -1, 4, 1, -5])
    #expect(summary.min == -5)
    #expect(summary.max == 4)
    expectClose(summary.sum, 2)
    expectClose(summary.variance, 12.8)
  }

  @Test func emptyHasNothing() {
    let empty = Accumulator()
    #expect(empty.count == 0 && empty.mean == nil && empty.variance == nil)
    #expect(empty.min == nil && empty.max == nil && empty.sum == 0)
    let one = Accumulator([2.5])
    #expect(one.mean == 2.5 && one.variance == nil && one.standardDeviation == nil)
  }

  @Test func mergingEqualsAddingAll() {
    var random = TestRandom(1)
    for split in [0, 1, 17, 99, 100] {
      let values = random.normals(100).map { 1e6 + $0 }
      var merged = Accumulator(values[..<split])
      merged.merge(Accumulator(values[split...]))
      let all = Accumulator(values)
      #expect(merged.count == 100 && merged.min == all.min && merged.max == all.max)
      expectClose(merged.mean, all.mean ?? 0, 1e-15)
      expectClose(merged.variance, all.variance ?? 0, 1e-9)
    }
  }
}
