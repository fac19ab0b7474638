/// A candidate and its place in the order of keys, in 16 bytes.
///
/// The whole entry is one 128-bit number, whose order is the order of the candidates: key, then
/// oldest band change, then app.
struct CandidateEntry: BitwiseCopyable {
  /// Bits of the app; a device has fewer than 2²⁴.
  static let appBits: UInt64 = 24
  /// Comes after every candidate.
  static let sentinel = CandidateEntry(rank: .max, tie: .max)

  /// The key as a number whose order is that of the key.
  let rank: UInt64
  /// The number of the band change, then the app: what decides between equal keys.
  let tie: UInt64

  @inline(__always)
  init(rank: UInt64, tie: UInt64) {
    self.rank = rank
    self.tie = tie
  }

  /// Requires a key that is not nan, and a number of a band change from 1 to 2⁴⁰ - 1.
  @inline(__always)
  init(key: Double, change: UInt64, app: AppID) {
    self.init(rank: Self.rank(of: key), tie: change &<< Self.appBits | UInt64(app))
  }

  @inline(__always)
  var app: AppID { AppID(truncatingIfNeeded: tie & (1 &<< Self.appBits &- 1)) }

  @inline(__always)
  static func == (left: Self, right: Self) -> Bool {
    left.tie == right.tie && left.rank == right.rank
  }

  /// One subtraction with borrow, no branch.
  @inline(__always)
  static func < (left: Self, right: Self) -> Bool {
    UInt128(_low: left.tie, _high: left.rank) < UInt128(_low: right.tie, _high: right.rank)
  }

  // Negative numbers with all bits turned, others with the sign turned. Adding zero makes one of
  // the two zeros, which are equal keys.
  @inline(__always)
  static func rank(of key: Double) -> UInt64 {
    let bits = (key + 0).bitPattern
    return bits ^ (UInt64(bitPattern: Int64(bitPattern: bits) &>> 63) | 1 &<< 63)
  }

  /// The key of a rank.
  @inline(__always)
  static func key(of rank: UInt64) -> Double {
    let isPositive = rank &>> 63
    return Double(bitPattern: rank ^ ((isPositive &- 1) | 1 &<< 63))
  }
}

/// What is known of an app that is a candidate or was one: its present or last place in the order,
/// in 16 bytes.
struct CandidateRow: BitwiseCopyable {
  private static let candidateBit: UInt64 = 1
  private static let queuedBit: UInt64 = 2
  private static let changeMask: UInt64 = .max &<< CandidateEntry.appBits

  /// The key as in ``CandidateEntry``.
  private(set) var rank: UInt64 = 0
  /// As in ``CandidateEntry``, but with two bits instead of the app.
  private var tie: UInt64 = 0

  /// Never a candidate so far.
  init() {}

  /// A candidate; `isQueued` tells whether just this entry is in the queue.
  @inline(__always)
  init(_ entry: CandidateEntry, isQueued: Bool) {
    rank = entry.rank
    tie = entry.tie & Self.changeMask | Self.candidateBit | (isQueued ? Self.queuedBit : 0)
  }

  @inline(__always)
  var isCandidate: Bool { tie & Self.candidateBit != 0 }

  /// Of a candidate: whether its very entry is in the queue; if not, one that precedes it is.
  ///
  /// Of an app that was a candidate: whether an entry is in the queue that does not come after its
  /// last.
  @inline(__always)
  var isQueued: Bool { tie & Self.queuedBit != 0 }

  /// The number of the band change.
  @inline(__always)
  var change: UInt64 { tie &>> CandidateEntry.appBits }

  /// The entry that the app has or had.
  @inline(__always)
  func entry(of app: AppID) -> CandidateEntry {
    CandidateEntry(rank: rank, tie: tie & Self.changeMask | UInt64(app))
  }

  /// Whether an entry of the app is the one that counts.
  @inline(__always)
  func counts(_ entry: CandidateEntry) -> Bool {
    rank == entry.rank && (tie ^ entry.tie) & Self.changeMask == 0 && isCandidate
  }

  /// The app is a candidate no more; `isQueued` as there.
  @inline(__always)
  mutating func leave(isQueued: Bool) {
    tie = tie & Self.changeMask | (isQueued ? Self.queuedBit : 0)
  }
}
