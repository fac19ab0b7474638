import Workload

/// Device notifications for suspended apps: broadcast costs O(1), delivery O(kinds).
///
/// The board keeps the number of the last broadcast of each kind; an app keeps only the number of
/// the last broadcast before it was suspended. On waking it gets one notification for each kind
/// broadcast since, whatever their number; a purge drops them.
struct NotificationBoard: ~Copyable {
  private static let kinds = NotificationKind.allCases.count
  private let last: UnsafeMutablePointer<UInt32>
  private let seen: AppColumn<UInt32>
  private var serial: UInt32 = 0

  init(appCount: Int) {
    last = .allocate(capacity: Self.kinds)
    last.initialize(repeating: 0, count: Self.kinds)
    seen = AppColumn(0, count: appCount)
  }

  deinit { last.deallocate() }

  /// Whether anything was ever broadcast.
  @inline(__always)
  var isUsed: Bool { serial != 0 }

  /// Broadcasts a notification of a kind to all suspended apps.
  mutating func broadcast(_ kind: UInt8) {
    serial += 1
    last[Int(kind)] = serial
  }

  /// An app is suspended: what comes from now on is queued for it.
  @inline(__always)
  func suspend(_ app: AppID) { seen[app] = serial }

  /// The kinds queued for a suspended app as a bit set, and how many broadcasts they stand for.
  func queued(_ app: AppID) -> (kinds: UInt16, broadcasts: UInt32) {
    let before = seen[app]
    guard serial > before else { return (0, 0) }
    var kinds: UInt16 = 0
    for kind in 0..<Self.kinds where last[kind] > before { kinds |= 1 << UInt16(kind) }
    return (kinds, serial - before)
  }
}
