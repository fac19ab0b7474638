import Device
import Workload

/// Fields that are stated and change nothing under the profile of their device.
enum IdleFields {
  /// What the profile `plain`, a budget and nothing else, reads.
  private static let ofPlain = ["usable", "resume", "regret_window"]

  /// What the profile `android` does not read: it has no reaper, no ageing, no freezer to storage
  /// and no gauge of warnings.
  private static let notOfAndroid = [
    "soft_line", "reaper_line", "reaper_idle", "reaper_interval", "freezer_slots", "freezer_line",
    "freezer_minimum", "freezer_interval", "freezer_reserve", "freezer_budget", "thaw_per_mib",
    "freezer_demotions", "freezer_demotion_thaws", "sustained_pressure", "sustained_interval",
    "warning_interval", "warning_rest", "warning_smoothing", "ageing", "helper_ageing",
    "helper_ageing_medium", "helper_ageing_high",
  ]

  /// A note on the fields of `device` without effect; nil when all have one.
  ///
  /// A scenario printed with all its fields states the defaults: those need no note.
  ///
  /// - Parameters:
  ///   - reader: The section.
  ///   - device: What it says.
  /// - Returns: One line.
  static func note(_ reader: MappingReader, _ device: DeviceConfiguration) -> String? {
    let profile = device.profile
    let usual = DeviceConfiguration(profile: profile, ramMiB: device.ramMiB)
    let idle = DeviceConfiguration.parameterFields.filter { field in
      reader.has(field.key) && !hasEffect(field.key, profile)
        && resolvedPairs([field], of: device, commented: false)
          != resolvedPairs([field], of: usual, commented: false)
    }.map(\.key)
    guard let first = idle.first else { return nil }
    let what = idle.count == 1 ? "device.\(first) has" : "\(idle.joined(separator: ", ")) have"
    return "\(what) no effect in profile \(profile.rawValue)"
  }

  /// A note on apps that state how long they run when demanded; nil when there are none.
  static func note(undemanded apps: [String]) -> String? {
    guard let first = apps.first else { return nil }
    let others = apps.count == 1 ? "" : " and \(apps.count - 1) more"
    return "demand_length of '\(shortened(first))'\(others) has no effect: only extensions and "
      + "daemons are demanded"
  }

  private static func hasEffect(_ key: String, _ profile: DeviceProfile) -> Bool {
    switch profile {
    case .plain: ofPlain.containsExactly(key)
    case .ios: !DeviceConfiguration.androidKeys.containsExactly(key)
    case .android: !notOfAndroid.containsExactly(key)
    }
  }
}
