import Experiment

/// What the commands about one saved run have in common.
enum SavedRunArguments {
  /// Options that name the run.
  static let options = [
    OptionDescription(
      "run", value: "RUN",
      "POINT/POLICY/REPLICATION as in runs.csv; the point may be shortened, or left out if there "
        + "is only one"),
    OptionDescription(
      "files", value: "DIR",
      "the folder that file names of the scenario are relative to (default: where it was run)"),
  ]

  /// Sets the replay of the named run up.
  static func replay(_ arguments: Arguments) throws(Failure) -> Replay {
    guard let run = arguments.value("run") else {
      throw .usage("which run? give --run POINT/POLICY/REPLICATION, as in runs.csv")
    }
    do {
      let saved = try SavedRun(
        folder: arguments.operands[0], run: run, files: arguments.value("files"))
      return try Replay(saved)
    } catch {
      throw failure(error)
    }
  }

  /// The error as the process ends with it.
  static func failure(_ error: ReplayError) -> Failure {
    switch error {
    case .usage(let text): .usage(text)
    case .results(let problem): failure(problem)
    case .file, .setup: Failure(error.isContent ? .content : .inputOutput, error.message)
    case .trace: .located(error.isContent ? .content : .inputOutput, error.message)
    }
  }

  /// The error of a results folder as the process ends with it.
  static func failure(_ problem: SavedResults.Problem) -> Failure {
    let status: ExitStatus = problem.isContent ? .content : .inputOutput
    return problem.isLocated
      ? .located(status, problem.message) : Failure(status, problem.message)
  }

  /// Tells on standard error how a replay ended.
  static func status(of outcome: Replay.Outcome, _ replay: Replay) throws(Failure) -> ExitStatus {
    if let mismatch = outcome.mismatch {
      throw Failure(.mismatch, "the replay of \(replay.saved.text) differs: \(mismatch)")
    }
    guard let failure = outcome.failure else { return .success }
    Output.line("the run fails, as it did before: \(failure)")
    return .someRunsFailed
  }
}
