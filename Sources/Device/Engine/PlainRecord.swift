import CShims
import Workload

/// The orders that the plan itself keeps in profile `plain`, so that no structure of candidates is
/// needed.
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
}

/// The state of one app in profile `plain`: 16 bytes, so four of them share a cache line.
///
/// Times are positions in the plan: half as long, and the plan has the time.
struct PlainRecord: BitwiseCopyable {
  /// Its place in the order, where the plan keeps it: where in the plan it was last opened or,
  /// under fifo and sieve, started.
  ///
  /// With ``PlainChoices`` its row there.
  var position: UInt32 = 0
  /// Where in the plan it was last left or, if it is not running, ended.
  var left: UInt32 = 0
  /// What it takes while it runs, in KiB.
  var footprint: UInt32 = 0
  var classIndex: UInt16 = 0
  var flags: PlainFlags = []

  /// Whether it runs and has its place in the order by a position of the plan.
  @inline(__always)
  func isPlaced(at position: UInt32) -> Bool {
    self.position == position && flags.contains(.alive)
  }
}

/// Yes-or-no facts of an app in profile `plain`, packed.
struct PlainFlags: OptionSet, BitwiseCopyable {
  let rawValue: UInt8
  /// In front or suspended.
  static let alive = PlainFlags(rawValue: 1)
  /// Under sieve: it has arrived, that is, was left for the first time since its start.
  static let arrived = PlainFlags(rawValue: 2)
  /// Under sieve: opened again since the hand last passed.
  static let used = PlainFlags(rawValue: 4)
  /// Not running because of a purge.
  static let purged = PlainFlags(rawValue: 8)
  /// The purge counted in the measured time, so that a reopening may count as a regret.
  static let purgeMeasured = PlainFlags(rawValue: 16)
  /// Under fifo: one of those that were put in order because their keys are equal.
  static let ordered = PlainFlags(rawValue: 32)
}

/// The records of all apps.
struct PlainTable: ~Copyable {
  /// The records, indexed by ``AppID``.
  let records: UnsafeMutablePointer<PlainRecord>
  /// How many apps there are.
  let count: Int

  init(count: Int) {
    self.count = count
    records = LargeTable.allocate(of: PlainRecord.self, count: count)
    records.initialize(repeating: PlainRecord(), count: count)
  }

  deinit { LargeTable.deallocate(records) }

  /// The record of an app.
  @inline(__always)
  subscript(app: AppID) -> PlainRecord {
    unsafeAddress { UnsafePointer(records + Int(app)) }
    nonmutating unsafeMutableAddress { records + Int(app) }
  }

  /// Asks for the record of an app; any number is allowed.
  @inline(__always)
  func prefetch(_ app: AppID) { jetsim_prefetch(records + Int(app)) }
}
