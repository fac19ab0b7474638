import Workload

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
      let bounds =
        "from \(quantity.text(of: range.lowerBound)) to \(quantity.text(of: range.upperBound))"
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
