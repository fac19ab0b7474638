import Workload

/// What must hold besides in the profile `android`.
extension DeviceEngine where Policy: ~Copyable {
  /// Swap is within its size, and the cached processes are counted.
  ///
  /// The memory ledger itself (resident, swap and its pool, file pages, free) is checked for all
  /// profiles alike. Complexity: O(processes).
  func violatedAndroidInvariant() -> String? {
    if memory.compressed > android.constants.swapSize {
      return "\(memory.compressed) KiB swapped, the swap holds \(android.constants.swapSize)"
    }
    var empty = 0
    var oldestEmpty = noApp
    var oldestActivity = noApp
    var app = apps.head(.idle)
    while app != noApp {
      let isEmpty = constantsOfClass(app).pointee.isHelper
      if isEmpty { empty += 1 }
      if isEmpty, oldestEmpty == noApp { oldestEmpty = app }
      if !isEmpty, oldestActivity == noApp { oldestActivity = app }
      app = apps[app].next
    }
    if empty != android.emptyCount { return "\(empty) empty, \(android.emptyCount) are counted" }
    if oldestEmpty != android.oldestEmpty { return "app \(oldestEmpty) is the oldest empty one" }
    if oldestActivity != android.oldestActivity {
      return "app \(oldestActivity) is the oldest cached one"
    }
    if apps.size(.appAgeing) > 1 { return "\(apps.size(.appAgeing)) previous apps" }
    if apps.size(.freezer) > 0 { return "an app is frozen to storage" }
    return nil
  }
}
