import CGSL
import CShims
import Foundation
@testable import RandomStreams
import Testing

@Suite struct ZigguratTests {
  /// How many draws each comparison takes: a hundred thousand, in the long run ten million.
  private let count = isLong ? 10_000_000 : 100_000

  /// Every layer has the same area, and the last one ends at the top of the density.
  @Test func layersHaveEqualAreas() {
    let edge = JETSIM_EXPONENTIAL_EDGE
    expectLayers(
      jetsim_exponential_layers(), jetsim_exponential_densities(), bits: 0x1p53, edge: edge,
      area: edge * exp(-edge) + exp(-edge), density: { exp(-$0) })
    let normal = JETSIM_NORMAL_EDGE
    let tail = gsl_cdf_ugaussian_Q(normal) * (2 * Double.pi).squareRoot()
    expectLayers(
      jetsim_normal_layers(), jetsim_normal_densities(), bits: 0x1p52, edge: normal,
      area: normal * exp(-normal * normal / 2) + tail, density: { exp(-$0 * $0 / 2) })
  }

  private func expectLayers(
    _ layers: UnsafePointer<jetsim_layer>, _ densities: UnsafePointer<Double>, bits: Double,
    edge: Double, area: Double, density: (Double) -> Double
  ) {
    #expect(abs(layers[1].scale * bits / edge - 1) < 1e-15)
    for index in 0..<JETSIM_LAYERS {
      let width = layers[index].scale * bits
      let inner = Double(layers[index].accept) * layers[index].scale
      let height = densities[index + 1] - densities[index]
      // The base is as wide as its area demands; its height ends at the density of the edge.
      #expect(abs(width * height / area - 1) < 1e-9, "layer \(index)")
      #expect(abs(densities[index + 1] - density(inner)) < 1e-12, "layer \(index)")
    }
    #expect(layers[255].accept == 0)
    #expect(densities[256] == 1)
  }

  @Test func exponentialIsExponential() {
    expectLaw(1, { $0.exponential() }, { gsl_cdf_exponential_P($0, 1) })
  }

  @Test func normalIsNormal() {
    expectLaw(2, { $0.normal() }, { gsl_cdf_ugaussian_P($0) })
  }

  /// Kolmogorov–Smirnov over everything, chi-square over 1024 cells of equal probability.
  private func expectLaw(
    _ number: UInt64, _ draw: (inout RandomStream) -> Double, _ cdf: (Double) -> Double
  ) {
    var stream = RandomStream.test(number)
    var draws: [Double] = []
    draws.reserveCapacity(count)
    var cells = [Int](repeating: 0, count: 1024)
    for _ in 0..<count {
      let value = draw(&stream)
      draws.append(value)
      cells[min(1023, Int(cdf(value) * 1024))] += 1
    }
    expectChiSquare(chiSquare(cells), degrees: 1023, level: 1e-5, "equal cells")
    draws.sort()
    #expect(kolmogorovDistance(sorted: draws, cdf) < kolmogorovLimit(count, level: 1e-5))
  }

  /// Beyond the edge of the lowest layer another sampler takes over; its share and shape are right.
  @Test func tailsAreRight() {
    var stream = RandomStream.test(3)
    let draws = isLong ? 50_000_000 : 1_000_000
    var (exponential, left, right, far) = (0, 0, 0, 0)
    for _ in 0..<draws {
      if stream.exponential() > JETSIM_EXPONENTIAL_EDGE { exponential += 1 }
      let value = stream.normal()
      if value > JETSIM_NORMAL_EDGE { right += 1 }
      if value < -JETSIM_NORMAL_EDGE { left += 1 }
      if abs(value) > 4 { far += 1 }
    }
    let q = gsl_cdf_ugaussian_Q(JETSIM_NORMAL_EDGE)
    expectBinomial(
      exponential, of: draws, p: exp(-JETSIM_EXPONENTIAL_EDGE), level: 1e-5, "exponential tail")
    expectBinomial(left, of: draws, p: q, level: 1e-5, "left tail")
    expectBinomial(right, of: draws, p: q, level: 1e-5, "right tail")
    expectBinomial(far, of: draws, p: 2 * gsl_cdf_ugaussian_Q(4), level: 1e-5, "beyond four")
  }

  /// A place beyond the inner edge of a layer is kept as often as the density says.
  ///
  /// Its height, drawn within the layer, must lie under the density. A wrong test there would shift
  /// one draw in a hundred by a hair, which no comparison of whole samples sees soon.
  @Test func wedgesFollowTheDensity() {
    let layers = (jetsim_exponential_layers(), jetsim_normal_layers())
    let densities = (jetsim_exponential_densities(), jetsim_normal_densities())
    for index in [1, 2, 17, 128, 200, 254, 255] {
      for part in [0.1, 0.5, 0.9] {
        expectKept(index, part, layers.0, densities.0, bits: 0x1p53, { exp(-$0) }) {
          $0.exponentialEdge($1 << 11 | UInt64(index))
        }
        expectKept(index, part, layers.1, densities.1, bits: 0x1p52, { exp(-$0 * $0 / 2) }) {
          $0.normalEdge($1 << 11 | UInt64(index))
        }
        expectKept(index, part, layers.1, densities.1, bits: 0x1p52, { exp(-$0 * $0 / 2) }) {
          -$0.normalEdge(~$1 << 11 | UInt64(index))
        }
      }
    }
  }

  private func expectKept(
    _ index: Int, _ part: Double, _ layers: UnsafePointer<jetsim_layer>,
    _ densities: UnsafePointer<Double>, bits: Double, _ density: (Double) -> Double,
    _ draw: (inout RandomStream, UInt64) -> Double
  ) {
    let inner = Double(layers[index].accept)
    let place = UInt64(inner + part * (bits - inner))
    let value = (Double(place) + 0.5) * layers[index].scale
    let height = densities[index + 1] - densities[index]
    let probability = (density(value) - densities[index]) / height
    var stream = RandomStream.test(UInt64(index) * 10 + UInt64(part * 10))
    var kept = 0
    for _ in 0..<4000 where draw(&stream, place) == value { kept += 1 }
    expectBinomial(kept, of: 4000, p: probability, level: 1e-6, "layer \(index), part \(part)")
  }

  @Test func normalTailIsTheTailOfTheNormal() {
    var stream = RandomStream.test(5)
    let share = gsl_cdf_ugaussian_Q(JETSIM_NORMAL_EDGE)
    let tail = (0..<50_000).map { _ in stream.normalTail(from: JETSIM_NORMAL_EDGE) }.sorted()
    let distance = kolmogorovDistance(sorted: tail) { 1 - gsl_cdf_ugaussian_Q($0) / share }
    #expect(distance < kolmogorovLimit(tail.count, level: 1e-5))
  }

  @Test func exponentialIsPositive() {
    // The word 0 is the smallest place in the lowest layer.
    var stream = RandomStream(state: 0, gamma: 1)
    #expect(stream.exponential() > 0)
  }

  @Test func normalIsSymmetric() {
    var stream = RandomStream.test(4)
    var positive = 0
    for _ in 0..<count where stream.normal() > 0 { positive += 1 }
    expectBinomial(positive, of: count, p: 0.5, level: 1e-5, "sign")
  }

  /// First draws of neighbouring keys, the way the simulation uses them, follow the law as well.
  @Test func firstDrawsFollowTheLaw() {
    let family = StreamFamily(seed: 5, replication: 0)
    let pairs = isLong ? 5_000_000 : 100_000
    var cells = [Int](repeating: 0, count: 1024)
    for occurrence in 0..<pairs {
      var stream = family.stream(.test, entity: 1, occurrence: UInt64(occurrence))
      let first = gsl_cdf_ugaussian_P(stream.normal())
      let second = gsl_cdf_exponential_P(stream.exponential(), 1)
      cells[min(31, Int(first * 32)) * 32 + min(31, Int(second * 32))] += 1
    }
    expectChiSquare(chiSquare(cells), degrees: 1023, level: 1e-5, "normal, then exponential")
  }
}
