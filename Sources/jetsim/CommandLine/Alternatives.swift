import Device
import Scenario
import Workload

/// What could have been meant instead of a name that does not exist, as the end of a message: the
/// nearest name, else those there are.
///
/// - Parameters:
///   - name: What was given.
///   - known: The names there are.
///   - most: How many of them are named.
/// - Returns: The end of a message; empty when there are no names.
func alternatives(to name: String, among known: [String], most: Int = 12) -> String {
  if let advice = NearestName.advice(name, in: known) { return ", \(advice)" }
  guard !known.isEmpty else { return "" }
  let rest = known.count - most
  return "; there \(known.count == 1 ? "is" : "are") \(known.prefix(most).joined(separator: ", "))"
    + (rest > 0 ? " and \(rest) more" : "")
}

/// The error of a metric that does not exist; the usual ones are named first.
func noMetric(_ name: String) -> Failure {
  let usual = ComparisonSettings.usualMetrics
  let known = usual + Metric.all.map(\.name).filter { !usual.contains($0) }
  let text = alternatives(to: name, among: known, most: usual.count)
  return .usage(
    "there is no metric '\(name)'" + text
      + (text.hasSuffix(" more") ? ", the columns of runs.csv" : ""))
}
