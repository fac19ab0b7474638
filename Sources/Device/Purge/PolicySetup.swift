public import RandomStreams
public import Workload

/// What a policy is built from.
public struct PolicySetup: Sendable {
  /// How many processes there are.
  public var appCount: Int
  /// The streams of this replication.
  public var family: StreamFamily
  /// The policy's entry in the scenario.
  public var specification: PolicySpecification
  /// The processes by name and class.
  public var catalog: AppCatalog
  /// The rules of the device; bands stand for other oom_score_adj in `android`.
  public var profile: DeviceProfile
}

/// What policies read from their setup.
extension PolicySetup {
  /// Whether each app is a helper: needed by the system, never opened by the user.
  func helperColumn() -> AppColumn<Bool> {
    let column = AppColumn(false, count: appCount)
    for (index, appClass) in catalog.classes.enumerated() where appClass.kind.isHelper {
      for app in catalog.firstMember[index]..<catalog.firstMember[index + 1] {
        column[AppID(app)] = true
      }
    }
    return column
  }

  /// The mean cold launch of each app in seconds; `helpers`, when given, is that of every helper.
  func launchCostColumn(helpers: Double? = nil) -> AppColumn<Double> {
    let column = AppColumn(0.0, count: appCount)
    for (index, appClass) in catalog.classes.enumerated() {
      var cost = appClass.coldLaunchSeconds.mean ?? 2
      if appClass.kind.isHelper, let helpers { cost = helpers }
      for app in catalog.firstMember[index]..<catalog.firstMember[index + 1] {
        column[AppID(app)] = cost
      }
    }
    return column
  }

  /// The number or duration that a parameter has.
  ///
  /// - Throws: ``RunFailure/setup(_:)`` when it is no number, or outside the range described.
  func number(
    _ name: String, in description: PolicyDescription
  ) throws(RunFailure) -> Double {
    guard case .number(let value)? = specification.value(name, in: description) else {
      throw .setup("\(description.name): \(name) must be a number")
    }
    let range: ClosedRange<Double>
    switch description.parameters.first(where: { $0.name == name })?.kind {
    case .number(let stated), .seconds(let stated): range = stated
    default: return value
    }
    guard range.contains(value) else {
      throw .setup(
        "\(description.name): \(name) is \(value), must be from \(range.lowerBound) "
          + "to \(range.upperBound)")
    }
    return value
  }

  /// Whether a flag is on.
  func flag(_ name: String, in description: PolicyDescription) -> Bool {
    specification.value(name, in: description) == .flag(true)
  }
}
