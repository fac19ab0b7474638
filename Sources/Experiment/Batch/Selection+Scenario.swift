import Device
import Scenario
import Workload

extension Selection {
  /// The selection for a scenario: shortened points are written out.
  ///
  /// - Throws: ``Refusal`` for a point, policy or value that the scenario does not have, with those
  ///   it has: a misspelt name must not look like an empty result.
  func resolved(in scenario: ScenarioFile) throws(Refusal) -> Selection {
    var resolved: [Condition] = []
    for var condition in conditions {
      switch condition.field {
      case "policy": try checkPolicy(condition, scenario.policies)
      case "point":
        do {
          condition.value = try RunName.pointID(condition.value, in: scenario.points.map(\.id))
        } catch {
          guard condition.relation == .notEqual, !error.isAmbiguous else {
            throw refusal(error.message)
          }
        }
      case "replication": break
      default: try checkValue(condition, scenario)
      }
      resolved.append(condition)
    }
    return Selection(conditions: resolved, text: text)
  }

  /// Why nothing is left although each condition can be met.
  func nothingLeft(in scenario: ScenarioFile) -> Refusal {
    let most = scenario.points.map(\.replications).max() ?? 0
    let replications = most > 1 ? "replications are 0 to \(most - 1)" : "the only replication is 0"
    return refusal("no run meets all its conditions (\(replications))")
  }

  private func refusal(_ why: String) -> Refusal {
    Refusal(message: "the filter '\(text)' selects no run: \(why)")
  }

  private func checkPolicy(
    _ condition: Condition, _ policies: [PolicyEntry]
  ) throws(Refusal) {
    let labels = policies.map(\.label)
    let known = labels + policies.map(\.specification.name)
    guard condition.relation == .equal, !known.contains(condition.value) else { return }
    let hint = NearestName.advice(condition.value, in: known).map { "; \($0)" } ?? ""
    throw refusal(
      "no policy is '\(condition.value)'; \(RunName.known(labels, most: 30))\(hint)")
  }

  private func checkValue(_ condition: Condition, _ scenario: ScenarioFile) throws(Refusal) {
    guard condition.relation == .equal,
      let index = scenario.sweptKeys.firstIndex(of: condition.field)
    else { return }
    var values: [String] = []
    for point in scenario.points {
      let value = point.swept[index].text
      if ValueText.areEqual(value, condition.value) { return }
      if values.count < 9, !values.contains(value) { values.append(value) }
    }
    throw refusal(
      "\(condition.field) is never '\(condition.value)'; \(RunName.known(values))")
  }
}
