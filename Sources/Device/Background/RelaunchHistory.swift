import Workload

/// How quickly helpers are relaunched after a kill: the last ten kill-to-relaunch gaps of each.
///
/// Within 5 s is high, within 10 s medium, else low; the majority is the likelihood
/// [XNU kern_memorystatus.c].
struct RelaunchHistory: ~Copyable {
  /// How likely a helper is needed again soon after a kill.
  enum Likelihood: UInt8, BitwiseCopyable { case unknown, low, medium, high }

  private static let length: UInt32 = 10
  // Ten two-bit entries, newest lowest.
  private let gaps: AppColumn<UInt32>

  init(appCount: Int) { gaps = AppColumn(0, count: appCount) }

  /// A helper was relaunched some time after a kill.
  func record(_ app: AppID, gap: Ticks) {
    let second = Ticks.perSecond
    let likelihood: Likelihood = gap <= 5 * second ? .high : gap <= 10 * second ? .medium : .low
    let mask: UInt32 = 1 << (2 * Self.length) - 1
    gaps[app] = (gaps[app] << 2 | UInt32(likelihood.rawValue)) & mask
  }

  /// The majority of the gaps on record.
  @inline(__always)
  func likelihood(_ app: AppID) -> Likelihood {
    let word = gaps[app]
    return word == 0 ? .unknown : majority(word)
  }

  private func majority(_ word: UInt32) -> Likelihood {
    var counts: (low: Int, medium: Int, high: Int) = (0, 0, 0)
    for place in 0..<Self.length {
      switch word >> (2 * place) & 3 {
      case 1: counts.low += 1
      case 2: counts.medium += 1
      case 3: counts.high += 1
      default: break
      }
    }
    if counts.high > counts.medium, counts.high > counts.low { return .high }
    return counts.medium > counts.low ? .medium : .low
  }
}
