/// Which program this is.
public enum Build {
  /// The version, by semantic versioning.
  public static let version = "0.1.0"

  /// Whether invariants are checked after every event.
  public static let configuration: String = {
    #if DEBUG
      "debug, checked"
    #else
      "release"
    #endif
  }()

  /// The instruction set; results are reproducible byte for byte on the same one.
  public static let architecture: String = {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "unknown"
    #endif
  }()

  /// What `--version` prints.
  public static let description = "jetsim \(version) (\(configuration), \(architecture))\n"
}
