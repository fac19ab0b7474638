/// The median of some figures; of an even number the mean of the middle two; nan of none.
func median(_ figures: [Double]) -> Double {
  quantile(figures, 0.5)
}

/// A quantile by linear interpolation between order statistics (Hyndman and Fan's type 7).
///
/// - Parameters:
///   - figures: Any number of figures in any order.
///   - probability: 0 through 1.
/// - Returns: The quantile, nan of no figures.
func quantile(_ figures: [Double], _ probability: Double) -> Double {
  guard !figures.isEmpty else { return .nan }
  let sorted = figures.sorted()
  let position = probability * Double(sorted.count - 1)
  let below = Int(position)
  let above = min(below + 1, sorted.count - 1)
  return sorted[below] + (position - Double(below)) * (sorted[above] - sorted[below])
}
