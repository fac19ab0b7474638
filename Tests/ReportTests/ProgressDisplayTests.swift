import Testing

@testable import Report

@Suite struct ProgressDisplayTests {
  private func state(
    done: Int, earlier: Int = 0, total: Int = 120, seconds: Double = 15
  ) -> ProgressDisplay.State {
    .init(done: done, earlier: earlier, total: total, nanoseconds: UInt64(seconds * 1e9))
  }

  @Test func barIsOneColumnNarrowerThanTheTerminal() {
    for width in 1...200 {
      let bar = state(done: 37).bar(width: width)
      #expect(bar.count < max(2, width), "width \(width)")
    }
    #expect(
      state(done: 37).bar(width: 60)
        == "[========>                    ] 37/120 runs  30 %  ETA 34 s")
    #expect(state(done: 3700, total: 12_000).line.hasPrefix("3,700 of 12,000 runs, "))
  }

  @Test func barShowsBothEnds() {
    #expect(state(done: 0).bar(width: 50).hasPrefix("[>"))
    #expect(state(done: 0).bar(width: 50).hasSuffix("ETA ?"))
    #expect(state(done: 120).bar(width: 50).contains("=] 120/120 runs  100 %"))
  }

  @Test func remainingTimeCountsOnlyWhatThisProcessDid() {
    let text = state(done: 30, earlier: 60).line
    #expect(text == "90 of 120 runs, 75 %, 15 s elapsed, about 15 s left\n")
  }

  @Test func aSearchCountsCandidatesAndTellsTheBest() {
    let state = ProgressDisplay.State(
      unit: .candidates, done: 12, earlier: 0, total: 30, best: 85.3, nanoseconds: 6_000_000_000)
    #expect(state.bar(width: 70).hasSuffix("] 12/30 candidates  40 %  ETA 9 s  best 85.3"))
    #expect(
      state.line == "12 of at most 30 candidates, 40 %, 6 s elapsed, about 9 s left, best 85.3\n")
    #expect(state.json(event: "progress").hasSuffix("\"eta_s\": 9.0, \"best\": 85.3}\n"))
    #expect(state.closing == "12 candidates in 6.0 s\n")
  }

  @Test func aSingleRunIsOne() {
    #expect(state(done: 1, total: 1, seconds: 0.04).closing == "1 run in 0.0 s\n")
    #expect(
      state(done: 2, earlier: 1, total: 3).closing == "2 runs in 15.0 s, 1 was there before\n")
  }

  @Test func jsonIsOneObjectALine() {
    let first = state(done: 0).json(event: "progress")
    #expect(
      first == "{\"event\": \"progress\", \"done\": 0, \"total\": 120, \"elapsed_s\": 15.0, "
        + "\"eta_s\": null}\n")
    let last = state(done: 120, seconds: 4000).json(event: "finished")
    #expect(last.contains("\"elapsed_s\": 4000.0, \"eta_s\": 0.0}"))
  }

  @Test func closingLineTellsWhatWasThereBefore() {
    #expect(state(done: 120).closing == "120 runs in 15.0 s\n")
    #expect(state(done: 60, earlier: 60, seconds: 90).closing.hasSuffix("60 were there before\n"))
  }
}
