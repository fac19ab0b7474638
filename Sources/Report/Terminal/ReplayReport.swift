import Device
public import Experiment

/// How a replay ended: what `jetsim replay` prints.
public enum ReplayReport {
  /// One line: how much happened, and that it is the run that was saved.
  public static func text(_ replay: Replay, _ outcome: Replay.Outcome) -> String {
    let transitions = NumberText.grouped(UInt64(outcome.transitions))
    let purges = NumberText.grouped(UInt64(outcome.purges))
    return "\(replay.saved.text): \(transitions) transition\(outcome.transitions == 1 ? "" : "s"), "
      + "\(purges) purge\(outcome.purges == 1 ? "" : "s")"
      + (replay.run.warmUp > 0 ? " with those of the warm-up" : "") + ", fingerprint "
      + "\(replay.saved.fingerprint ?? "") as in runs.csv\n"
  }

  /// One line about the file that was written.
  public static func written(_ path: String, _ outcome: Replay.Outcome) -> String {
    let rows = NumberText.grouped(UInt64(outcome.transitions))
    return "\(path): \(rows) \(outcome.transitions == 1 ? "row" : "rows") written\n"
  }
}
