public import Device

/// The policies in words: what `jetsim policies` prints.
public enum PolicyCatalog {
  /// One line a policy, or two where it has much to say.
  public static func overview(_ policies: [PolicyDescription]) -> String {
    let width = policies.map(\.name.count).max() ?? 0
    var text = "The policies, and which app each of them purges first:\n\n"
    for policy in policies {
      let names = policy.parameters.map(\.name).joined(separator: ", ")
      let parameters = names.isEmpty ? "" : "; parameters: \(names)"
      let name = policy.name + String(repeating: " ", count: width - policy.name.count)
      text += Wrap.hanging(
        "  \(name)  ", policy.summary + kind(policy) + parameters, indent: width + 4, width: 100)
    }
    return text + "\n'jetsim policies NAME' explains one of them.\n"
  }

  /// Everything about one policy.
  public static func explanation(of policy: PolicyDescription) -> String {
    var text = Wrap.hanging(
      "\(policy.name): ", policy.summary + kind(policy), indent: policy.name.count + 2, width: 100)
    text += Wrap.hanging("source: ", policy.source, indent: 8, width: 100)
    if policy.isOffline {
      text += Wrap.lines(
        "It is found in the plan, in profile plain only; no app is purged, so there is no wait and "
          + "nothing to replay or explain.", width: 100)
    } else if policy.isClairvoyant {
      text += Wrap.lines(
        "It knows the user plan, so it is shown apart and never ranked. Where it is "
          + "heuristic, another policy may still do better, as habit does on the phone.", width: 100
      )
    }
    if policy.name == FormulaPolicy.description.name { return text + variables() }
    guard !policy.parameters.isEmpty else { return text + "no parameters\n" }
    text += "\nparameters:\n"
    for parameter in policy.parameters {
      let values = "\(values(parameter.kind)) (default: \(value(parameter)))"
      text += Wrap.hanging("  \(parameter.name): ", values, indent: 4, width: 100)
      text += Wrap.hanging("    ", parameter.meaning, indent: 4, width: 100)
    }
    let entries = policy.parameters.map { "\($0.name): \(value($0))" }.joined(separator: ", ")
    return text + "\n"
      + Wrap.hanging(
        "in a scenario: ", "{\(policy.name): {\(entries)}}", indent: 15, width: 100)
  }

  private static func kind(_ policy: PolicyDescription) -> String {
    guard policy.isClairvoyant else { return "" }
    if policy.isOffline { return "; a proven bound" }
    return
      "; knows the future: a heuristic bound, proven in profile plain if all apps have one size"
  }

  /// What a formula may name, and how it stands in a scenario.
  private static func variables() -> String {
    let width = FormulaPolicy.variables.map(\.name.count).max() ?? 0
    var text = "\nvariables:\n"
    for (name, meaning) in FormulaPolicy.variables {
      let padding = String(repeating: " ", count: width - name.count)
      text += Wrap.hanging("  \(name)\(padding)  ", meaning, indent: width + 4, width: 100)
    }
    return text + "\nin a scenario: {score: \"idle * footprint / launch_cost\", as: mine}\n"
  }

  private static func values(_ kind: PolicyParameterKind) -> String {
    switch kind {
    case .number(let range): "\(text(range.lowerBound)) to \(text(range.upperBound))"
    case .seconds(let range): "\(text(range.lowerBound)) s to \(text(range.upperBound)) s"
    case .word(let words, let orNumber):
      (words + (orNumber ? ["a number > 0"] : [])).joined(separator: ", ")
    case .flag: "true, false"
    }
  }

  private static func value(_ parameter: PolicyParameter) -> String {
    if case .seconds = parameter.kind { return parameter.defaultValue.text + " s" }
    return parameter.defaultValue.text
  }

  private static func text(_ number: Double) -> String {
    PolicyParameterValue.number(number).text
  }
}
