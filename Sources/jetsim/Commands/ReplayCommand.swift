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
    from, to, trigger, calls. A purge has the trigger purge:CAUSE. The line that tells how much
    happened is then on standard output, or on standard error where FILE is -.
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
    return try Tool.show(ReplayReport.text(replay, outcome))
  }
  let (outcome, isComplete) = try write(replay, to: path)
  let status = try SavedRunArguments.status(of: outcome, replay)
  guard isComplete else { return status }
  // A run that failed has no line of its own, but its transitions are written.
  let text = status == .success ? ReplayReport.text(replay, outcome) : ""
  guard path != "-" else {
    Output.message(text)
    return status
  }
  let shown = try Tool.show(text + ReplayReport.written(path, outcome))
  return status == .success ? shown : status
}

private func check(_ replay: Replay) throws(Failure) -> Replay.Outcome {
  do {
    return try replay.run { _, _ in }
  } catch {
    throw SavedRunArguments.failure(error)
  }
}

/// Writes the transitions; the file appears only if the replay is the run that was saved.
///
/// Not complete is what a reader that went away has of it.
private func write(
  _ replay: Replay, to path: String
) throws(Failure) -> (Replay.Outcome, isComplete: Bool) {
  let rows = EventRows(replay.run.catalog)
  do {
    var file = try AtomicFile(path: path)
    try file.append(EventRows.header)
    let outcome = try replay.run { (transitions, _) throws(FileError) in
      try file.append(rows.rows(transitions))
    }
    if outcome.mismatch == nil { try file.commit() }
    return (outcome, true)
  } catch let error as ReplayError {
    if case .file(let error) = error, error.isBrokenPipe { return (Replay.Outcome(), false) }
    throw SavedRunArguments.failure(error)
  } catch let error as FileError {
    if error.isBrokenPipe { return (Replay.Outcome(), false) }
    throw Failure(.inputOutput, error.message)
  } catch {
    throw Failure(.inputOutput, "\(error)")
  }
}
