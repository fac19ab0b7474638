public import Device
import Scenario
public import Workload

/// Runs one saved run again and hands out everything that happens in it, piece by piece.
///
/// ```swift
/// let replay = try Replay(try SavedRun(folder: "results/phone", run: "lru/3"))
/// let outcome = try replay.run { transitions, purges in write(transitions) }
/// ```
public struct Replay {
  /// What a replay came to.
  public struct Outcome: Sendable {
    /// How many transitions there were.
    public var transitions = 0
    /// How many processes were purged.
    public var purges = 0
    /// Why the run failed; nil = it did not.
    public var failure: String?
    /// Whether it failed because its policy could not order the candidates.
    public var failedToChoose = false
    /// How it differs from the saved run, in words; nil = not at all.
    public var mismatch: String?

    /// Nothing happened yet.
    public init() {}
  }

  /// The run.
  public let saved: SavedRun
  /// What is simulated.
  public let run: DeviceRun
  /// What happens to the device from outside.
  public let plan: UserPlan

  /// Sets a replay up.
  ///
  /// - Throws: ``ReplayError`` when its trace cannot be used.
  public init(_ saved: SavedRun) throws(ReplayError) {
    self.saved = saved
    let batch = Batch(
      saved.scenario, point: saved.point, policy: saved.policy, replication: saved.replication)
    do {
      (run, plan) = try BatchRunner(batch, jobs: 1, keepsDetails: false).ready()
    } catch let error as TraceError {
      throw .trace(error)
    } catch let refusal as TracePoint.Refusal {
      throw .setup(refusal.reason)
    } catch {
      throw .setup("\(error)")
    }
  }

  /// Runs it.
  ///
  /// Memory holds a thousandth of the run at a time.
  ///
  /// - Parameter visit: Called with the transitions and the purges of each piece, in time order; a
  ///   purge belongs to the next transition that has a cause.
  /// - Returns: What it came to, compared to the saved run.
  /// - Throws: ``ReplayError`` when the visitor cannot write.
  public func run(
    _ visit: ([TransitionRecord], [PurgeRecord]) throws(FileError) -> Void
  ) throws(ReplayError) -> Outcome {
    var outcome = Outcome()
    func take(_ session: any DeviceSession) throws(ReplayError) {
      let (transitions, purges) = session.takeRecords()
      outcome.transitions += transitions.count
      outcome.purges += purges.count
      do { try visit(transitions, purges) } catch { throw .file(error) }
    }
    var session: (any DeviceSession)?
    do throws(RunFailure) {
      session = try PolicyRegistry.session(
        saved.policy.specification, run, plan: plan, records: true)
    } catch {
      outcome.failure = error.reason
    }
    guard let session else { return compared(outcome, nil) }
    var report: RunReport?
    let step = max(run.end / 1000, Ticks.perSecond)
    var time: Ticks = 0
    while outcome.failure == nil, report == nil {
      time = run.end - time > step ? time + step : run.end
      do throws(RunFailure) {
        if time < run.end {
          try session.advance(until: time)
        } else {
          report = try session.finish()
        }
      } catch {
        outcome.failure = error.reason
        if case .policy = error { outcome.failedToChoose = true }
      }
      try take(session)
    }
    return compared(outcome, report)
  }

  private func compared(_ outcome: Outcome, _ report: RunReport?) -> Outcome {
    var outcome = outcome
    guard let report else {
      if saved.fingerprint != nil {
        outcome.mismatch = "the saved run succeeded, this one failed: \(outcome.failure ?? "")"
      }
      return outcome
    }
    guard let fingerprint = saved.fingerprint else {
      outcome.mismatch = "the saved run failed, this one did not"
      return outcome
    }
    if hexadecimal(report.planFingerprint) != saved.planFingerprint {
      outcome.mismatch =
        "its user plan is \(hexadecimal(report.planFingerprint)), runs.csv has "
        + "\(saved.planFingerprint ?? "none"): \(planReason)"
    } else if hexadecimal(report.fingerprint) != fingerprint {
      outcome.mismatch =
        "its fingerprint is \(hexadecimal(report.fingerprint)), runs.csv has \(fingerprint)"
        + otherVersion
    }
    return outcome
  }

  private var planReason: String {
    if case .trace = saved.point.workload { return "the trace is not the one that was run" }
    return "another user" + otherVersion
  }

  private var otherVersion: String {
    saved.version == Build.version
      ? "" : " (it was run by version \(saved.version), this is \(Build.version))"
  }
}
