/// What the process tells its caller; the numbers are part of the interface.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case mismatch = 2
  case someRunsFailed = 3
  case precisionMissed = 4
  case usage = 64
  case content = 65
  case inputOutput = 74
  case interrupted = 75
  case controlC = 130

  /// When it is returned, for the help texts.
  var meaning: String {
    switch self {
    case .success: "done"
    case .mismatch: "a verification found a difference"
    case .someRunsFailed: "some runs failed; failures.csv says why"
    case .precisionMissed: "reserved: the precision asked for was not reached"
    case .usage: "usage, also an output folder that exists"
    case .content: "an error in a scenario, trace or dump"
    case .inputOutput: "a file is missing, unreadable or unwritable"
    case .interrupted: "interrupted by SIGTERM or SIGQUIT; --resume continues"
    case .controlC: "stopped with Ctrl-C; --resume continues"
    }
  }
}

extension ExitStatus {
  /// The same for a command that keeps nothing.
  var meaningWithoutFolder: String {
    switch self {
    case .someRunsFailed: "some runs failed"
    case .usage: "usage: a wrong call"
    case .interrupted: "interrupted by SIGTERM or SIGQUIT"
    case .controlC: "stopped with Ctrl-C"
    default: meaning
    }
  }
}

/// Ends a command: a message for standard error and the status of the process.
struct Failure: Error, Equatable {
  /// The status of the process.
  let status: ExitStatus
  /// One line; control characters in it are spelled when it is printed.
  let message: String
  /// Whether the message begins with the place of the error, so that editors can jump there.
  let isLocated: Bool

  init(_ status: ExitStatus, _ message: String) {
    self.init(status, message, isLocated: false)
  }

  private init(_ status: ExitStatus, _ message: String, isLocated: Bool) {
    self.status = status
    self.message = message
    self.isLocated = isLocated
  }

  /// A wrong call.
  static func usage(_ message: String) -> Failure { Failure(.usage, message) }

  /// An error in a file: the message begins `FILE:LINE:COLUMN:`.
  static func located(_ status: ExitStatus, _ message: String) -> Failure {
    Failure(status, message, isLocated: true)
  }
}
