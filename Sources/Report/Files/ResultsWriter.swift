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
  private let runner: BatchRunner?

  /// Prepares to write.
  ///
  /// - Parameters:
  ///   - results: The results.
  ///   - folder: Where they go.
  ///   - runner: What ran them; without it there are no tables of survival and of apps.
  public init(_ results: BatchResults, to folder: OutputFolder, _ runner: BatchRunner? = nil) {
    self.results = results
    self.folder = folder
    self.runner = runner
    rows = ResultRows(results.batch)
  }

  /// Writes all files.
  ///
  /// - Parameters:
  ///   - identity: What the results depend on.
  ///   - visit: Called with each point's number, values and shares of apps alive, for tables.
  /// - Returns: How many runs failed, and what is odd.
  /// - Throws: ``FileError``.
  public func write(
    identity: BatchIdentity, visit: (Int, PointResults, [SurvivalShares]) -> Void
  ) throws(FileError) -> Outcome {
    var outcome = Outcome()
    var runs = try file(.runs)
    var timing = try file(.timing)
    var summary = try file(.summary)
    var compare = try file(.compare)
    var failures = rows.header(of: .failures)
    let survival = try writeDetails()
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
      visit(point, values, survival)
    }
    try runs.commit()
    try timing.commit()
    try summary.commit()
    try compare.commit()
    if outcome.failedRuns > 0 { try AtomicFile.write(failures, to: folder.file("failures.csv")) }
    try writeOrigin()
    let files = ResultFile.allCases.filter { file in
      switch file {
      case .failures: outcome.failedRuns > 0
      case .survival: runner != nil
      case .apps: runner?.keepsApps == true
      default: true
      }
    }
    let manifest = Manifest(results.batch, identity: identity, files: files)
    try AtomicFile.write(manifest.text, to: folder.file(OutputFolder.manifestName))
    return outcome
  }

  /// A new file with its header.
  private func file(_ file: ResultFile) throws(FileError) -> AtomicFile {
    var result = try AtomicFile(path: folder.file("\(file.rawValue).csv"))
    try result.append(rows.header(of: file))
    return result
  }

  /// Writes what is known about the apps.
  ///
  /// - Returns: The shares alive of a batch of one point; nothing for more points.
  private func writeDetails() throws(FileError) -> [SurvivalShares] {
    guard let runner else { return [] }
    var shares: [SurvivalShares] = []
    var survival = try file(.survival)
    var appsFile: AtomicFile? = runner.keepsApps ? try file(.apps) : nil
    for point in results.batch.points.indices {
      let details = try results.details(of: point)
      try survival.append(rows.survival(point, details))
      if results.batch.points.count == 1 {
        shares = zip(results.batch.points[point].policies, details).map { policy, details in
          SurvivalShares(policy: policy.label, alive: details.survival.alive())
        }
      }
      guard runner.keepsApps, let catalog = runner.catalog(of: point) else { continue }
      for (policy, ofPolicy) in details.enumerated() {
        try appsFile?.append(rows.apps(point, policy: policy, ofPolicy, catalog))
      }
    }
    try survival.commit()
    try appsFile?.commit()
    return shares
  }

  /// Notes where the scenario was, if it names traces: a replay needs them, and the manifest holds
  /// no path that depends on the machine.
  private func writeOrigin() throws(FileError) {
    guard let origin = results.batch.origin else { return }
    try AtomicFile.write(origin + "\n", to: folder.file(OutputFolder.originName))
  }
}
