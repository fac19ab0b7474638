public import Workload

/// Why an import failed.
public enum ImportError: Error, Sendable, Equatable {
  /// The command was given options or values it cannot use.
  case usage(String)
  /// A file cannot be read or its content is not allowed.
  case trace(TraceError)

  /// The exit code of a command that ends with this error: 64 usage, 65 content, 74 input/output.
  public var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .trace(let error): error.kind.exitCode
    }
  }
}

extension ImportError: CustomStringConvertible {
  /// One line, ready for standard error.
  public var description: String {
    switch self {
    case .usage(let message): "error: \(message)"
    case .trace(let error): "\(error)"
    }
  }
}
