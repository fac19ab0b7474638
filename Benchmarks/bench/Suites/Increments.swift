import Glibc

/// From an event to the one it schedules: the distributions of the hold model, in ticks.
///
/// They are drawn once, into a file that the peers read, so that both sides do the same work
/// whatever they think of logarithms.
enum Increments: String, CaseIterable {
  /// Exponential with a mean of 10⁶ ticks; the usual one (D. W. Jones, An empirical comparison of
  /// priority-queue and event-set implementations, CACM 29(4), 1986).
  case exponential
  /// Nine in ten exponential, one in ten a hundred times as far.
  case bimodal
  /// Pareto with exponent 1.5: no variance.
  case pareto
  /// Uniform within 5 % around the mean.
  case narrow
  /// Exponential, rounded up to tenths of the mean and capped at five means: mass ties.
  case tied

  /// How many increments there are; used over and over.
  static let count = 1 << 20

  /// The increments, always the same ones.
  func drawn() -> [UInt64] {
    var generator = Xoshiro(seed: 1)
    return (0..<Self.count).map { _ in UInt64((draw(from: &generator) * 1e6).rounded()) }
  }

  /// Where the peers find the increments.
  var path: String { "\(Package.root)/.build/peers/\(rawValue).increments" }

  /// Writes the increments for the peers.
  func write() throws {
    try Package.createFolder(Package.root + "/.build/peers")
    try Package.write(drawn(), to: path)
  }

  private func draw(from generator: inout Xoshiro) -> Double {
    let uniform = generator.uniform()
    switch self {
    case .exponential: return -log(uniform)
    case .bimodal: return -log(uniform) * (generator.uniform() < 0.1 ? 100 : 1)
    case .pareto: return pow(uniform, -1 / 1.5)
    case .narrow: return 0.95 + 0.1 * uniform
    case .tied: return min((-log(uniform) * 10).rounded(.up), 50) / 10
    }
  }
}
