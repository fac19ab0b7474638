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
  private let nextBest: UnsafeMutablePointer<Int>
  private var capacity: Int
  private(set) var count = 0

  init(appCount: Int) {
    positions = LargeTable.allocate(of: UInt32.self, count: appCount)
    positions.initialize(repeating: Self.absent, count: max(1, appCount))
    capacity = 64
    apps = LargeTable.allocate(of: AppID.self, count: capacity)
    changes = LargeTable.allocate(of: UInt64.self, count: capacity)
    times = LargeTable.allocate(of: Double.self, count: capacity)
    weights = LargeTable.allocate(of: Double.self, count: capacity)
    others = LargeTable.allocate(of: Double.self, count: capacity)
    nextBest = .allocate(capacity: 1)
    nextBest.initialize(to: 0)
  }

  deinit {
    LargeTable.deallocate(positions)
    LargeTable.deallocate(apps)
    LargeTable.deallocate(changes)
    LargeTable.deallocate(times)
    LargeTable.deallocate(weights)
    LargeTable.deallocate(others)
    nextBest.deallocate()
  }

  /// The app in a row.
  @inline(__always)
  func app(_ row: Int) -> AppID { apps[row] }

  /// The columns; valid until a row is inserted.
  var columns: CandidateColumns {
    CandidateColumns(
      count: count, apps: apps, changes: changes, times: times, weights: weights, others: others,
      nextBest: nextBest)
  }

  mutating func insert(_ app: AppID, bandChange: UInt64, _ parts: ScoreParts) {
    insert(app)
    changes[count - 1] = bandChange
    update(app, parts)
  }

  /// Adds an app of which nothing but its place matters.
  mutating func insert(_ app: AppID) {
    if count == capacity { grow() }
    positions[Int(app)] = UInt32(count)
    apps[count] = app
    count += 1
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
    let row = removeApp(app)
    guard row < count else { return }
    changes[row] = changes[count]
    times[row] = times[count]
    weights[row] = weights[count]
    others[row] = others[count]
  }

  /// Removes an app of which nothing but its place matters; the last one moves to that place, which
  /// is returned.
  @discardableResult
  mutating func removeApp(_ app: AppID) -> Int {
    let row = Int(positions[Int(app)])
    positions[Int(app)] = Self.absent
    count -= 1
    guard row < count else { return row }
    apps[row] = apps[count]
    positions[Int(apps[row])] = UInt32(row)
    return row
  }

  private mutating func grow() {
    func larger<Value: BitwiseCopyable>(
      _ old: UnsafeMutablePointer<Value>
    ) -> UnsafeMutablePointer<Value> {
      let new = LargeTable.allocate(of: Value.self, count: capacity * 2)
      new.update(from: old, count: count)
      LargeTable.deallocate(old)
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
