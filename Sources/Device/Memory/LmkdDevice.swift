import Workload

/// How much apps are told to trim [AOSP AppProfiler, ADJ_MEM_FACTOR].
enum TrimLevel: UInt8, BitwiseCopyable {
  case normal, moderate, low, critical
}

/// What the device remembers of one process.
struct LmkdProcess: BitwiseCopyable {
  /// What a process was last compacted of.
  enum Compaction: UInt8, BitwiseCopyable { case none, file, full }

  /// When it was compacted last.
  var compactedAt: Ticks = 0
  /// Its resident dirty memory, swap and file pages after that, in KiB.
  var compactedResident: Int64 = 0
  var compactedSwap: Int64 = 0
  var compactedFile: Int64 = 0
  /// File pages of it that were ever in the file cache, in KiB: reading one of them back is a
  /// refault, reading another one is not.
  var seenFilePages: UInt32 = 0
  /// The last compaction since it was started.
  var compaction = Compaction.none
  /// What it was told to trim in this stay in front or in background.
  var told = TrimLevel.normal
}

/// An Android device's books, besides the memory ledger.
struct LmkdDevice: ~Copyable {
  let constants: LmkdConstants
  private let processes: AppColumn<LmkdProcess>

  // lmkd.
  var lmkd: Lmkd
  /// Until when lmkd goes on looking after an event.
  var looksUntil: Ticks = 0
  /// When it looks next, `Ticks.max` = never; a timer at any other time is outdated.
  var nextLook = Ticks.max
  /// Until when it waits for the death of its last victim.
  var waitsUntil: Ticks = 0
  var directScans: UInt64 = 0
  var kswapdScans: UInt64 = 0

  // Stalls and refaults.
  var some = StallGauge()
  var full = StallGauge()
  var partial: StallTrigger
  var complete: StallTrigger
  var trimModerate: StallTrigger
  var trimLow: StallTrigger
  var trimCritical: StallTrigger
  /// Whether the pressure monitor runs, and until when it does at least.
  var isMonitoring = false
  var monitorsUntil: Ticks = 0
  /// Stalls of the present and the last window, an upper bound while nothing is monitored.
  var recent: Ticks = 0
  var recentSince: Ticks = 0
  var recentBefore: Ticks = 0
  /// Whether launches waited for memory at the last look.
  var isWaiting = false
  /// Whether a running process may miss file pages.
  var mayMissPages = false
  /// File pages read back since the start, in KiB.
  var refaulted: Int64 = 0
  /// The time some process stalled before the measured time.
  var stalledBefore: Ticks = 0
  /// The stall of the present event, in ticks: part of the latency of a launch.
  var eventStall = 0.0

  // kswapd.
  var kswapdIsScheduled = false
  /// Until when a launch takes its memory: kswapd does not get ahead of it.
  var allocatesUntil: Ticks = 0
  /// Until when it rests because it found nothing to reclaim.
  var kswapdRestsUntil: Ticks = 0

  // Cached processes.
  var emptyCount = 0
  /// The processes of each kind that became cached first.
  var oldestActivity: AppID = noApp
  var oldestEmpty: AppID = noApp
  /// The app that was in front last.
  var previousApp: AppID = noApp

  // Compaction.
  var compactions = FIFO<AppID>()
  var compacting: AppID = noApp
  var compactingSince: Ticks = 0
  var compactsFully = false
  /// A timer of a compaction that was cancelled counts no more.
  var compactionDue = Ticks.max

  // onTrimMemory.
  var trimLevel = TrimLevel.normal
  var trimsUntil: Ticks = 0

  init(_ configuration: DeviceConfiguration, appCount: Int) {
    constants = LmkdConstants(configuration)
    processes = AppColumn(LmkdProcess(), count: configuration.profile == .android ? appCount : 0)
    lmkd = Lmkd(configuration, constants)
    partial = StallTrigger(constants.partialStall)
    complete = StallTrigger(constants.completeStall)
    trimModerate = StallTrigger(constants.trimModerate)
    trimLow = StallTrigger(constants.trimLow)
    trimCritical = StallTrigger(constants.trimCritical)
  }

  /// What is remembered of a process.
  @inline(__always)
  subscript(app: AppID) -> LmkdProcess {
    get { processes[app] }
    nonmutating set { processes[app] = newValue }
  }

  /// Now, or the time until which lmkd waits for its last victim's death.
  func afterDeath(_ now: Ticks) -> Ticks { max(now, waitsUntil) }

  /// Whether stalls of so many ticks more may come to something that somebody waits for.
  mutating func mayMatter(_ ticks: Ticks, now: Ticks) -> Bool {
    if now - recentSince > constants.stallWindow {
      recentBefore = now - recentSince > 2 * constants.stallWindow ? 0 : recent
      recent = 0
      recentSince = now
    }
    recent += ticks
    return recent + recentBefore >= constants.leastStall
  }
}
