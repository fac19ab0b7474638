import RandomStreams
import Testing

@testable import Device

/// The columns of candidates, and the pass over them.
@Suite struct CandidateTableTests {
  /// A policy of coarse scores, so that many are equal.
  private struct Coarse: PurgePolicy, ~Copyable {
    static let description = PolicyDescription(name: "coarse", summary: "", source: "")
    static var order: CandidateOrder { .score }
    let isTesting: Bool

    init(_ setup: PolicySetup) { isTesting = false }

    init(isTesting: Bool) { self.isTesting = isTesting }

    mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double {
      parts.weight * now
    }

    func mayReach(_ best: Double, _ app: AppID, _ parts: ScoreParts, now: Double) -> Bool {
      !isTesting || parts.weight * now >= best - 1e-9
    }
  }

  private struct Candidate {
    var app: AppID
    var bandChange: UInt64
    var weight: Double
  }

  @Test func theTableKeepsItsColumnsTogether() {
    var draws = StreamFamily(seed: 4, replication: 0).stream(.test, entity: 4, occurrence: 0)
    var table = CandidateTable(appCount: 200)
    var list: [AppID: Double] = [:]
    for step in 0..<3000 {
      let app = AppID(draws.below(200))
      if list[app] != nil, draws.uniform() < 0.6 {
        list[app] = nil
        table.remove(app)
      } else if list[app] == nil {
        list[app] = Double(step)
        table.insert(
          app, bandChange: UInt64(step),
          ScoreParts(time: Double(step), weight: Double(app), other: Double(step) + 0.5))
      }
      #expect(table.count == list.count)
    }
    let columns = table.columns
    for row in 0..<table.count {
      let step = list[table.app(row)] ?? -1
      #expect(columns.changes[row] == UInt64(step))
      #expect(columns.parts(row).time == step)
      #expect(columns.parts(row).weight == Double(table.app(row)))
      #expect(columns.parts(row).other == step + 0.5)
    }
  }

  /// Of every number of candidates up to three blocks and more: the largest score, then the oldest
  /// band change, then the first app.
  @Test func thePassFindsTheFirstOfTheBest() {
    var draws = StreamFamily(seed: 6, replication: 0).stream(.test, entity: 6, occurrence: 0)
    for count in 1..<60 {
      for levels in [1, 3, 1000] as [UInt64] {
        var table = CandidateTable(appCount: 60)
        var list: [Candidate] = []
        for app in (0..<AppID(count)).shuffled(using: &draws) {
          let candidate = Candidate(
            app: app, bandChange: draws.below(3), weight: Double(draws.below(levels)) - 1)
          list.append(candidate)
          table.insert(
            app, bandChange: candidate.bandChange, ScoreParts(weight: candidate.weight))
        }
        let best = list.min {
          if $0.weight != $1.weight { return $0.weight > $1.weight }
          return ($0.bandChange, $0.app) < ($1.bandChange, $1.app)
        }
        for isTesting in [false, true] {
          var policy = Coarse(isTesting: isTesting)
          let row = policy.largestScore(table.columns, now: 7)
          #expect(table.app(row) == best?.app, "\(count) candidates, \(levels) levels")
        }
      }
    }
  }

  /// No score at all is above the least one that there is.
  @Test func aPassOverScoresOfMinusInfinityFindsTheFirst() {
    var table = CandidateTable(appCount: 40)
    for app in (0..<AppID(40)).reversed() {
      table.insert(app, bandChange: 1, ScoreParts(weight: -.infinity))
    }
    var policy = Coarse(isTesting: true)
    let row = policy.largestScore(table.columns, now: 7)
    #expect(table.app(row) == 0)
  }
}
