import Glibc

/// Ages in launches sorted into bins of half an octave: 1, 1.4, 2, 2.8, 4 … launches.
enum AgeBins {
  /// How many bins there are; the last one holds everything above.
  static let count = 32

  /// The place of an age on the scale of bins; whole part = bin, fraction = place within it.
  @inline(__always)
  static func place(_ age: Double) -> Double {
    min(Double(count - 1), max(0, 2 * log2(max(1, age))))
  }

  /// The bin of an age.
  @inline(__always)
  static func bin(_ age: Double) -> Int { Int(place(age)) }

  /// The least age of a bin.
  static func lowerBound(_ bin: Int) -> Double { exp2(Double(bin) / 2) }
}
