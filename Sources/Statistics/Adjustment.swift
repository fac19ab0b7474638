/// How p-values are adjusted when several hypotheses are tested at once.
public enum Adjustment: String, Sendable, CaseIterable {
  /// Holm's step-down procedure: as safe as Bonferroni and never weaker.
  case holm
  /// Each p-value times the number of tests.
  case bonferroni
  /// No adjustment: each test has its own error rate.
  case none
}

/// Returns the adjusted p-values, in the order given.
///
/// Both procedures keep the probability of any false rejection at the level, whatever the
/// dependence between the tests (Holm, "A simple sequentially rejective multiple test procedure",
/// Scand. J. Statist. 6, 1979); that matters here, because all policies meet the same user.
///
/// - Parameters:
///   - pValues: probabilities of 0 … 1.
///   - method: the procedure.
/// - Returns: as many probabilities.
/// - Complexity: O(*n* log *n*).
public func adjust(_ pValues: [Double], _ method: Adjustment) -> [Double] {
  let count = pValues.count
  switch method {
  case .none: return pValues
  case .bonferroni: return pValues.map { min(1, $0 * Double(count)) }
  case .holm:
    let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
    var adjusted = pValues
    var largest = 0.0
    for (rank, index) in order.enumerated() {
      largest = max(largest, min(1, pValues[index] * Double(count - rank)))
      adjusted[index] = largest
    }
    return adjusted
  }
}
