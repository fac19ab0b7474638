import Workload

/// The suspended apps of profile `plain` in rows, for a policy that chooses by place.
///
/// The rows are those of ``CandidateTable``; where an app is stands in its record.
struct PlainChoices: ~Copyable {
  private let records: UnsafeMutablePointer<PlainRecord>
  private let apps: UnsafeMutablePointer<AppID>
  /// How many there are.
  private(set) var count = 0

  /// Starts without any.
  ///
  /// - Parameters:
  ///   - records: The records of the apps; must live as long.
  ///   - appCount: How many apps there may be.
  init(_ records: UnsafeMutablePointer<PlainRecord>, appCount: Int) {
    self.records = records
    apps = LargeTable.allocate(of: AppID.self, count: appCount)
  }

  deinit { LargeTable.deallocate(apps) }

  /// The app in a row.
  @inline(__always)
  func app(_ row: Int) -> AppID { apps[row] }

  /// Adds an app in a new last row.
  @inline(__always)
  mutating func insert(_ app: AppID) {
    records[Int(app)].position = UInt32(truncatingIfNeeded: count)
    apps[count] = app
    count &+= 1
  }

  /// Removes an app; the one in the last row takes its place.
  @inline(__always)
  mutating func remove(_ app: AppID) {
    count &-= 1
    let row = records[Int(app)].position
    let last = apps[count]
    apps[Int(row)] = last
    records[Int(last)].position = row
  }
}
