/// Ages in launches sorted into bins of half an octave: 1, 1.4, 2, 2.8, 4 … launches.
enum AgeBins {
  /// How many bins there are; the last one holds everything above 11 million launches.
  static let count = 48

  /// The bin of an age: its exponent twice, and one more from √2 times that power on.
  @inline(__always)
  static func bin(_ age: Double) -> Int {
    let bits = max(1, age).bitPattern
    let octave = Int(bits >> 52) &- 1023
    let isUpperHalf = bits & 0xF_FFFF_FFFF_FFFF >= rootOfTwo
    return min(count &- 1, 2 &* octave &+ (isUpperHalf ? 1 : 0))
  }

  /// The least age of a bin; for the one after the last, what its least age would be.
  @inline(__always)
  static func lowerBound(_ bin: Int) -> Double {
    let octave = UInt64(1023 &+ bin >> 1) << 52
    return Double(bitPattern: octave | (bin & 1 == 0 ? 0 : rootOfTwo))
  }

  /// The bits of √2 behind the point.
  private static var rootOfTwo: UInt64 { 0x6_A09E_667F_3BCD }
}
