import Foundation
import RandomStreams
import Testing

@Suite struct AliasTableTests {
  @Test func holdsTheProbabilities() {
    var stream = RandomStream.test(1)
    for count in [1, 2, 3, 10, 257, 5000] {
      for skew in [0.0, 1, 8] {
        let weights = (0..<count).map { _ in exp(skew * stream.normal()) }
        let total = weights.reduce(0, +)
        let table = AliasTable(weights: weights)
        for (held, weight) in zip(table.probabilities, weights) {
          // Each index lies in its own column and perhaps in many others, but the sum of all
          // roundings stays below one threshold step a column.
          #expect(abs(held - weight / total) <= 0x1p-32, "\(count) weights, skew \(skew)")
        }
        #expect(abs(table.probabilities.reduce(0, +) - 1) < 1e-9)
      }
    }
  }

  @Test func drawsWithTheProbabilities() {
    var stream = RandomStream.test(2)
    let weights = (1...200).map { 1 / Double($0) }
    let total = weights.reduce(0, +)
    let table = AliasTable(weights: weights)
    let draws = isLong ? 10_000_000 : 200_000
    var counts = [Int](repeating: 0, count: 200)
    for _ in 0..<draws { counts[table.draw(&stream)] += 1 }
    var statistic = 0.0
    for (count, weight) in zip(counts, weights) {
      let expected = Double(draws) * weight / total
      statistic += (Double(count) - expected) * (Double(count) - expected) / expected
    }
    expectChiSquare(statistic, degrees: 199, level: 1e-5, "harmonic weights")
  }

  @Test func neverDrawsWeightZero() {
    var stream = RandomStream.test(3)
    let table = AliasTable(weights: [0, 1, 0, 3, 0, 0])
    for _ in 0..<10_000 {
      let index = table.draw(&stream)
      #expect(index == 1 || index == 3)
    }
    for weights in [[0, 5.0], [5, 0]] {
      let table = AliasTable(weights: weights)
      for _ in 0..<100 { #expect(weights[table.draw(&stream)] == 5) }
    }
  }

  /// Weights of very different size leave no column unfilled by rounding.
  @Test func extremeWeightsAreExact() {
    let table = AliasTable(weights: [1e-300, 1, 1e-300, 1e-12])
    #expect(table.probabilities[1] > 0.99999)
    let equal = AliasTable(weights: [Double](repeating: 0.1, count: 1000))
    for held in equal.probabilities { #expect(abs(held - 0.001) < 0x1p-32) }
  }

  @Test func viewDrawsTheSame() {
    let table = AliasTable(weights: [1, 2, 3, 4])
    var first = RandomStream.test(4)
    var second = first
    for _ in 0..<1000 { #expect(table.draw(&first) == table.view.draw(&second)) }
  }

  @Test func columnsTakeEightBytes() {
    #expect(MemoryLayout<AliasTable.Column>.stride == 8)
    #expect(AliasTable(weights: [1, 1]).count == 2)
  }

  @Test func refusesWhatIsNoWeight() async {
    await #expect(processExitsWith: .failure) { _ = AliasTable(weights: []) }
    await #expect(processExitsWith: .failure) { _ = AliasTable(weights: [0, 0]) }
    await #expect(processExitsWith: .failure) { _ = AliasTable(weights: [2, -1]) }
    await #expect(processExitsWith: .failure) { _ = AliasTable(weights: [.nan]) }
  }
}
