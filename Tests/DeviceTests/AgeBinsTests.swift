import Glibc
import Testing

@testable import Device

/// Bins of half an octave, found in the bits of a number.
@Suite struct AgeBinsTests {
  @Test func binsAreHalfOctaves() {
    for age in 0..<100_000 {
      let bin = Int(2 * log2(max(1, Double(age))))
      #expect(AgeBins.bin(Double(age)) == bin)
    }
  }

  @Test func boundsAreTheirBins() {
    for bin in 0..<AgeBins.count {
      let bound = AgeBins.lowerBound(bin)
      #expect(abs(bound - exp2(Double(bin) / 2)) <= bound.ulp)
      #expect(AgeBins.bin(bound) == bin)
      #expect(AgeBins.bin(bound.nextDown) == max(0, bin - 1))
    }
    #expect(AgeBins.bin(.greatestFiniteMagnitude) == AgeBins.count - 1)
    #expect(AgeBins.lowerBound(AgeBins.count) > AgeBins.lowerBound(AgeBins.count - 1))
  }
}
