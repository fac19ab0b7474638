import Device

/// A scenario: the points of its sweep and how to run and compare them.
///
/// ```swift
/// let scenario = try ScenarioFile.load(path: "phone.yaml")
/// for point in scenario.points { run(point, seed: scenario.seed) }
/// ```
///
/// The type is not called `Scenario` because a type named like its module hides the module.
public struct ScenarioFile: Sendable {
  /// The path as given; `<stdin>` for standard input.
  public let path: String
  /// The scenario's name; without one that of the file.
  public let name: String
  /// The seed of every random draw.
  public let seed: UInt64
  /// How many replications each point has.
  public let replications: Int
  /// The points, in the order of the sweep; one when nothing is swept.
  public let points: [Point]
  /// The dotted paths of the swept fields, in the order of the sweep.
  public let sweptKeys: [String]
  /// The policies.
  public let policies: [PolicyEntry]
  /// How the policies are compared.
  public let comparison: ComparisonSettings
  /// What the user should know: defaults that stand for missing figures.
  public let notes: [String]

  /// The policy that the others are compared with unless the scenario names one: the first that is
  /// no bound; nil without policies.
  public var usualBaseline: String? {
    (policies.first { !$0.description.isClairvoyant } ?? policies.first)?.label
  }

  /// The tree behind it, for `resolvedText`.
  let tree: YAMLNode

  /// Where the value of the first of some top-level keys stands that the scenario has; else its
  /// beginning.
  public func position(of keys: [String]) -> SourcePosition {
    keys.lazy.compactMap { tree.value($0)?.position }.first ?? tree.position
  }
}

/// A value given on the command line: `--set key=value`.
public struct ScenarioOverride: Sendable, Equatable {
  /// The dotted path of the field.
  public let key: String
  /// The value as YAML: `4 GiB`, `[lru, fifo]`, `{lognormal: {mu: 1, sigma: 2}}`.
  public let text: String

  /// Sets a field.
  public init(key: String, text: String) {
    self.key = key
    self.text = text
  }

  /// Sets the seed (`--seed`); nil for what the scenario's field would not take.
  public init?(seed text: String) {
    guard (try? NumberText.unsigned(text, expected: "")) != nil else { return nil }
    self.init(key: "seed", text: text)
  }

  /// Reads `key=value`; nil without `=` or key.
  public init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else { return nil }
    key = String(argument[..<sign])
    text = String(argument[argument.index(after: sign)...])
  }
}
