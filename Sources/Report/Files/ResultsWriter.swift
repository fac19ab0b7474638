import Device
public import Experiment
import Scenario

/// Writes the result files of a finished batch, point by point.
///
/// Memory holds one point at a time; each file appears under its name when it is complete, and
/// `manifest.json` last.
public struct ResultsWriter {
  /// What one pass over the results found.
  public struct Outcome: Sendable {
    /// How many runs failed.
    public var failedRuns = 0
    /// What is odd about the results, one line each.
    public var warnings: [String] = []
  }

  private let results: BatchResults
  private let folder: OutputFolder
  private let rows: ResultRows

  /// Prepares to write.
  public init(_ results: BatchResults, to folder: OutputFolder) {
    self.results = results
    self.folder = folder
    rows = ResultRows(results.batch)
  }

  /// Writes all files.
  ///
  /// - Parameters:
  ///   - identity: What the results depend on.
  ///   - visit: Called with each point's number and values, for tables.
  /// - Returns: How many runs failed, and what is odd.
  /// - Throws: ``FileError``.
  public func write(
    identity: BatchIdentity, visit: (Int, PointResults) -> Void
  ) throws(FileError) -> Outcome {
    var outcome = Outcome()
    var runs = try AtomicFile(path: folder.file("runs.csv"))
    var timing = try AtomicFile(path: folder.file("timing.csv"))
    var summary = try AtomicFile(path: folder.file("summary.csv"))
    var compare = try AtomicFile(path: folder.file("compare.csv"))
    try runs.append(rows.header(of: .runs))
    try timing.append(rows.header(of: .timing))
    try summary.append(rows.header(of: .summary))
    try compare.append(rows.header(of: .compare))
    var failures = rows.header(of: .failures)
    let plan = results.batch.comparison
    for point in results.batch.points.indices {
      let records = try results.records(of: point)
      let values = results.values(of: point, records: records)
      try runs.append(rows.runs(point, records))
      try timing.append(rows.timing(point, records))
      try summary.append(rows.summary(values, confidence: plan.confidence))
      try compare.append(rows.compare(values, plan))
      let (text, count) = rows.failures(point, records)
      failures += text
      outcome.failedRuns += count
      outcome.warnings += results.warnings(of: point, records: records)
      visit(point, values)
    }
    try runs.commit()
    try timing.commit()
    try summary.commit()
    try compare.commit()
    if outcome.failedRuns > 0 { try AtomicFile.write(failures, to: folder.file("failures.csv")) }
    try writeOrigin()
    let manifest = Manifest(results.batch, identity: identity, hasFailures: outcome.failedRuns > 0)
    try AtomicFile.write(manifest.text, to: folder.file(OutputFolder.manifestName))
    return outcome
  }

  /// Notes where the scenario was, if it names traces: a replay needs them, and the manifest holds
  /// no path that depends on the machine.
  private func writeOrigin() throws(FileError) {
    guard let origin = results.batch.origin else { return }
    try AtomicFile.write(origin + "\n", to: folder.file(OutputFolder.originName))
  }
}
