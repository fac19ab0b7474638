public import Device

/// The policies in words: what `jetsim policies` prints.
public enum PolicyCatalog {
  /// One line a policy.
  public static func overview(_ policies: [PolicyDescription]) -> String {
    var table = TextTable(
      header: [["policy", "goes first", "parameters"]], sides: [.left, .left, .left])
    for policy in policies {
      let bound = policy.isClairvoyant ? " (bound: knows the future, never ranked)" : ""
      table.row([
        policy.name, policy.summary + bound,
        policy.parameters.map(\.name).joined(separator: ", "),
      ])
    }
    return table.text
  }

  /// Everything about one policy.
  public static func explanation(of policy: PolicyDescription) -> String {
    var text = "\(policy.name): \(policy.summary) goes first\n"
    text += "source: \(policy.source)\n"
    if policy.isClairvoyant {
      text += "a bound: it knows the user plan, so it is shown apart and never ranked\n"
    }
    guard !policy.parameters.isEmpty else { return text + "no parameters\n" }
    var table = TextTable(
      header: [["parameter", "value", "default", "meaning"]],
      sides: [.left, .left, .left, .left])
    for parameter in policy.parameters {
      table.row([
        parameter.name, values(parameter.kind), value(parameter), parameter.meaning,
      ])
    }
    let first = policy.parameters[0]
    return text + "\n" + table.text
      + "\nin a scenario: {\(policy.name): {\(first.name): \(value(first))}}\n"
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
