import Device
import Experiment
import Statistics

/// How the values of a metric are written at a point: the same number has the same digits in the
/// table of a run, in a comparison and in a sentence.
///
/// Where there are errors they decide, two digits of the median one; where a value is exact it
/// decides itself. All numbers of a column have equally many decimals, but a count that is exact
/// has none. A share is written in per cent.
struct MetricDigits {
  /// Decimals of the means.
  private let mean: Int
  /// Decimals of the differences to the baseline.
  private let difference: Int
  /// Whether the metric is a share, written in per cent.
  let isShare: Bool
  private let isCount: Bool

  /// Chooses the decimals.
  ///
  /// - Parameters:
  ///   - results: The values of the point.
  ///   - metric: The metric.
  ///   - differences: All differences of the point to the baseline.
  ///   - confidence: The confidence of the intervals.
  init(
    _ results: PointResults, metric: Int, differences: [PolicyDifference], confidence: Double
  ) {
    let isShare = Self.isShare(metric)
    let scale = isShare ? 100.0 : 1
    self.isShare = isShare
    isCount = Metric.all[metric].isCount
    let summaries = results.policies.indices.map {
      results.summary(policy: $0, metric: metric, confidence: confidence)
    }
    // An error of equal values is what rounding leaves of 0.
    let noise = 1e-9 * (summaries.compactMap { $0.mean.map(abs) }.max() ?? 0)
    func errors(_ halfWidths: [Double]) -> [Double] {
      halfWidths.filter { $0 > noise }.map { $0 * scale }
    }
    let exactMeans = summaries.filter { ($0.halfWidth ?? 0) <= noise }.compactMap(\.mean)
      .map { $0 * scale }
    let exactDecimals = isShare ? 1 : NumberText.decimals(forExact: exactMeans)
    var mean = NumberText.decimals(forErrors: errors(summaries.compactMap(\.halfWidth)))
    if !exactMeans.isEmpty { mean = max(mean ?? 0, exactDecimals) }
    let rows = differences.filter { $0.metric == metric }
    var difference = NumberText.decimals(
      forErrors: errors(rows.compactMap { $0.comparison?.halfWidth }))
    let exact = rows.filter { ($0.comparison?.halfWidth ?? 0) <= noise }.compactMap(\.difference)
    if exact.contains(where: { abs($0) > noise }) {
      let least = NumberText.decimals(forDifferences: exact.map { $0 * scale })
      difference = max(difference ?? 0, exactDecimals, least)
    }
    self.mean = mean ?? exactDecimals
    self.difference = difference ?? self.mean
  }

  /// Whether a metric is a share of something.
  static func isShare(_ metric: Int) -> Bool { Metric.all[metric].name.hasSuffix("_frac") }

  /// A mean without its unit: with its error, where it has one.
  func mean(_ summary: Summary) -> String {
    guard let value = summary.mean else { return "" }
    guard let error = summary.halfWidth else { return exact(value) ?? fixed(value, mean) }
    return "\(fixed(value, mean)) ± \(fixed(error, mean))"
  }

  /// A difference to the baseline with its sign and without a unit.
  func signed(_ row: PolicyDifference) -> String {
    guard let value = row.difference else { return "" }
    let text = (row.comparison == nil ? exact(value) : nil) ?? fixed(value, difference)
    return value > 0 && text.contains(where: { ("1"..."9").contains($0) }) ? "+" + text : text
  }

  /// A difference or an end of its interval, without a unit and without a plus.
  func difference(_ value: Double) -> String { fixed(value, difference) }

  /// A count that was found and not estimated is whole, even among estimates.
  private func exact(_ value: Double) -> String? {
    isCount && value == value.rounded() ? fixed(value, 0) : nil
  }

  private func fixed(_ value: Double, _ decimals: Int) -> String {
    NumberText.fixed(isShare ? value * 100 : value, decimals: decimals)
  }
}
