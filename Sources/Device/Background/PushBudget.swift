import Workload

/// How many silent pushes each app has had accepted in the present hour.
struct PushBudget: ~Copyable {
  // Hour number in the upper half, pushes accepted in it in the lower.
  private let hours: AppColumn<UInt64>
  private let isEnabled: Bool

  init(appCount: Int) {
    hours = AppColumn(0, count: appCount)
    isEnabled = appCount > 0
  }

  /// Whether one more push fits the hour; counts it if so.
  mutating func accept(_ app: AppID, now: Ticks, limit: Int) -> Bool {
    guard isEnabled else { return limit > 0 }
    let hour = (now / (3600 * Ticks.perSecond)) << 32
    let held = hours[app]
    let current = held & ~0xffff_ffff == hour ? held : hour
    guard current & 0xffff_ffff < UInt64(limit) else { return false }
    hours[app] = current + 1
    return true
  }
}
