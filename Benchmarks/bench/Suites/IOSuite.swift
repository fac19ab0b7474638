import Experiment
import Glibc
import Report

/// What results cost on their way to the disk.
var ioSuite: BenchmarkSuite {
  BenchmarkSuite(name: "io", summary: "writing results: share of the time, rows, journal") {
    settings in
    let replications = settings.quick ? 4 : 20
    let phone = SmallBatch(days: 14, replications: replications)
    let records = settings.quick ? 2000 : 20_000
    return [
      BenchmarkCase(
        name: "results", size: phone.runs, operations: phone.runs,
        ours: { try ResultsRun(phone).subject }),
      BenchmarkCase(
        name: "journal", size: records, operations: records,
        ours: { try journalSubject(records: records) }),
    ]
  }
}

/// Runs a batch into a folder as `jetsim run` does; one operation is one row of `runs.csv`.
private final class ResultsRun {
  private let batch: Batch
  private let folder: String

  init(_ phone: SmallBatch) throws {
    batch = try phone.batch()
    try Package.createFolder(Package.root + "/.build/peers")
    folder = Package.root + "/.build/peers/results.\(getpid())"
  }

  /// The time is that of writing the result files only; the shares are of the whole batch.
  var subject: Subject {
    Subject { operations in
      let start = wallNanoseconds()
      let runner = try BatchRunner(self.batch, jobs: 1)
      let prepared = try OutputFolder.prepare(
        self.folder, existing: .replace, identity: runner.identity,
        itemCount: self.batch.itemCount)
      guard case .open(let folder, let store) = prepared else {
        throw BenchmarkFailure(message: "\(self.folder) is in the way")
      }
      try runner.run(into: store, jobs: 1)
      let simulated = wallNanoseconds()
      let results = BatchResults(batch: self.batch, store: store)
      let writer = ResultsWriter(results, to: folder, runner)
      _ = try writer.write(identity: runner.identity) { _, _, _ in }
      try folder.finish()
      let end = wallNanoseconds()
      let writing = Double(end - simulated)
      return Sample(
        nanoseconds: writing / Double(operations), digest: nil,
        extras: [
          ("rows_per_s", Double(operations) / writing * 1e9),
          ("share_of_batch", writing / Double(end - start)),
        ])
    }
  }
}

/// Appends items of one run to a journal; the flushes to the disk, five a second, are in the time.
private func journalSubject(records: Int) throws -> Subject {
  try Package.createFolder(Package.root + "/.build/peers")
  let path = Package.root + "/.build/peers/io.\(getpid()).journal"
  var record = RunRecord()
  record.fingerprint = 0x0123_4567_89ab_cdef
  record.planFingerprint = 0xfedc_ba98_7654_3210
  record.events = 1_000_000
  record.values = (0..<70).map { Double($0) * 1.1 }
  return Subject { operations in
    defer { unlink(path) }
    let store = try ResultStore(
      journal: path, header: "bench", itemCount: operations, discarding: true)
    let start = wallNanoseconds()
    for item in 0..<operations { try store.append(item: item, runs: [record]) }
    let appended = wallNanoseconds()
    store.seal()
    let end = wallNanoseconds()
    return Sample(
      nanoseconds: Double(appended - start) / Double(operations), digest: nil,
      extras: [
        ("appends_per_s", Double(operations) / Double(appended - start) * 1e9),
        ("last_flush_ms", Double(end - appended) / 1e6),
      ])
  }
}
