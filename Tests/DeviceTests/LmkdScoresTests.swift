import Testing

@testable import Device

/// The ladder of oom_score_adj.
@Suite struct LmkdScoresTests {
  @Test func theBandsKeepTheirOrder() {
    // From the first to die to the last.
    let bands: [Band] = [.idle, .helperAgeing, .appAgeing, .background, .media, .foreground]
    #expect(bands.map(LmkdScores.score(of:)) == [900, 800, 700, 500, 200, 0])
  }

  @Test func tenCachedProcessesHaveAStepEach() {
    let scores = (0..<10).map { LmkdScores.cached(rank: $0, count: 10, isEmpty: false) }
    #expect(scores == [900, 910, 920, 930, 940, 950, 960, 970, 980, 990])
    let empty = (0..<10).map { LmkdScores.cached(rank: $0, count: 10, isEmpty: true) }
    #expect(empty == [905, 915, 925, 935, 945, 955, 965, 975, 985, 995])
  }

  @Test func severalShareAStep() {
    let scores = (0..<25).map { LmkdScores.cached(rank: $0, count: 25, isEmpty: false) }
    #expect(Array(scores.prefix(7)) == [900, 900, 900, 910, 910, 910, 920])
    #expect(scores.last == 980)
    #expect(LmkdScores.sharing(count: 25) == 3)
    #expect(LmkdScores.sharing(count: 0) == 1)
  }

  /// Whatever their number, cached processes stay within 900 to 999, later ones never higher.
  @Test func theLadderNeverLeavesItsRange() {
    for count in 1...300 {
      for isEmpty in [false, true] {
        let scores = (0..<count).map {
          LmkdScores.cached(rank: $0, count: count, isEmpty: isEmpty)
        }
        #expect(scores.first == (isEmpty ? 905 : 900))
        #expect(scores.allSatisfy { $0 >= 900 && $0 <= 999 }, "\(count)")
        #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 <= $1 }, "\(count)")
      }
    }
  }
}
