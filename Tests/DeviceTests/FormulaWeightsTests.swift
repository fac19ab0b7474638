import Testing

@testable import Device

@Suite struct FormulaWeightsTests {
  @Test func numbersWithAPointAreWeights() throws {
    let weights = try FormulaWeights("0.5*idle ^ 2 + .25 * min(uses, 3.) - 1e3 * 1.5e2")
    #expect(weights.values == [0.5, 0.25, 3, 150])
    #expect(
      weights.text(["1.0", "(-2.5)", "4.0", "0.1"])
        == "1.0*idle ^ 2 + (-2.5) * min(uses, 4.0) - 1e3 * 0.1")
  }

  @Test func withoutAnyTheTextStays() throws {
    for text in ["idle", "idle * 2", " uses / max(gap_mean, 1) "] {
      let weights = try FormulaWeights(text)
      #expect(weights.values.isEmpty)
      #expect(weights.text([]) == text)
    }
    #expect(throws: FormulaError.self) { try FormulaWeights("idle # 2") }
  }
}
