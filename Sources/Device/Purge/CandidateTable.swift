/// The candidates of the idle band as columns, in no particular order.
///
/// For policies whose score depends on the time (one pass over the columns) and for those that
/// choose by place. Insert and remove are O(1): the last row moves into the gap.
struct CandidateTable: ~Copyable {
  private static let absent = UInt32.max
  private let positions: UnsafeMutablePointer<UInt32>
  private var apps: UnsafeMutablePointer<AppID>
  private var changes: UnsafeMutablePointer<UInt64>
  private var times: UnsafeMutablePointer<Double>
  private var weights: UnsafeMutablePointer<Double>
  private var others: UnsafeMutablePointer<Double>
  private var capacity: Int
  private(set) var count = 0

  init(appCount: Int) {
    positions = .allocate(capacity: max(1, appCount))
    positions.initialize(repeating: Self.absent, count: max(1, appCount))
    capacity = 64
    apps = .allocate(capacity: capacity)
    changes = .allocate(capacity: capacity)
    times = .allocate(capacity: capacity)
    weights = .allocate(capacity: capacity)
    others = .allocate(capacity: capacity)
  }

  deinit {
    positions.deallocate()
    apps.deallocate()
    changes.deallocate()
    times.deallocate()
    weights.deallocate()
    others.deallocate()
  }

  /// The app in a row.
  @inline(__always)
  func app(_ row: Int) -> AppID { apps[row] }

  /// The band change of the app in a row.
  @inline(__always)
  func bandChange(_ row: Int) -> UInt64 { changes[row] }

  /// The parts of the score of the app in a row; columns that are not used are not read.
  @inline(__always)
  func parts(_ row: Int) -> ScoreParts {
    ScoreParts(time: times[row], weight: weights[row], other: others[row])
  }

  mutating func insert(_ app: AppID, bandChange: UInt64, _ parts: ScoreParts) {
    if count == capacity { grow() }
    positions[Int(app)] = UInt32(count)
    apps[count] = app
    changes[count] = bandChange
    count += 1
    update(app, parts)
  }

  /// Replaces the parts of an app that is in the table.
  @inline(__always)
  func update(_ app: AppID, _ parts: ScoreParts) {
    let row = Int(positions[Int(app)])
    times[row] = parts.time
    weights[row] = parts.weight
    others[row] = parts.other
  }

  mutating func remove(_ app: AppID) {
    let row = Int(positions[Int(app)])
    positions[Int(app)] = Self.absent
    count -= 1
    guard row < count else { return }
    apps[row] = apps[count]
    changes[row] = changes[count]
    times[row] = times[count]
    weights[row] = weights[count]
    others[row] = others[count]
    positions[Int(apps[row])] = UInt32(row)
  }

  private mutating func grow() {
    func larger<Value: BitwiseCopyable>(
      _ old: UnsafeMutablePointer<Value>
    ) -> UnsafeMutablePointer<Value> {
      let new = UnsafeMutablePointer<Value>.allocate(capacity: capacity * 2)
      new.update(from: old, count: count)
      old.deallocate()
      return new
    }
    apps = larger(apps)
    changes = larger(changes)
    times = larger(times)
    weights = larger(weights)
    others = larger(others)
    capacity *= 2
  }
}
