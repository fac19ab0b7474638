public import Workload

/// Why a run of a results folder cannot be replayed.
public enum ReplayError: Error {
  /// The call is wrong: there is no such run.
  case usage(String)
  /// The folder cannot be used.
  case results(SavedResults.Problem)
  /// The trace cannot be used.
  case trace(TraceError)
  /// The run cannot be set up, with the reason.
  case setup(String)
  /// What is recorded cannot be written.
  case file(FileError)

  /// One line for the user.
  public var message: String {
    switch self {
    case .usage(let text), .setup(let text): text
    case .results(let problem): problem.message
    case .file(let error): error.message
    case .trace(let error):
      error.kind == .io
        ? "\(error.description); --files DIR names the folder that the scenario's files are in"
        : error.description
    }
  }

  /// Whether the content is wrong, as opposed to a failed operation.
  public var isContent: Bool {
    switch self {
    case .usage, .file: false
    case .setup: true
    case .results(let problem): problem.isContent
    case .trace(let error): error.kind == .content
    }
  }
}
