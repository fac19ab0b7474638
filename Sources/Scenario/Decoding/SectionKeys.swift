import Device
import Workload

/// Which section a key belongs to, for one that stands in another.
enum SectionKeys {
  private static let sections: [(owner: String, keys: [String])] = [
    ("the top level", PointDecoder.keys),
    ("an entry of apps", ["name", "kind"]),
    ("device", ["profile", "ram"] + DeviceConfiguration.parameterFields.map(\.key)),
    ("background", DeviceConfiguration.backgroundSectionFields.map(\.key)),
    ("apps or default_app", AppClass.parameterFields.map(\.key)),
    ("user", UserBehaviour.parameterFields.map(\.key) + ["sessions", "next_app"]),
    ("user.sessions", UserBehaviour.sessionFields.map(\.key) + ["day_shape"]),
    ("user.next_app", UserBehaviour.nextAppFields.map(\.key)),
    ("run", ["max_events", "queue"]),
    ("workload", ["trace"]),
    ("random", ["sampler"]),
    ("compare", ["baseline", "adjust", "metrics", "confidence"]),
  ]

  private static let paths = [
    "", "default_app", "device", "background", "user", "user.sessions", "user.next_app", "run",
    "workload", "random", "compare",
  ]

  /// The sections that have a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - path: The section it stands in, which does not have it.
  /// - Returns: The sections in words; nil when none has it, or when the path is no section.
  static func owner(of key: String, insteadOf path: String) -> String? {
    let isEntry = path.hasPrefix("apps[") && path.hasSuffix("]")
    guard isEntry || paths.containsExactly(path) else { return nil }
    let owners = sections.filter { $0.keys.containsExactly(key) }.map(\.owner)
    return owners.isEmpty ? nil : owners.joined(separator: ", or to ")
  }
}
