/// The candidates of the idle band as columns, for one pass over them; valid during the pass.
///
/// A copy of the addresses, so that a loop need not load them again and again.
public struct CandidateColumns: BitwiseCopyable {
  /// How many candidates there are.
  public let count: Int
  let apps: UnsafeMutablePointer<AppID>
  let changes: UnsafeMutablePointer<UInt64>
  let times: UnsafeMutablePointer<Double>
  let weights: UnsafeMutablePointer<Double>
  let others: UnsafeMutablePointer<Double>
  /// A row that may be the best of the next pass; any number.
  let nextBest: UnsafeMutablePointer<Int>

  /// The app in a row.
  @inline(__always)
  public func app(_ row: Int) -> AppID { apps[row] }

  /// The parts of the score of the app in a row; columns that are not used are not read.
  @inline(__always)
  public func parts(_ row: Int) -> ScoreParts {
    ScoreParts(time: times[row], weight: weights[row], other: others[row])
  }

  /// Replaces the parts of the app in a row.
  @inline(__always)
  func note(_ row: Int, _ parts: ScoreParts) {
    times[row] = parts.time
    weights[row] = parts.weight
    others[row] = parts.other
  }

  /// Replaces the last part of all apps.
  func noteForAll(_ other: Double) { others.update(repeating: other, count: count) }

  /// Whether a row goes before another of the same score.
  @inline(__always)
  public func comesBefore(_ row: Int, _ other: Int) -> Bool {
    changes[row] != changes[other] ? changes[row] < changes[other] : apps[row] < apps[other]
  }
}

/// The best row that a pass has seen so far.
struct BestRow: BitwiseCopyable {
  var row = 0
  var score = -Double.infinity
}
