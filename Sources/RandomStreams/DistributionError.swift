/// A parameter that makes no distribution: which one, what was expected, what was given.
public struct DistributionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The distribution's name, as `Distribution.name`.
  public let distribution: String
  /// The parameter, for instance `sigma` or `components[1].mean`.
  public let parameter: String
  /// What the parameter must be, for instance `a finite number > 0`.
  public let expected: String
  /// The value that was given, as text.
  public let value: String

  /// Makes an error of its parts.
  public init(distribution: String, parameter: String, expected: String, value: String) {
    self.distribution = distribution
    self.parameter = parameter
    self.expected = expected
    self.value = value
  }

  /// One line without a full stop: `lognormal: sigma must be a finite number >= 0, not -1.0`.
  public var description: String {
    "\(distribution): \(parameter) must be \(expected), not \(value)"
  }
}
