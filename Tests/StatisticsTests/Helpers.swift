import Foundation
import Testing

/// Whether the long tests were asked for.
let isLong = ProcessInfo.processInfo.environment["JETSIM_LONG"] == "1"

/// A small generator for test data: SplitMix64 and the polar-free form of Box and Muller.
struct TestRandom {
  private var state: UInt64

  /// The state is a scrambled seed: streams of plain neighbouring states would be shifted copies.
  init(_ seed: UInt64) {
    state = seed
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Uniform on the open interval (0, 1).
  mutating func uniform() -> Double { (Double(next() >> 12) + 0.5) * 0x1p-52 }

  mutating func exponential() -> Double { -log(uniform()) }

  mutating func normal() -> Double { (2 * exponential()).squareRoot() * cos(2 * .pi * uniform()) }

  mutating func normals(_ count: Int) -> [Double] { (0..<count).map { _ in normal() } }
}

/// Expects two numbers to agree to a relative tolerance (absolute below 1).
func expectClose(
  _ value: Double?, _ expected: Double, _ tolerance: Double = 1e-12,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let gap = abs((value ?? .nan) - expected)
  #expect(
    gap <= tolerance * max(1, abs(expected)), "\(value.map { "\($0)" } ?? "nil") for \(expected)",
    sourceLocation: sourceLocation)
}

/// Counts how often intervals cover the truth and expects the share within binomial limits.
///
/// The limits are four standard deviations wide, two-sided level 6e-5. A conservative method is
/// held to the lower one only.
func expectCoverage(
  of confidence: Double, trials: Int = 2000, conservative: Bool = false, _ what: String,
  sourceLocation: SourceLocation = #_sourceLocation, covers: (inout TestRandom) -> Bool
) {
  var random = TestRandom(7)
  var covered = 0
  for _ in 0..<trials where covers(&random) { covered += 1 }
  let z =
    (Double(covered) - confidence * Double(trials))
    / (Double(trials) * confidence * (1 - confidence)).squareRoot()
  #expect(
    z > -4 && (conservative || z < 4), "\(what): \(covered) of \(trials) covered",
    sourceLocation: sourceLocation)
}
