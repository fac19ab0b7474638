import RandomStreams
import Scenario
import Synchronization
import Workload

/// The traces of a batch: each file is read once before the first run.
///
/// A trace that cannot be read fails the runs that need it, not the batch.
struct TraceLibrary: Sendable {
  private var paths: [String] = []
  private var traces: [Result<Trace, TraceError>] = []

  /// Reads every trace that the points name.
  init(_ points: [Batch.PointRuns]) {
    for runs in points {
      guard case .trace(let reference) = runs.point.workload,
        !paths.containsExactly(reference.path)
      else { continue }
      paths.append(reference.path)
      do {
        traces.append(.success(try NativeTrace.read(path: reference.path)))
      } catch {
        traces.append(.failure(error))
      }
    }
  }

  /// The trace of a point.
  func trace(_ reference: TraceReference) -> Result<Trace, TraceError> {
    guard let index = paths.firstIndex(ofExactly: reference.path) else {
      return .failure(TraceError(file: reference.path, cannotRead: "not among the batch's traces"))
    }
    return traces[index]
  }

  /// The error of the first trace, if no trace could be read.
  var totalFailure: TraceError? {
    var first: TraceError?
    for trace in traces {
      guard case .failure(let error) = trace else { return nil }
      if first == nil { first = error }
    }
    return first
  }

  /// What readers noted, one line each.
  var notes: [String] {
    traces.flatMap { (try? $0.get())?.notes ?? [] }
  }

  /// A hash of everything the traces say; 0 without traces.
  var fingerprint: UInt64 {
    var hash: UInt64 = 0
    for (path, trace) in zip(paths, traces) {
      guard let rows = (try? trace.get())?.rows else {
        hash = mix64(hash ^ stableHash(path, ordinal: 0))
        continue
      }
      for row in rows {
        hash = mix64(hash ^ row.time) &+ stableHash(row.app, ordinal: 0)
        let size = UInt64(bitPattern: row.footprintKiB ?? -1)
        hash = mix64(hash ^ (row.visit ?? .max) ^ (size << 20))
        hash = mix64(hash &+ stableHash("\(row.action)", ordinal: 1))
      }
    }
    return hash
  }
}

/// What the runs of one trace-driven point share.
struct TracePoint: Sendable {
  let catalog: AppCatalog
  let plan: UserPlan
  let end: Ticks
  let notes: [String]

  /// Compiles a trace for a point; the reason when it cannot be.
  static func make(_ point: Point, _ trace: Trace, path: String) -> Result<TracePoint, Refusal> {
    let (catalog, notes) = point.catalog(covering: trace)
    let end = point.end(of: trace)
    let file = path == "-" ? "<stdin>" : path
    guard end > point.warmUp else {
      let error = nothingLeft(point, trace, file: file)
      return .failure(
        Refusal(reason: NativeTrace.locating(error, path: path, atTime: true).description))
    }
    do {
      let events = try TracePlan.events(of: trace, catalog: catalog, file: file)
      let plan = UserPlan(events: events.filter { $0.time <= end })
      return .success(TracePoint(catalog: catalog, plan: plan, end: end, notes: notes))
    } catch {
      return .failure(
        Refusal(reason: NativeTrace.locating(error, path: path, atTime: false).description))
    }
  }

  /// The error that no time is left to measure, about the last row.
  private static func nothingLeft(_ point: Point, _ trace: Trace, file: String) -> TraceError {
    let end = point.end(of: trace)
    var error =
      end == 0
      ? TraceError(
        file: file, message: "the trace ends at 0 s, so that nothing is simulated",
        suggestion: "state a duration in the scenario, or visit_s of the last row")
      : TraceError(
        file: file,
        message: "the warm-up of \(NativeTrace.seconds(point.warmUp)) s leaves nothing of the "
          + "trace, which ends at \(NativeTrace.seconds(end)) s")
    error.row = trace.rows.count
    return error
  }

  /// Why a trace cannot drive a point.
  struct Refusal: Error {
    let reason: String
  }
}

/// The compiled traces of the points at work; at most a few are held.
final class TracePoints: Sendable {
  private let held = Mutex<[(point: Int, result: Result<TracePoint, TracePoint.Refusal>)]>([])
  private let limit: Int

  /// Holds the compiled traces of the last `limit` points.
  init(limit: Int) { self.limit = limit }

  /// The compiled trace of a point; made by `make` unless it is held.
  func value(
    of point: Int, make: () -> Result<TracePoint, TracePoint.Refusal>
  ) -> Result<TracePoint, TracePoint.Refusal> {
    held.withLock { held in
      if let found = held.first(where: { $0.point == point }) { return found.result }
      let made = make()
      held.append((point, made))
      if held.count > limit { held.removeFirst() }
      return made
    }
  }
}
