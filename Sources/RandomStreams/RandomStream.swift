/// A short-lived source of random numbers: a value of two words, made from its key when needed.
///
/// The generator is SplitMix64 with a gamma of its own (Steele, Lea & Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014; output function: variant 13 of Stafford's mixers,
/// as in Vigna's `splitmix64.c`). A counter walks in steps of the odd `gamma` and each value is
/// scrambled by a bijection, so a stream never repeats within 2⁶⁴ draws. Two streams can only run
/// into each other if both state and gamma agree: 2¹²⁷ possible streams make that negligible.
///
/// ```swift
/// let family = StreamFamily(seed: 42, replication: 0)
/// var stream = family.stream(.footprint, entity: stableHash("Mail", ordinal: 0), occurrence: 3)
/// let megabytes = 200 + 50 * stream.normal()
/// ```
///
/// Integers and uniforms are the same on every machine. Samplers that use `log` and `exp` may
/// differ in the last bit between machines, so callers round to integers (ticks, pages) before a
/// value decides anything.
@frozen
public struct RandomStream: RandomNumberGenerator, BitwiseCopyable, Sendable {
  // The C side reads these two words as `struct { uint64_t state, gamma; }`.
  @usableFromInline var state: UInt64
  @usableFromInline var gamma: UInt64

  /// Makes a stream from its two words; `gamma` is made odd.
  @inlinable
  public init(state: UInt64, gamma: UInt64) {
    self.state = state
    self.gamma = gamma | 1
  }

  /// Returns 64 random bits.
  ///
  /// - Complexity: O(1), about 1 ns.
  @inlinable @inline(__always)
  public mutating func next() -> UInt64 {
    let z = state
    state = z &+ gamma
    return mix64(z)
  }

  /// Returns a uniform number of the open interval (0, 1), a multiple of 2⁻⁵³.
  ///
  /// Neither end occurs, so `log(u)`, `log(1 - u)` and quantile functions are always finite.
  @inlinable @inline(__always)
  public mutating func uniform() -> Double {
    (Double(Int64(bitPattern: next() >> 12)) + 0.5) * 0x1p-52
  }

  /// Returns a uniform integer of 0 ..< `n`, without bias.
  ///
  /// Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019): the high word
  /// of `next() · n`, rejecting the few low words that would favour some values.
  ///
  /// - Parameter n: the number of values, at least 1.
  /// - Returns: a number below `n`.
  /// - Complexity: O(1); a division only with probability below n / 2⁶⁴.
  @inlinable @inline(__always)
  public mutating func below(_ n: UInt64) -> UInt64 {
    precondition(n > 0, "below(0) has no value to return")
    var product = next().multipliedFullWidth(by: n)
    if product.low < n {
      let threshold = (0 &- n) % n
      while product.low < threshold { product = next().multipliedFullWidth(by: n) }
    }
    return product.high
  }

  /// Returns whether an event of probability `p` happens; never for p ≤ 0, always for p ≥ 1.
  @inlinable @inline(__always)
  public mutating func chance(_ p: Double) -> Bool { uniform() < p }
}

/// A bijection of the 64-bit words that flips each output bit with probability close to one half
/// when any input bit flips (Stafford's variant 13 of the finaliser of MurmurHash3).
@inlinable @inline(__always)
public func mix64(_ word: UInt64) -> UInt64 {
  var z = word
  z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
  z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
  return z ^ (z >> 31)
}
