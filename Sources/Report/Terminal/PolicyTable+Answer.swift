import Workload
import Device
import Experiment
import Statistics

extension PolicyTable {
  /// The answer in one or two sentences.
  public var answer: String {
    let ranked = ranking.ranked.filter { ranking.means[$0] != nil }
    guard let best = ranked.first else { return "No run of this point has a result." }
    let name = results.policies[best].label
    guard ranked.count > 1 else {
      return "Only \(name) has results; there is nothing to compare."
    }
    if ranked.allSatisfy({ ranking.means[$0] == ranking.means[best] }) {
      return "All policies are equal: no choice of theirs made a difference."
    }
    if ranking.rival == nil, ranking.exact.isEmpty { return withoutIntervals(best) }
    return [toBaseline(best), ties(best), toRival(best)].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  private func withoutIntervals(_ best: Int) -> String {
    var text = "\(results.policies[best].label) \(superlative)"
    if let difference = difference(of: best)?.difference, difference != 0 {
      text += ": \(amount(difference)) \(less) than \(plan.baseline)"
    }
    return text + "; one replication, so there is no interval."
  }

  private func toBaseline(_ best: Int) -> String {
    let label = results.policies[best].label
    let level = NumberText.percent(1 - plan.confidence)
    guard !label.isExactly(plan.baseline) else {
      let place = ranking.exact.isEmpty ? "" : " on this trace"
      return "\(label), the baseline, \(superlative)\(place); no policy is better."
    }
    if let row = difference(of: best), row.isExact { return exactly(row, label) }
    guard let row = difference(of: best), let comparison = row.comparison, let p = row.adjustedP
    else { return "\(label) \(superlative)." }
    let sign = Metric.all[ranking.metric].better == .higher ? 1.0 : -1
    let ends = [comparison.lo * sign, comparison.hi * sign].sorted()
    let interval = "\(digits.difference(ends[0])) to \(digits.difference(ends[1]))"
    let found =
      "\(label) \(superlative): \(amount(comparison.difference)) "
      + "\(less) than \(plan.baseline) (\(percent) interval \(interval))"
    if row.verdict(level: 1 - plan.confidence) == .better {
      return found + ", certain at the \(level) level (adjusted p\(pText(p)))."
    }
    let others = clearlyBetter.map { results.policies[$0].label }
    return found + ", which is not certain (adjusted p\(pText(p))); "
      + (others.isEmpty
        ? "no policy is clearly better than \(plan.baseline)."
        : "clearly better than \(plan.baseline): \(others.joined(separator: ", ")).")
  }

  /// What is to be said of a difference of which nothing was drawn.
  private func exactly(_ row: PolicyDifference, _ label: String) -> String {
    guard let difference = row.difference, difference != 0 else {
      return "\(label) \(superlative) on this trace, as does \(plan.baseline), the baseline."
    }
    return "\(label) \(superlative): \(amount(difference)) \(less) than "
      + "\(plan.baseline) on this trace. Nothing random remains between the two, so there is no "
      + "interval and nothing to test."
  }

  /// The policies that do exactly as well as the best one, the baseline aside.
  private func ties(_ best: Int) -> String {
    let names = ranking.exact.filter { ranking.means[$0] == ranking.means[best] }
      .map { results.policies[$0].label }.filter { !$0.isExactly(plan.baseline) }
    return names.isEmpty ? "" : "On this trace it is equalled by \(names.joined(separator: ", "))."
  }

  /// The ranked policies that are better than the baseline beyond doubt.
  private var clearlyBetter: [Int] {
    ranking.ranked.filter { policy in
      let verdict = difference(of: policy)?.verdict(level: 1 - plan.confidence)
      return verdict == .better || verdict == .exactlyBetter
    }
  }

  private func toRival(_ best: Int) -> String {
    guard let rival = ranking.rival else { return "" }
    let level = 1 - plan.confidence
    let (bestName, rivalName) = (results.policies[best].label, results.policies[rival.policy].label)
    if rival.adjustedP <= level, !ranking.exact.isEmpty {
      return "That it is ahead of \(rivalName) is certain at the \(NumberText.percent(level)) "
        + "level (adjusted p\(pText(rival.adjustedP)))."
    }
    if rival.adjustedP <= level {
      return "That it is the best of the ranked is certain at that level too."
    }
    if rivalName.isExactly(plan.baseline) { return "" }
    let isRunnerUp = ranking.ranked.dropFirst().first == rival.policy
    return
      (isRunnerUp
      ? "\(bestName) and \(rivalName) cannot be told apart "
      : "Of all rivals \(rivalName) is hardest to tell from \(bestName), and cannot be ")
      + "(\(amount(rival.comparison.difference)), "
      + "p\(pText(rival.adjustedP)))."
  }

  private var superlative: String {
    isWait ? "makes the user wait least" : "has the fewest cold launches"
  }

  private var less: String { isWait ? "a day less" : "fewer" }

  private func amount(_ difference: Double) -> String {
    let text = digits.difference(abs(difference))
    return isWait ? text + " s" : text
  }

  private func pText(_ p: Double) -> String {
    let text = NumberText.probability(p)
    return text.hasPrefix("<") ? text : "=" + text
  }
}
