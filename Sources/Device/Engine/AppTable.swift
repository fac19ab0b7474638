import CShims

/// All processes: their records in one block of raw storage, and the list of each band.
///
/// A band's list is in order of the last band change, oldest first: the head is jetsam's victim.
struct AppTable: ~Copyable {
  /// The records, indexed by ``AppID``.
  let records: UnsafeMutablePointer<AppRecord>
  /// How many there are.
  let count: Int
  private let heads: UnsafeMutablePointer<AppID>
  private let tails: UnsafeMutablePointer<AppID>
  private let sizes: UnsafeMutablePointer<Int>

  init(count: Int) {
    self.count = count
    // Aligned to cache lines so that a record never straddles two.
    records = LargeTable.allocate(of: AppRecord.self, count: count)
    records.initialize(repeating: AppRecord(), count: count)
    let bands = Band.allCases.count
    heads = .allocate(capacity: bands)
    heads.initialize(repeating: noApp, count: bands)
    tails = .allocate(capacity: bands)
    tails.initialize(repeating: noApp, count: bands)
    sizes = .allocate(capacity: bands)
    sizes.initialize(repeating: 0, count: bands)
  }

  deinit {
    LargeTable.deallocate(records)
    heads.deallocate()
    tails.deallocate()
    sizes.deallocate()
  }

  /// The record of a process.
  @inline(__always)
  subscript(app: AppID) -> AppRecord {
    unsafeAddress { UnsafePointer(records + Int(app)) }
    nonmutating unsafeMutableAddress { records + Int(app) }
  }

  /// Brings the record of a process closer; any number is allowed.
  @inline(__always)
  func prefetch(_ app: AppID) { jetsim_prefetch(records + Int(app)) }

  /// The process of a band whose last band change is oldest, or ``noApp``.
  @inline(__always)
  func head(_ band: Band) -> AppID { heads[Int(band.rawValue)] }

  /// How many processes are in a band.
  @inline(__always)
  func size(_ band: Band) -> Int { sizes[Int(band.rawValue)] }

  /// Appends a process that is in no list to a band.
  ///
  /// Complexity: O(1).
  @inline(__always)
  func append(_ app: AppID, to band: Band) {
    let index = Int(band.rawValue)
    let tail = tails[index]
    self[app].band = band
    self[app].previous = tail
    self[app].next = noApp
    if tail == noApp { heads[index] = app } else { self[tail].next = app }
    tails[index] = app
    sizes[index] &+= 1
  }

  /// Removes a process from the list of its band.
  ///
  /// Complexity: O(1).
  @inline(__always)
  func remove(_ app: AppID) {
    let record = self[app]
    let index = Int(record.band.rawValue)
    if record.previous == noApp {
      heads[index] = record.next
    } else {
      self[record.previous].next = record.next
    }
    if record.next == noApp {
      tails[index] = record.previous
    } else {
      self[record.next].previous = record.previous
    }
    sizes[index] &-= 1
  }
}
