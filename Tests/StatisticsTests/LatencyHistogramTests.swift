@testable import Statistics
import Testing

@Suite struct LatencyHistogramTests {
  @Test func everyBucketIsNarrow() {
    var next: Int64 = 0
    for index in 0..<LatencyHistogram.bucketCount {
      // `next` is the first value of the bucket, as the last bucket's end says.
      #expect(LatencyHistogram.bucket(of: next) == index)
      let middle = LatencyHistogram.midpoint(of: index)
      #expect(LatencyHistogram.bucket(of: middle) == index)
      let last = index < 512 ? next : 2 * (middle - next) + next + 1
      #expect(LatencyHistogram.bucket(of: last) == index)
      #expect(Double(last - middle) < 0.002 * Double(max(1, next)))
      #expect(Double(middle - next) < 0.002 * Double(max(1, next)))
      if last == .max { return }
      next = last + 1
    }
    Issue.record("the buckets do not reach Int64.max")
  }

  @Test func quantilesMatchTheSortedValues() {
    var random = TestRandom(3)
    for scale in [100.0, 1e5, 1e10] {
      var histogram = LatencyHistogram()
      var values: [Double] = []
      for _ in 0..<2000 {
        let value = Int64(scale * random.exponential())
        histogram.record(value)
        values.append(Double(value))
      }
      for p in [0, 0.001, 0.25, 0.5, 0.55, 0.9, 0.95, 0.99, 0.999, 1] {
        let exact = quantile(p, of: values) ?? -1
        let held = Double(histogram.quantile(p) ?? -1)
        #expect(abs(held - exact) <= 0.002 * exact, "p \(p): \(held) for \(exact)")
        if exact < 512 { #expect(held == exact) }
      }
      #expect(histogram.min.map(Double.init) == values.min())
      #expect(histogram.max.map(Double.init) == values.max())
      #expect(Double(histogram.sum) == values.reduce(0, +))
      expectClose(histogram.mean, values.reduce(0, +) / 2000)
    }
  }

  @Test func emptyHasNothing() {
    let empty = LatencyHistogram()
    #expect(empty.quantile(0.5) == nil && empty.mean == nil)
    #expect(empty.min == nil && empty.max == nil && empty.count == 0)
  }

  @Test func oneValueIsEveryQuantile() {
    var histogram = LatencyHistogram()
    histogram.record(1_800_001)
    for p in [0, 0.5, 0.99, 1] { #expect(histogram.quantile(p) == 1_800_001) }
  }

  @Test func negativeCountsAsZero() {
    var histogram = LatencyHistogram()
    histogram.record(-5)
    #expect(histogram.min == 0 && histogram.sum == 0 && histogram.quantile(1) == 0)
  }

  @Test func recordingAtOnceEqualsOneByOne() {
    var (atOnce, oneByOne) = (LatencyHistogram(), LatencyHistogram())
    for (value, times) in [(700, 3), (-5, 2), (90_000, 0), (12, 1)] as [(Int64, UInt64)] {
      atOnce.record(value, times: times)
      for _ in 0..<times { oneByOne.record(value) }
    }
    #expect(atOnce == oneByOne)
  }

  @Test func largestValueFits() {
    var histogram = LatencyHistogram()
    for _ in 0..<3 { histogram.record(.max) }
    #expect(histogram.quantile(0.5) == .max)
    #expect(histogram.sum == 3 * Int128(Int64.max))
  }

  @Test func mergingEqualsRecordingAll() {
    var random = TestRandom(4)
    var parts = [LatencyHistogram(), LatencyHistogram(), LatencyHistogram()]
    var all = LatencyHistogram()
    for index in 0..<300 {
      let value = Int64(1e6 * random.exponential())
      parts[index % 2].record(value)
      all.record(value)
    }
    var forward = parts[0]
    forward.merge(parts[1])
    forward.merge(parts[2])
    var backward = parts[2]
    backward.merge(parts[1])
    backward.merge(parts[0])
    #expect(forward == all && backward == all)
    all.reset()
    #expect(all == LatencyHistogram())
  }
}
