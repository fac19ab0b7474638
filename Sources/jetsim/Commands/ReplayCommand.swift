import Device
import Experiment
import Report

/// `jetsim replay`: runs one run again, checks that it is the same, and writes what happened.
let replayCommand = Command(
  name: "replay", summary: "Run one run of a results folder again and write every transition.",
  synopsis: "DIR --run RUN [--events FILE.csv]",
  description: """
    Runs exactly that run again from the manifest in DIR and checks that its fingerprint is the one
    in runs.csv. With --events every change of state of every app is written as CSV: time_s, app,
    from, to, trigger, calls. A purge has the trigger purge:CAUSE.
    """,
  example: "jetsim replay results/phone --run jetsam/0 --events events.csv",
  operands: ["a results folder"],
  options: SavedRunArguments.options + [
    OptionDescription(
      "events", value: "FILE", "write the transitions to FILE; - is standard output"),
    OptionDescription(
      "timeline", value: "FILE", isListed: false, "not available in this version"),
  ],
  statuses: [.success, .mismatch, .someRunsFailed, .usage, .content, .inputOutput], run: replay)

private func replay(_ arguments: Arguments) throws(Failure) -> ExitStatus {
  guard !arguments.has("timeline") else {
    throw .usage("this version does not have --timeline yet")
  }
  let replay = try SavedRunArguments.replay(arguments)
  guard let path = arguments.value("events") else {
    let outcome = try check(replay)
    let status = try SavedRunArguments.status(of: outcome, replay)
    guard status == .success else { return status }
    return try Tool.show(
      "\(replay.saved.text): \(outcome.transitions) transitions, \(outcome.purges) purges, "
        + "fingerprint \(replay.saved.fingerprint ?? "") as in runs.csv\n")
  }
  return try SavedRunArguments.status(of: try write(replay, to: path), replay)
}

private func check(_ replay: Replay) throws(Failure) -> Replay.Outcome {
  do {
    return try replay.run { _, _ in }
  } catch {
    throw SavedRunArguments.failure(error)
  }
}

/// Writes the transitions; the file appears only if the replay is the run that was saved.
private func write(_ replay: Replay, to path: String) throws(Failure) -> Replay.Outcome {
  let rows = EventRows(replay.run.catalog)
  do {
    var file = try AtomicFile(path: path)
    try file.append(EventRows.header)
    let outcome = try replay.run { (transitions, _) throws(FileError) in
      try file.append(rows.rows(transitions))
    }
    if outcome.mismatch == nil { try file.commit() }
    return outcome
  } catch let error as ReplayError {
    if case .file(let error) = error, error.isBrokenPipe { return Replay.Outcome() }
    throw SavedRunArguments.failure(error)
  } catch let error as FileError {
    if error.isBrokenPipe { return Replay.Outcome() }
    throw Failure(.inputOutput, error.message)
  } catch {
    throw Failure(.inputOutput, "\(error)")
  }
}
