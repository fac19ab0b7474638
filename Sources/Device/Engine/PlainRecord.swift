import Workload

/// The orders that a list of apps keeps in profile `plain`: its victim is at the head or under the
/// hand, so no structure of candidates is needed.
enum PlainOrder: BitwiseCopyable {
  /// Longest since the user last opened it.
  case lru
  /// Longest since it was left.
  case jetsam
  /// Longest since its start.
  case fifo
  /// First under the hand not used since it last passed.
  case sieve

  /// The order of a policy by its name, nil = not one of these.
  init?(_ policy: String) {
    switch policy {
    case "lru": self = .lru
    case "jetsam": self = .jetsam
    case "fifo": self = .fifo
    case "sieve": self = .sieve
    default: return nil
    }
  }

  /// Whether an app leaves its place when it is opened, to come last when it is left.
  @inline(__always)
  var movesOnUse: Bool { self == .lru || self == .jetsam }
}

/// The state of one app in profile `plain`: 32 bytes, so two of them fill a cache line.
struct PlainRecord: BitwiseCopyable {
  /// Neighbours in the list, the one purged first at the head.
  var previous: AppID = noApp
  var next: AppID = noApp
  /// When it was last opened; under fifo, when it was started.
  var time: Ticks = 0
  /// When it was last left; while it is not running, when it ended.
  var bandChange: Ticks = 0
  /// What it takes while it runs, in KiB.
  var footprint: UInt32 = 0
  var classIndex: UInt16 = 0
  var flags: PlainFlags = []
}

/// Yes-or-no facts of an app in profile `plain`, packed.
struct PlainFlags: OptionSet, BitwiseCopyable {
  let rawValue: UInt8
  /// In front or suspended.
  static let alive = PlainFlags(rawValue: 1)
  /// In the list.
  static let listed = PlainFlags(rawValue: 2)
  /// Opened again since the hand of sieve last passed.
  static let used = PlainFlags(rawValue: 4)
  /// Not running because of a purge.
  static let purged = PlainFlags(rawValue: 8)
  /// The purge counted in the measured time, so that a reopening may count as a regret.
  static let purgeMeasured = PlainFlags(rawValue: 16)
}
