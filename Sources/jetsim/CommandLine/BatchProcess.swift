import Experiment
import Report

/// Works off the items of a batch while signals are watched and progress is told.
enum BatchProcess {
  /// Runs what the store lacks.
  ///
  /// - Parameters:
  ///   - runner: The batch.
  ///   - store: Where the results go; what it has is not run again.
  ///   - jobs: The number of threads.
  ///   - style: How progress is told.
  ///   - resume: The command that continues after an interruption; nil when nothing is kept.
  /// - Throws: ``Failure`` with status `inputOutput` when the store cannot be written.
  static func run(
    _ runner: BatchRunner, into store: ResultStore, jobs: Int, style: ProgressStyle,
    resume: String?
  ) throws(Failure) {
    SignalWatch.start {
      store.seal()
      guard let resume else { return "" }
      let (kept, all) = (store.finishedCount, store.itemCount)
      return "; \(CountText.grouped(kept)) of \(CountText.grouped(all)) work items are kept, "
        + "continue with: \(resume)"
    }
    let earlier = runner.finishedRuns(in: store)
    let total = runner.batch.runCount
    var display = ProgressDisplay(style: style, total: total, earlier: earlier)
    do {
      try runner.run(into: store, jobs: jobs) { done in display.update(done: done) }
    } catch {
      display.clear()
      throw Failure(.inputOutput, error.message)
    }
    display.finish(done: total - earlier)
  }
}
