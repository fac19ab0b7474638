import Glibc

/// The generator of the C++ peers, for workloads that have to agree draw for draw.
///
/// xoshiro256++ 1.0 (D. Blackman and S. Vigna, Scrambled linear pseudorandom number generators,
/// ACM TOMS 47(4), 2021), seeded by SplitMix64.
struct Xoshiro {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  init(seed: UInt64) {
    var mixer = seed
    func word() -> UInt64 {
      mixer &+= 0x9e37_79b9_7f4a_7c15
      var mixed = mixer
      mixed = (mixed ^ (mixed &>> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed &>> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed &>> 31)
    }
    state = (word(), word(), word(), word())
  }

  @inline(__always)
  mutating func next() -> UInt64 {
    let result = Self.rotate(state.0 &+ state.3, 23) &+ state.0
    let shifted = state.1 &<< 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = Self.rotate(state.3, 45)
    return result
  }

  /// A number between 0 and 1, neither of them.
  @inline(__always)
  mutating func uniform() -> Double {
    (Double(next() &>> 11) + 0.5) * 0x1p-53
  }

  /// An exponential number of mean 1, by inversion.
  @inline(__always)
  mutating func exponential() -> Double {
    -log(uniform())
  }

  /// A whole number from 0 up to and without `bound`.
  @inline(__always)
  mutating func below(_ bound: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  @inline(__always)
  private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word &<< count | word &>> (64 &- count)
  }
}
