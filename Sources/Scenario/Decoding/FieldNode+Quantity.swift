import Workload

extension Quantity {
  /// A range of values in words; an end that no value can reach is not named.
  func words(for range: ClosedRange<Double>) -> String {
    let hasLeast = range.lowerBound > -1e300
    let hasMost = range.upperBound < 1e300
    // The least number above 0 stands for "more than 0".
    let isPositive = range.lowerBound > 0 && range.lowerBound < 1e-300
    let least = isPositive ? "more than \(text(of: 0))" : "at least \(text(of: range.lowerBound))"
    let most = "at most \(text(of: range.upperBound))"
    if hasMost, hasLeast, !isPositive {
      return "from \(text(of: range.lowerBound)) to \(text(of: range.upperBound))"
    }
    return hasMost && hasLeast ? "of \(least) and \(most)" : "of \(hasLeast ? least : most)"
  }
}

extension FieldNode {
  /// A number with the units of its quantity, in base units, within a range.
  func quantity(
    _ quantity: Quantity, in range: ClosedRange<Double>
  ) throws(ScenarioError) -> Double {
    let text = try scalar(expected: quantity.expectation)
    let value: Double
    do {
      value = try quantity.value(of: text)
    } catch {
      throw self.error(error)
    }
    guard range.contains(value) else {
      let bounds = quantity.words(for: range)
      let isBarePercent = quantity == .fraction && value > 1 && value <= 100
      throw found(
        expected: "a value \(bounds)",
        suggestion: isBarePercent && !text.contains("%") ? "\(text) %" : nil)
    }
    return value
  }

  /// A duration in ticks, from `least` to 10,000 years.
  func ticks(from least: Ticks) throws(ScenarioError) -> Ticks {
    let seconds = try quantity(.seconds, in: least.inSeconds...Ticks.limit.inSeconds)
    return Ticks(rounding: seconds)
  }
}
