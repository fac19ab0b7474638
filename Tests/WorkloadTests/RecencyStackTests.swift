import RandomStreams
import Testing

@testable import Workload

/// The stack of recently opened apps and the pick from it.
@Suite struct RecencyStackTests {
  @Test func itMatchesAnArray() {
    for (memberCount, seed) in [(3, 0), (20, 1), (2000, 2), (2000, 3)] {
      var stream = StreamFamily(seed: UInt64(seed), replication: 0)
        .stream(.test, entity: 0, occurrence: 0)
      var stack = RecencyStack(memberCount: memberCount, exponent: 1.5)
      var array: [UInt32] = []
      #expect(stack.top == nil)
      #expect(!stack.hasOthers)
      for _ in 0..<1500 {
        let app = UInt32(stream.below(UInt64(memberCount)))
        stack.touch(app)
        array.removeAll { $0 == app }
        array.insert(app, at: 0)
        if array.count > RecencyStack.depthLimit { array.removeLast() }
        #expect(stack.top == app)
      }
      #expect(stack.apps == array)
      #expect(stack.hasOthers)
    }
  }

  /// Distance d ≥ 2 has weight 1 / (d − 1)^b; the app in front is never picked.
  @Test func picksByDistance() {
    for exponent in [0.0, 1, 1.5] {
      var stack = RecencyStack(memberCount: 10, exponent: exponent)
      for app in 0..<10 as Range<UInt32> { stack.touch(app) }
      let weights = (2...10).map { power(Double($0 - 1), -exponent) }
      let total = weights.reduce(0, +)
      for step in 0..<1000 {
        let u = (Double(step) + 0.5) / 1000
        var sum = 0.0
        let distance =
          2
          + (weights.firstIndex { weight in
            sum += weight
            return sum >= u * total * (1 - 1e-12)
          } ?? 8)
        // The app touched last, 9, stands at distance 1.
        #expect(stack.pick(u) == UInt32(10 - distance), "u \(u), exponent \(exponent)")
      }
    }
  }

  @Test func withTwoAppsItIsTheOther() {
    var stack = RecencyStack(memberCount: 5, exponent: 1.5)
    stack.touch(3)
    stack.touch(1)
    for u in [0.0, 0.3, 0.999999] { #expect(stack.pick(u) == 3) }
  }

  @Test func thePowerFunctionIsThePower() {
    for (base, exponent, result) in [(2.0, 3.0, 8.0), (4, 0.5, 2), (3, -1, 1.0 / 3), (7, 0, 1)] {
      #expect(abs(power(base, exponent) - result) < 1e-12)
    }
  }
}
