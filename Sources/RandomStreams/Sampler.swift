public import CShims

/// A distribution ready to draw from: 32 trivially copyable bytes, made by a `SamplerArena`.
///
/// The common laws are decided by one switch and drawn inline; the rest goes through GSL. Tables
/// belong to the arena, which must outlive every sampler it compiled. The number of random words a
/// draw uses is not fixed, so each draw that must not disturb another takes a stream of its own.
@frozen
public struct Sampler: @unchecked Sendable, BitwiseCopyable {
  /// How a draw is made: the `BitwiseCopyable` tag of the hot switch.
  @usableFromInline
  enum Kind: UInt8, BitwiseCopyable {
    // Drawn inline.
    case constant, uniform, exponential, normal, lognormal, truncatedNormal, pareto
    case rank, value, pick, mixture
    // Drawn by `drawElsewhere`, own code.
    case weibull, invertedNormal, loglogistic
    // Drawn by GSL.
    case gamma, beta, geometric, poisson
    case gslUniform, gslExponential, gslNormal, gslTruncatedNormal, gslInvertedNormal
    case gslLognormal, gslWeibull, gslPareto
    case gslRank, gslValue, gslPick, gslMixture
  }

  @usableFromInline let first: Double
  @usableFromInline let second: Double
  @usableFromInline let table: UnsafeRawPointer?
  @usableFromInline let count: UInt32
  @usableFromInline let kind: Kind

  init(
    _ kind: Kind, _ first: Double = 0, _ second: Double = 0, table: UnsafeRawPointer? = nil,
    count: Int = 0
  ) {
    self.kind = kind
    self.first = first
    self.second = second
    self.table = table
    self.count = UInt32(count)
  }

  /// Makes a sampler that always returns `value`; it needs no arena.
  public static func constant(_ value: Double) -> Sampler { Sampler(.constant, value) }

  /// Whether every draw returns the same value, without using the stream.
  @inlinable
  public var isConstant: Bool { kind == .constant }

  /// Draws a value.
  ///
  /// - Complexity: O(1); a few nanoseconds for the laws drawn inline, tens for the others.
  @inlinable
  public func draw(_ stream: inout RandomStream) -> Double {
    switch kind {
    case .constant: first
    case .uniform: first + second * stream.uniform()
    case .exponential: first * stream.exponential()
    case .normal: first + second * stream.normal()
    case .lognormal: jetsim_exp(first + second * stream.normal())
    case .pareto: first * jetsim_exp(second * stream.exponential())
    case .truncatedNormal: drawTruncated(&stream)
    case .rank: Double(columns.draw(&stream) + 1)
    case .value: values[columns.draw(&stream)]
    case .pick: pickable[Int(truncatingIfNeeded: stream.below(UInt64(count)))]
    case .mixture: components[columns.draw(&stream)].drawOutOfLine(&stream)
    default: drawElsewhere(&stream)
    }
  }

  /// Draws a normal number until it falls within the bounds, as is likely.
  @inlinable
  func drawTruncated(_ stream: inout RandomStream) -> Double {
    let (min, max) = (pickable[0], pickable[1])
    while true {
      let value = first + second * stream.normal()
      if value >= min && value <= max { return value }
    }
  }

  /// Draws a value, as a call; a mixture cannot inline its own kind.
  @usableFromInline @inline(never)
  func drawOutOfLine(_ stream: inout RandomStream) -> Double { draw(&stream) }

  /// Draws a value and rounds it to the nearest integer, kept within `range`.
  ///
  /// This is how a draw becomes ticks or bytes: heavy tails may exceed any integer, and rounding
  /// hides the last bit in which the mathematical libraries of two machines may differ.
  @inlinable
  public func draw(_ stream: inout RandomStream, in range: ClosedRange<Int64>) -> Int64 {
    let value = draw(&stream).rounded()
    if value >= 0x1p63 { return range.upperBound }
    if !(value >= -0x1p63) { return range.lowerBound }
    return min(range.upperBound, max(range.lowerBound, Int64(value)))
  }

  /// The block of a law that has one; the arena sets it together with the kind.
  @inlinable
  var block: UnsafeRawPointer { table.unsafelyUnwrapped }

  /// The alias table at the start of the block.
  @inlinable
  var columns: AliasTable.View {
    AliasTable.View(columns: block.assumingMemoryBound(to: AliasTable.Column.self), count: count)
  }

  /// The values behind the columns; a column and a value both take 8 bytes.
  @inlinable
  var values: UnsafePointer<Double> {
    (block + Int(count) &* 8).assumingMemoryBound(to: Double.self)
  }

  /// The components behind the columns of a mixture.
  @inlinable
  var components: UnsafePointer<Sampler> {
    (block + Int(count) &* 8).assumingMemoryBound(to: Sampler.self)
  }

  /// The values of a block without columns.
  @inlinable
  var pickable: UnsafePointer<Double> { block.assumingMemoryBound(to: Double.self) }
}
