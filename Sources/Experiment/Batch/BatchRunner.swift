import Device
import RandomStreams
import Scenario
public import Workload

/// Runs the items of a batch.
public struct BatchRunner: Sendable {
  /// The matrix.
  public let batch: Batch
  /// Whether runs keep what happened to each app.
  public let keepsApps: Bool
  private let keepsDetails: Bool
  private let traces: TraceLibrary
  private let tracePoints: TracePoints

  /// The most apps of a point, and the most rows of all, for which `apps.csv` is written.
  public static let appLimits = (apps: 20_000, rows: 2_000_000)

  /// Reads the traces of a batch.
  ///
  /// - Parameters:
  ///   - batch: The matrix.
  ///   - jobs: The number of threads there will be.
  ///   - keepsDetails: Whether what happened to the apps is kept besides the metrics.
  /// - Throws: ``TraceError`` when the batch needs traces and none of them can be used.
  public init(_ batch: Batch, jobs: Int, keepsDetails: Bool = true) throws(TraceError) {
    self.batch = batch
    traces = TraceLibrary(batch.points)
    self.keepsDetails = keepsDetails
    keepsApps = keepsDetails && Self.appsAreFew(batch, traces)
    tracePoints = TracePoints(limit: max(1, jobs) + 1)
    if let error = traces.totalFailure { throw error }
  }

  /// Whether a table of all apps is of a size that somebody may want to read.
  private static func appsAreFew(_ batch: Batch, _ traces: TraceLibrary) -> Bool {
    var rows = 0
    for runs in batch.points {
      var count = runs.point.catalog.count
      if case .trace(let reference) = runs.point.workload,
        case .success(let trace) = traces.trace(reference)
      {
        count = runs.point.catalog(covering: trace).catalog.count
      }
      rows += count * runs.policies.count
      if count > appLimits.apps || rows > appLimits.rows { return false }
    }
    return true
  }

  /// The apps of a point; nil where its trace cannot be used.
  public func catalog(of pointIndex: Int) -> AppCatalog? {
    guard case .trace = batch.points[pointIndex].point.workload else {
      return batch.points[pointIndex].point.catalog
    }
    return try? compiledTrace(pointIndex).get().catalog
  }

  /// What the results depend on.
  public var identity: BatchIdentity {
    // In pieces: the replications of all points may fill gigabytes.
    var text = StableHasher()
    text.feed(batch.scenario.resolvedJSON())
    for runs in batch.points {
      text.feed("\n\(runs.point.id) \(runs.policies.map(\.label)) [")
      for (index, replication) in runs.replications.enumerated() {
        text.feed(index == 0 ? "\(replication)" : ", \(replication)")
      }
      text.feed("]")
    }
    return BatchIdentity(fields: [
      ("version", Build.version),
      ("scenario", hexadecimal(text.value(ordinal: 0))),
      ("seed", "\(batch.scenario.seed)"),
      ("shard", batch.shard.text),
      ("traces", hexadecimal(traces.fingerprint)),
    ])
  }

  /// Runs every item that the store lacks.
  ///
  /// - Parameters:
  ///   - store: Where the results go.
  ///   - jobs: The number of threads; results do not depend on it.
  ///   - tick: Called about ten times a second with the number of runs done.
  /// - Throws: ``FileError`` when the store cannot be written.
  public func run(
    into store: ResultStore, jobs: Int, tick: (Int) -> Void = { _ in }
  ) throws(FileError) {
    let pool = WorkerPool(store: store) { simulate(item: $0) }
    try pool.run(jobs: jobs, tick: tick)
  }

  /// How many runs of the batch a store holds.
  public func finishedRuns(in store: ResultStore) -> Int {
    var count = 0
    for runs in batch.points {
      let items = runs.firstItem..<(runs.firstItem + runs.replications.count)
      count += items.count { store.contains($0) } * runs.policies.count
    }
    return count
  }

  /// Runs all policies of one item on one user plan.
  func simulate(item: Int) -> [RunRecord] {
    let (pointIndex, replication) = batch.place(of: item)
    let runs = batch.points[pointIndex]
    switch setUp(pointIndex, replication) {
    case .failure(let refusal):
      return runs.policies.map { _ in RunRecord(failure: refusal.reason) }
    case .success(let ready):
      return runs.policies.map { policy in
        measured { () throws(RunFailure) in
          try PolicyRegistry.run(policy.specification, ready.run, plan: ready.plan)
        }
      }
    }
  }

  /// The device and the plan of one item.
  func setUp(
    _ pointIndex: Int, _ replication: Int
  ) -> Result<(run: DeviceRun, plan: UserPlan), TracePoint.Refusal> {
    let point = batch.points[pointIndex].point
    var run = DeviceRun(
      configuration: point.device, catalog: point.catalog, seed: batch.scenario.seed,
      replication: UInt64(replication), end: point.duration ?? 0, warmUp: point.warmUp,
      maxEvents: point.maxEvents)
    run.samplerMode = point.samplerMode
    run.queue = point.queue
    run.keepsAppCounts = keepsApps
    switch point.workload {
    case .user(let behaviour):
      do {
        let plan = try UserPlan(
          behaviour: behaviour, catalog: point.catalog, seed: run.seed,
          replication: run.replication, end: run.end, samplerMode: point.samplerMode)
        return .success((run, plan))
      } catch {
        return .failure(TracePoint.Refusal(reason: error.description))
      }
    case .trace:
      return compiledTrace(pointIndex).map { ready in
        run.catalog = ready.catalog
        run.end = ready.end
        return (run, ready.plan)
      }
    }
  }

  /// The device and the plan of the first item.
  func ready() throws(TracePoint.Refusal) -> (run: DeviceRun, plan: UserPlan) {
    try setUp(0, batch.points[0].replications[0]).get()
  }

  private func compiledTrace(_ pointIndex: Int) -> Result<TracePoint, TracePoint.Refusal> {
    let point = batch.points[pointIndex].point
    guard case .trace(let reference) = point.workload else {
      return .failure(TracePoint.Refusal(reason: "the point has no trace"))
    }
    return tracePoints.value(of: pointIndex) {
      switch traces.trace(reference) {
      case .success(let trace): TracePoint.make(point, trace, path: reference.path)
      case .failure(let error): .failure(TracePoint.Refusal(reason: error.description))
      }
    }
  }

  private func measured(_ body: () throws(RunFailure) -> RunReport) -> RunRecord {
    let (wall, cpu) = (Clock.monotonicNanoseconds(), Clock.threadNanoseconds())
    var record = RunRecord()
    do {
      let report = try body()
      record.fingerprint = report.fingerprint
      record.planFingerprint = report.planFingerprint
      record.events = report.events
      record.values = report.values.map { $0?.isFinite == true ? $0 : nil }
      if keepsDetails {
        var details = RunDetails()
        details.survival = report.survival
        details.apps = report.apps
        record.details = details
      }
    } catch {
      record.failure = error.reason
    }
    record.wallSeconds = Double(Clock.monotonicNanoseconds() - wall) / 1e9
    record.cpuSeconds = Double(Clock.threadNanoseconds() - cpu) / 1e9
    return record
  }
}

extension BatchRunner {
  /// Measured days of one replication of a point; nil where its trace cannot be used.
  public func measuredDays(_ pointIndex: Int) -> Double? {
    let point = batch.points[pointIndex].point
    var end = point.duration
    if end == nil, case .success(let ready) = compiledTrace(pointIndex) { end = ready.end }
    guard let end, end > point.warmUp else { return nil }
    return Double(end - point.warmUp) / Double(Ticks.perDay)
  }

  /// What the user should know before the first run, one line each, without repetitions.
  public var notes: [String] {
    var notes = batch.scenario.notes + traces.notes
    for index in batch.points.indices {
      guard case .trace = batch.points[index].point.workload else { continue }
      if case .success(let ready) = compiledTrace(index) { notes += ready.notes }
      if batch.points[index].isDeterministic {
        notes.append("nothing random remains: one replication is run and there are no intervals")
      } else if batch.points[index].replications.count > 1 {
        notes.append("the workload is a trace: intervals are conditional on it")
      }
    }
    if keepsDetails, !keepsApps {
      notes.append(
        "there is no apps.csv: more than \(CountText.grouped(Self.appLimits.apps)) apps, or "
          + "\(CountText.grouped(Self.appLimits.rows)) rows")
    }
    return notes.distinct
  }
}

extension BatchRunner {
  /// Why points cannot be run, one line each.
  public var problems: [String] {
    var problems: [String] = []
    for index in batch.points.indices {
      guard case .trace = batch.points[index].point.workload,
        case .failure(let refusal) = compiledTrace(index), !problems.containsExactly(refusal.reason)
      else { continue }
      problems.append(refusal.reason)
    }
    return problems
  }

  /// Why no point at all can be run; nil when one can.
  public var totalProblem: String? {
    var first: String?
    for index in batch.points.indices {
      guard case .trace = batch.points[index].point.workload,
        case .failure(let refusal) = compiledTrace(index)
      else { return nil }
      first = first ?? refusal.reason
    }
    return first
  }
}

/// 16 hexadecimal digits.
public func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
