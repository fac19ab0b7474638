import Workload

/// The books of the freezer: slots, write budget of the day, thaws of each app.
///
/// A frozen app's dirty memory is on storage; it takes no RAM but its working rest. It keeps its
/// slot until it dies, also after it was thawed by a resume [XNU kern_memorystatus_freeze.c].
struct Freezer: ~Copyable {
  /// Apps that hold a slot.
  var frozen = 0
  /// Those of them that were thawed and are suspended again, waiting to be frozen anew.
  var waiting = 0
  /// Written today, in KiB.
  var written: Int64 = 0
  /// The day of `written`.
  var day: Ticks = 0
  /// Written in all, in KiB.
  var writtenInAll: Int64 = 0
  /// Whether a run of the freezer is planned.
  var isScheduled = false
  /// The earliest time of the next run.
  var mayRun: Ticks = 0
  /// The first process of the idle band that was not looked at yet.
  var cursor: AppID = noApp
  private let thaws: AppColumn<UInt8>

  init(appCount: Int) { thaws = AppColumn(0, count: appCount) }

  /// Counts a thaw of an app.
  func thawed(_ app: AppID) { thaws[app] = thaws[app] &+ (thaws[app] == .max ? 0 : 1) }

  /// How often an app was thawed since it was frozen first.
  func thawCount(_ app: AppID) -> Int { Int(thaws[app]) }

  /// Forgets the thaws of an app that is frozen first or dies.
  func forget(_ app: AppID) { thaws[app] = 0 }

  /// Whether today's budget allows to write `amount` KiB more.
  mutating func fits(_ amount: Int64, budget: Int64, now: Ticks) -> Bool {
    let today = now / Ticks.perDay
    if today != day {
      day = today
      written = 0
    }
    return written + amount <= budget
  }
}
