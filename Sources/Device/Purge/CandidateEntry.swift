/// A candidate and its place in the order of keys, in 16 bytes.
///
/// The whole entry is one 128-bit number, whose order is the order of the candidates: key, then
/// oldest band change, then app.
struct CandidateEntry: BitwiseCopyable {
  /// Bits of the app; a device has fewer than 2²⁴.
  static let appBits: UInt64 = 24
  /// Comes after every candidate.
  static let sentinel = CandidateEntry(rank: .max, tie: .max)
  /// Stands for "no candidate".
  static let none = CandidateEntry(rank: 0, tie: 0)

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

  /// The same candidate with another key.
  @inline(__always)
  func with(key: Double) -> CandidateEntry {
    CandidateEntry(rank: Self.rank(of: key), tie: tie)
  }

  @inline(__always)
  var app: AppID { AppID(truncatingIfNeeded: tie & (1 &<< Self.appBits &- 1)) }

  @inline(__always)
  var key: Double {
    let isPositive = rank &>> 63
    return Double(bitPattern: rank ^ ((isPositive &- 1) | 1 &<< 63))
  }

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
  private static func rank(of key: Double) -> UInt64 {
    let bits = (key + 0).bitPattern
    return bits ^ (UInt64(bitPattern: Int64(bitPattern: bits) &>> 63) | 1 &<< 63)
  }
}
