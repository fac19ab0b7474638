/// The value of a policy's parameter as a scenario states it.
public enum PolicyParameterValue: Sendable, Equatable {
  /// A number (durations are in seconds, sizes in MiB).
  case number(Double)
  /// A word from the parameter's list.
  case word(String)
  /// A switch.
  case flag(Bool)

  /// The value as it appears in a label.
  public var text: String {
    switch self {
    case .number(let value):
      value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    case .word(let word): word
    case .flag(let flag): "\(flag)"
    }
  }
}

/// What a parameter of a policy may be.
public enum PolicyParameterKind: Sendable, Equatable {
  /// A number within a range.
  case number(ClosedRange<Double>)
  /// A duration in seconds within a range; a scenario writes a unit.
  case seconds(ClosedRange<Double>)
  /// One of some words, or a positive number where `orNumber` is set; without words, any text.
  case word([String], orNumber: Bool)
  /// A switch.
  case flag
}

/// The description of one parameter of a policy.
public struct PolicyParameter: Sendable {
  /// The key in a scenario.
  public let name: String
  /// What it may be.
  public let kind: PolicyParameterKind
  /// The value when a scenario does not state one.
  public let defaultValue: PolicyParameterValue
  /// One line: meaning and source.
  public let meaning: String

  /// Describes a parameter.
  public init(
    _ name: String, _ kind: PolicyParameterKind, default defaultValue: PolicyParameterValue,
    _ meaning: String
  ) {
    self.name = name
    self.kind = kind
    self.defaultValue = defaultValue
    self.meaning = meaning
  }
}

/// The description of a policy: what `jetsim policies` prints.
public struct PolicyDescription: Sendable {
  /// The name in a scenario.
  public let name: String
  /// One line: which app goes first.
  public let summary: String
  /// Paper, kernel file or other source, and the cost per operation.
  public let source: String
  /// Whether it knows the user plan; such policies are bounds, never ranked or recommended.
  public let isClairvoyant: Bool
  /// Whether it is no policy but a number found in the plan that no policy can beat; such a bound
  /// exists in profile `plain` only and has no events.
  public let isOffline: Bool
  /// Its parameters in the order in which they are printed.
  public let parameters: [PolicyParameter]

  /// Describes a policy.
  public init(
    name: String, summary: String, source: String, isClairvoyant: Bool = false,
    isOffline: Bool = false, parameters: [PolicyParameter] = []
  ) {
    self.name = name
    self.summary = summary
    self.source = source
    self.isClairvoyant = isClairvoyant || isOffline
    self.isOffline = isOffline
    self.parameters = parameters
  }
}

/// A policy with its parameters, as one entry of a scenario's `policies` names it.
public struct PolicySpecification: Sendable, Equatable {
  /// A stated parameter.
  public struct Argument: Sendable, Equatable {
    /// The parameter's name.
    public var name: String
    /// The stated value.
    public var value: PolicyParameterValue

    /// Names a parameter and its value.
    public init(_ name: String, _ value: PolicyParameterValue) {
      self.name = name
      self.value = value
    }
  }

  /// The policy's name.
  public var name: String
  /// The stated parameters.
  public var arguments: [Argument]
  /// The label that a scenario gives with `as`, if any.
  public var givenLabel: String?

  /// Names a policy.
  public init(_ name: String, arguments: [Argument] = [], label: String? = nil) {
    self.name = name
    self.arguments = arguments
    givenLabel = label
  }

  /// The label of the entry: the given one, else the name and the parameters that differ from
  /// their defaults, in the order of the policy's description: `gdsf[cost=1]`.
  public func label(in description: PolicyDescription) -> String {
    if let givenLabel { return givenLabel }
    var parts: [String] = []
    for parameter in description.parameters {
      guard let argument = arguments.first(where: { $0.name == parameter.name }) else { continue }
      // A free text, such as a formula, says by itself what it is.
      if parameter.kind == .word([], orNumber: false) {
        parts.append(argument.value.text)
      } else if argument.value != parameter.defaultValue {
        parts.append("\(parameter.name)=\(argument.value.text)")
      }
    }
    return parts.isEmpty ? name : "\(name)[\(parts.joined(separator: ","))]"
  }

  /// The value of a parameter: the stated one, else the default.
  public func value(_ name: String, in description: PolicyDescription) -> PolicyParameterValue? {
    if let argument = arguments.first(where: { $0.name == name }) { return argument.value }
    return description.parameters.first { $0.name == name }?.defaultValue
  }
}
