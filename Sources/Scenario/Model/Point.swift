public import Device
public import RandomStreams
public import Workload

/// What drives the device of a point.
public enum PointWorkload: Sendable, Equatable {
  /// A user whose behaviour is drawn.
  case user(UserBehaviour)
  /// A recorded or written trace.
  case trace(TraceReference)
}

/// A trace file that a scenario names.
public struct TraceReference: Sendable, Equatable {
  /// The path as the scenario states it.
  public var statedPath: String
  /// The path to open, with the scenario's folder; `-` is standard input.
  public var path: String

  /// Names a trace.
  public init(statedPath: String, path: String) {
    self.statedPath = statedPath
    self.path = path
  }
}

/// A swept field of a point and its value, as the scenario writes both.
public struct SweptValue: Sendable, Equatable {
  /// The dotted path of the field, which is the name of its column: `device.ram`.
  public let key: String
  /// The value's text.
  public let text: String
}

/// A policy entry of a scenario.
public struct PolicyEntry: Sendable {
  /// The policy and every parameter, stated or not, in the order of its description.
  public let specification: PolicySpecification
  /// What the policy is.
  public let description: PolicyDescription
  /// The entry's label, distinct within the scenario.
  public let label: String
}

/// One point of a sweep: a scenario with every field decided.
public struct Point: Sendable {
  /// 12 hexadecimal digits of a hash of everything that decides what happens at this point.
  ///
  /// No point renumbers another, and neither the order nor the writing of the sweep enters. Seed,
  /// replications and policies are not part of it.
  public internal(set) var id = ""
  /// The swept fields in the order of the sweep.
  public internal(set) var swept: [SweptValue] = []
  /// The device.
  public internal(set) var device = DeviceConfiguration()
  /// The processes that the scenario lists.
  public internal(set) var catalog = AppCatalog(classes: [])
  /// The description of apps that only a trace names; its name is empty.
  public internal(set) var defaultApp = AppClass(name: "")
  /// Whether the scenario states the footprint of `defaultApp`.
  public internal(set) var statesDefaultFootprint = false
  /// What drives the device.
  public internal(set) var workload = PointWorkload.user(UserBehaviour())
  /// How long it runs; nil = until the end of the trace.
  public internal(set) var duration: Ticks?
  /// The start of the measured time.
  public internal(set) var warmUp: Ticks = 0
  /// The most events of a run; nil = no limit.
  public internal(set) var maxEvents: UInt64?
  /// What holds the pending events; it changes no result.
  public internal(set) var queue = QueueKind.auto
  /// How random numbers are drawn.
  public internal(set) var samplerMode = SamplerMode.fast
  /// How many replications are run.
  public internal(set) var replications = 1
  /// The policies, the same at every point.
  public internal(set) var policies: [PolicyEntry] = []
}

extension Point {
  /// Whether nothing random remains, so that one replication says everything.
  ///
  /// That needs a trace, and for every app constant footprints and launch times, no probability
  /// between 0 and 1, and constant lengths of whatever has a probability of 1; and a device without
  /// drawn times and rates. Rates of apps (pushes a day) do not count: under a trace these events
  /// come from the trace. In profile `plain` only the footprints and launch times of apps exist. An
  /// app that only the trace names counts as `defaultApp`.
  public var isDeterministic: Bool {
    guard case .trace = workload else { return false }
    return (device.profile == .plain || device.isDeterministic)
      && (catalog.classes + [defaultApp]).allSatisfy { $0.isDeterministic(in: device.profile) }
  }

  /// Whether nothing random remains under a policy; `random` draws its victims.
  public func isDeterministic(under policy: PolicySpecification) -> Bool {
    !policy.name.isExactly("random") && isDeterministic
  }

  /// Whether a bound is proven here.
  ///
  /// Offline ones are, and Belady's order is where all apps have one size. A trace may state other
  /// sizes, so that nothing is claimed for one.
  public func isProven(_ entry: PolicyEntry) -> Bool {
    guard entry.description.isClairvoyant, device.profile == .plain else { return false }
    if entry.description.isOffline { return true }
    guard case .user = workload, let first = catalog.classes.first else { return false }
    return first.footprintMiB.isDeterministic
      && catalog.classes.allSatisfy { $0.footprintMiB == first.footprintMiB }
  }

  /// When a run ends: after `duration`, else with the last row of the trace and its visit.
  public func end(of trace: Trace?) -> Ticks {
    if let duration { return duration }
    var end: Ticks = 0
    for row in trace?.rows ?? [] { end = max(end, row.time + (row.visit ?? 0)) }
    return end
  }

  /// The processes of a trace-driven point: those of the scenario, and a class of its own, made
  /// like `defaultApp`, for each app that only the trace names.
  ///
  /// - Returns: The catalogue, and notes: on apps that `apps` does not list, on rows after the
  ///   duration, on apps without any stated footprint.
  /// - Complexity: O(rows + apps · log apps).
  public func catalog(covering trace: Trace) -> (catalog: AppCatalog, notes: [String]) {
    var known: [ExactText: Bool] = [:]
    for member in 0..<catalog.count { known[ExactText(catalog.name(of: member))] = true }
    // New names in the order of the trace, and whether any of their visits lacks a footprint.
    var names: [String] = []
    for app in TracePlan.appNames(in: trace) where known[ExactText(app.name)] == nil {
      known[ExactText(app.name)] = false
      names.append(app.name)
    }
    var added: [AppClass] = []
    for name in names {
      var app = defaultApp
      app.name = name
      added.append(app)
    }
    let notes = unlistedNote(names) + lateNote(trace) + footprintNotes(trace, isListed: known)
    return (AppCatalog(classes: catalog.classes + added), notes)
  }

  /// A mistyped name is taken for another app; where none is listed, none can be mistyped.
  private func unlistedNote(_ names: [String]) -> [String] {
    guard !names.isEmpty, catalog.count > 0 else { return [] }
    let shown = names.prefix(8).map(shortened).joined(separator: ", ")
    let words =
      names.count == 1
      ? "1 app of the trace is not in 'apps' and takes"
      : "\(names.count) apps of the trace are not in 'apps' and take"
    return ["\(words) default_app: \(shown)\(names.count > 8 ? ", …" : "")"]
  }

  private func lateNote(_ trace: Trace) -> [String] {
    guard let duration else { return [] }
    let count = trace.rows.reversed().prefix { $0.time > duration }.count
    guard count > 0 else { return [] }
    let length = Quantity.seconds.text(of: duration.inSeconds)
    return [
      count == 1
        ? "1 row after the duration of \(length) is left out"
        : "\(count) rows after the duration of \(length) are left out"
    ]
  }

  private func footprintNotes(_ trace: Trace, isListed: [ExactText: Bool]) -> [String] {
    guard !statesDefaultFootprint else { return [] }
    var unsized: [String] = []
    let bare = trace.rows.filter { $0.action == .open && $0.footprintKiB == nil }
    for app in TracePlan.appNames(in: Trace(rows: bare))
    where isListed[ExactText(app.name)] == false {
      unsized.append(app.name)
    }
    guard let first = unsized.first else { return [] }
    let size = defaultApp.footprintMiB.mean.map { Quantity.mebibytes.text(of: $0) } ?? "the default"
    let others = unsized.count == 1 ? "" : " and \(unsized.count - 1) more"
    return [
      "no footprint is stated for '\(shortened(first))'\(others): each takes \(size) "
        + "(state default_app.footprint, or a column footprint_mib)"
    ]
  }
}

extension DeviceConfiguration {
  /// Whether it draws nothing of its own.
  fileprivate var isDeterministic: Bool {
    let fields = DeviceConfiguration.parameterFields + DeviceConfiguration.backgroundSectionFields
    return fields.allSatisfy { field in
      switch field.access {
      case .distribution(let path): self[keyPath: path].isDeterministic
      case .number(let path, _) where field.quantity == .perDay: self[keyPath: path] == 0
      default: true
      }
    }
  }
}

extension AppClass {
  /// Whether no draw of a member can give two values.
  ///
  /// It goes by the list of fields, so that a new one is not forgotten: `x_length` belongs to
  /// `x_probability`, and a length without a probability to events that are planned.
  fileprivate func isDeterministic(in profile: DeviceProfile) -> Bool {
    let isPlain = profile == .plain
    return AppClass.parameterFields.allSatisfy { field in
      switch field.access {
      case .distribution(let path):
        let isGated = field.key.hasSuffix("_length")
        if isGated, isPlain || probability(of: field.key.dropLast("_length".count)) != 1 {
          return true
        }
        return self[keyPath: path].isDeterministic
      case .number(let path, _) where field.key.hasSuffix("_probability"):
        let probability = self[keyPath: path]
        return isPlain || probability == 0 || probability == 1
      case .number(let path, _) where field.key.hasSuffix("_per_hour"):
        return isPlain || self[keyPath: path] == 0
      default: return true
      }
    }
  }

  /// The value of `x_probability`; nil when there is no such field.
  private func probability(of name: Substring) -> Double? {
    for field in AppClass.parameterFields where field.key.isExactly(name + "_probability") {
      if case .number(let path, _) = field.access { return self[keyPath: path] }
    }
    return nil
  }
}
