import Foundation
import Testing

@testable import Scenario

/// Broken scenarios end in an error with a place, never in a trap.
@Suite struct MutationTests {
  private struct Generator {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  private static let pieces: [[UInt8]] = [
    "0", "-", "1e999", ".nan", "{", "}", "[", "]", ":", ",", "\n", "  ", "\t", "*a", "&a ", "~",
    "18446744073709551616", "%", " GiB", " s", "\"", "#", "<<: *a", "null", "true", "\u{feff}",
  ].map { Array($0.utf8) }

  private func mutated(_ original: [UInt8], _ random: inout Generator) -> [UInt8] {
    var bytes = original
    for _ in 0...random.next(3) {
      let place = random.next(bytes.count)
      switch random.next(5) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(contentsOf: Self.pieces[random.next(Self.pieces.count)], at: place)
      case 2: bytes[place] = UInt8(random.next(256))
      case 3:
        // A line twice, or a line gone.
        let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
        let line = random.next(lines.count)
        let copies = random.next(2) * 2
        bytes = Array(
          lines.enumerated().flatMap { index, text in
            [ArraySlice<UInt8>](repeating: text, count: index == line ? copies : 1)
          }.joined(separator: [0x0a]))
      default:
        let end = min(bytes.count, place + 1 + random.next(12))
        bytes.replaceSubrange(place..<end, with: Self.pieces[random.next(Self.pieces.count)])
      }
      if bytes.isEmpty { bytes = [0x0a] }
    }
    return bytes
  }

  @Test func errorsHaveAPlace() throws {
    let isLong = ProcessInfo.processInfo.environment["JETSIM_LONG"] == "1"
    var random = Generator(state: 20_240_229)
    var accepted = 0
    for round in 0..<(isLong ? 200_000 : 1000) {
      let original = ResolvedTests.scenarios[round % ResolvedTests.scenarios.count]
      let bytes = mutated(Array(original.utf8), &random)
      do {
        let scenario = try ScenarioFile.parse(bytes, path: "s.yaml", policies: somePolicies)
        accepted += 1
        let isSame = scenario.points.allSatisfy { $0.id.utf8.count == 12 }
        #expect(isSame)
      } catch {
        // Line 0 is for files that cannot be read.
        let isPlaced = error.line >= 1 && error.column >= 1 && !error.message.contains("\n")
        #expect(isPlaced, "\(error)")
      }
    }
    #expect(accepted > 0)
  }
}
