import Workload

/// How many silent pushes each app has had accepted in the present hour.
///
/// The table is made at the first push, so that a device without pushes pays nothing for it.
struct PushBudget: ~Copyable {
  // Hour number in the upper half, pushes accepted in it in the lower.
  private var hours: AppColumn<UInt64>
  private let appCount: Int
  private var isUsed = false

  init(appCount: Int) {
    hours = AppColumn(0, count: 0)
    self.appCount = appCount
  }

  /// Whether one more push fits the hour; counts it if so.
  mutating func accept(_ app: AppID, now: Ticks, limit: Int) -> Bool {
    if !isUsed {
      isUsed = true
      hours = AppColumn(0, count: appCount)
    }
    let hour = (now / (3600 * Ticks.perSecond)) << 32
    let held = hours[app]
    let current = held & ~0xffff_ffff == hour ? held : hour
    guard current & 0xffff_ffff < UInt64(limit) else { return false }
    hours[app] = current + 1
    return true
  }
}
