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
    guard let rival = ranking.rival else { return withoutIntervals(best) }
    return toBaseline(best) + " " + toRival(rival, best: best)
  }

  private func withoutIntervals(_ best: Int) -> String {
    var text = "\(results.policies[best].label) \(superlative)"
    if let difference = difference(of: best)?.difference, difference != 0 {
      text += ": \(amount(difference, error: 0)) \(less) than \(plan.baseline)"
    }
    return text + "; one replication, so there is no interval."
  }

  private func toBaseline(_ best: Int) -> String {
    let label = results.policies[best].label
    let level = NumberText.percent(1 - plan.confidence)
    guard label != plan.baseline else {
      return "\(label), the baseline, \(superlative); no policy is better."
    }
    guard let row = difference(of: best), let comparison = row.comparison, let p = row.adjustedP
    else { return "\(label) \(superlative)." }
    let sign = Metric.all[ranking.metric].better == .higher ? 1.0 : -1
    let ends = [comparison.lo * sign, comparison.hi * sign].sorted()
    let decimals = NumberText.decimals(forErrors: [comparison.halfWidth])
    let interval =
      "\(NumberText.fixed(ends[0], decimals: decimals)) to "
      + NumberText.fixed(ends[1], decimals: decimals)
    let found =
      "\(label) \(superlative): \(amount(comparison.difference, error: comparison.halfWidth)) "
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

  /// The ranked policies that are better than the baseline beyond doubt.
  private var clearlyBetter: [Int] {
    ranking.ranked.filter { policy in
      difference(of: policy)?.verdict(level: 1 - plan.confidence) == .better
    }
  }

  private func toRival(_ rival: Ranking.Rival, best: Int) -> String {
    let level = 1 - plan.confidence
    let (bestName, rivalName) = (results.policies[best].label, results.policies[rival.policy].label)
    if rival.adjustedP <= level {
      return "That it is the best of the ranked is certain at that level too."
    }
    if rivalName == plan.baseline { return "" }
    return "\(bestName) and \(rivalName) cannot be told apart "
      + "(\(amount(rival.comparison.difference, error: rival.comparison.halfWidth)), "
      + "p\(pText(rival.adjustedP)))."
  }

  private var superlative: String {
    isWait ? "makes the user wait least" : "has the fewest cold launches"
  }

  private var less: String { isWait ? "a day less" : "fewer" }

  private func amount(_ difference: Double, error: Double) -> String {
    let decimals = NumberText.decimals(forErrors: [error])
    let text = NumberText.fixed(abs(difference), decimals: decimals)
    return isWait ? text + " s" : text
  }

  private func pText(_ p: Double) -> String {
    let text = NumberText.probability(p)
    return text.hasPrefix("<") ? text : "=" + text
  }
}
