import Device
import RandomStreams
import Workload

extension Point {
  /// Every field of this point, defaults included.
  ///
  /// - Parameters:
  ///   - commented: Whether fields carry their meaning.
  ///   - decidingOnly: Whether fields that cannot change what happens are left out.
  ///   - written: The device where it is written already.
  /// - Returns: A mapping.
  func resolved(
    commented: Bool = false, decidingOnly: Bool = false, written: WrittenDevice? = nil
  ) -> ResolvedValue {
    var run = [
      ResolvedPair("max_events", maxEvents.map { .quantity("\($0)") } ?? .text("none"))
    ]
    if !decidingOnly { run.append(ResolvedPair("queue", .text(queue.rawValue))) }
    var pairs = [
      ResolvedPair(
        "duration",
        duration.map { .quantity(Quantity.seconds.text(of: $0.inSeconds)) } ?? .text("trace")),
      ResolvedPair(
        "warm_up",
        warmUp == 0 ? .text("none") : .quantity(Quantity.seconds.text(of: warmUp.inSeconds))),
      ResolvedPair("run", .mapping(run)),
      ResolvedPair("device", written?.device ?? resolvedDevice(commented), isBlock: true),
      ResolvedPair(
        "background", written?.background ?? resolvedBackground(commented), isBlock: true),
    ]
    if !decidingOnly || isTraceDriven {
      // With a user every app is listed, its fields with it.
      let fields = AppClass.parameterFields.filter { !$0.key.isExactly("count") }
      let defaults = resolvedPairs(
        fields, of: defaultApp, commented: commented, readable: commented)
      pairs.append(ResolvedPair("default_app", .mapping(defaults), isBlock: true))
    }
    switch workload {
    case .user(let user):
      pairs.append(ResolvedPair("user", .mapping(Self.resolved(user, commented)), isBlock: true))
    case .trace(let trace):
      pairs.append(
        ResolvedPair("workload", .mapping([ResolvedPair("trace", .text(trace.statedPath))])))
    }
    if catalog.count > 0 {
      pairs.append(
        ResolvedPair(
          "apps", .list(catalog.classes.map { Self.resolved($0, readable: commented) }),
          isBlock: true))
    }
    pairs.append(
      ResolvedPair(
        "random", .mapping([ResolvedPair("sampler", .text(samplerMode.rawValue))])))
    return .mapping(pairs)
  }

  private var isTraceDriven: Bool {
    if case .trace = workload { true } else { false }
  }

  private func resolvedDevice(_ commented: Bool) -> ResolvedValue {
    .mapping(
      [
        ResolvedPair("profile", .text(device.profile.rawValue)),
        ResolvedPair("ram", .quantity(Quantity.mebibytes.text(of: device.ramMiB))),
      ]
        + resolvedPairs(
          DeviceConfiguration.parameterFields, of: device, commented: commented,
          readable: commented))
  }

  private static func resolved(_ user: UserBehaviour, _ commented: Bool) -> [ResolvedPair] {
    let shape: ResolvedValue =
      switch user.dayShape {
      case UserBehaviour.measuredDayShape: .text("default")
      case UserBehaviour.flatDayShape: .text("flat")
      default: .list(user.dayShape.map { .quantity(plainText($0)) })
      }
    let sessions =
      resolvedPairs(
        UserBehaviour.sessionFields, of: user, commented: commented, readable: commented)
      + [
        ResolvedPair(
          "day_shape", shape, comment: commented ? "relative activity of the 24 hours" : nil)
      ]
    let nextApp = resolvedPairs(
      UserBehaviour.nextAppFields, of: user, commented: commented, readable: commented)
    return [
      ResolvedPair("sessions", .mapping(sessions), isBlock: true),
      ResolvedPair("next_app", .mapping(nextApp), isBlock: true),
    ]
      + resolvedPairs(
        UserBehaviour.parameterFields, of: user, commented: commented, readable: commented)
  }

  private static func resolved(_ app: AppClass, readable: Bool) -> ResolvedValue {
    let fields = resolvedPairs(
      AppClass.parameterFields, of: app, commented: false, readable: readable)
    return .mapping(
      [
        ResolvedPair("name", .text(app.name), isBlock: true),
        ResolvedPair("kind", .text(app.kind.rawValue)),
      ] + fields)
  }

  private func resolvedBackground(_ commented: Bool) -> ResolvedValue {
    .mapping(
      resolvedPairs(
        DeviceConfiguration.backgroundSectionFields, of: device, commented: commented,
        readable: commented))
  }

  /// A device as an id has it, written once for all points of a sweep that have the same.
  struct WrittenDevice {
    fileprivate let configuration: DeviceConfiguration
    fileprivate let device: ResolvedValue
    fileprivate let background: ResolvedValue
  }

  /// The point's id: the upper 48 bits of a stable hash of its resolved text.
  ///
  /// Most of the time that a point takes to be read goes here, and most of that into the device.
  ///
  /// - Parameter last: The device of the point before; replaced when this one has another.
  /// - Returns: 12 hexadecimal digits.
  func identity(after last: inout WrittenDevice?) -> String {
    if last?.configuration != device {
      last = WrittenDevice(
        configuration: device, device: .written(resolvedDevice(false).json),
        background: .written(resolvedBackground(false).json))
    }
    let hash = stableHash(resolved(decidingOnly: true, written: last).json, ordinal: 0) >> 16
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 12 - digits.count) + digits
  }
}
