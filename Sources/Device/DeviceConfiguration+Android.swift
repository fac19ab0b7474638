import Workload

/// What only the profile `android` reads: reclaim and swap, pressure stalls, lmkd, and what the
/// activity manager does with cached processes.
///
/// Sizes are in MiB, durations in seconds, shares between 0 and 1. Docs/Android.md says where each
/// number comes from. lmkd is that of Android 13 (`mp_event_psi` in lmkd.cpp) unless said.
public struct AndroidConfiguration: Sendable, Equatable {
  // Reclaim and swap.
  /// Free share of RAM that only the kernel may go below; an allocation below it reclaims itself.
  public var minWatermark: Double = 0.0016
  /// Free share of RAM below which kswapd wakes.
  public var lowWatermark: Double = 0.0075
  /// Free share of RAM at which kswapd sleeps again.
  public var highWatermark: Double = 0.0085
  /// Size of the swap in compressed memory (zram), uncompressed, as a share of RAM.
  public var swapSize: Double = 0.5
  /// Share of what is reclaimed that comes from swapping; the rest is file pages.
  public var swapShare: Double = 0.5
  /// Time to drop one MiB of clean file pages, in seconds.
  public var reclaimSecondsPerMiB: Double = 0.0001
  /// Share of the reclaim for an allocation that the allocating process has to do itself.
  public var directShare: Double = 0.2
  /// Speed of reading file pages back, in MiB a second.
  public var fileReadRate: Double = 400
  /// Time in which a running process touches all its file pages once, in seconds.
  public var fileTouchSeconds: Double = 1

  // Pressure stalls.
  /// Stall of some process within a window that wakes lmkd, in seconds.
  public var partialStallSeconds: Double = 0.07
  /// Stall of every running process within a window that allows any kill, in seconds.
  public var completeStallSeconds: Double = 0.7
  /// The window of both, in seconds.
  public var stallWindowSeconds: Double = 1

  // lmkd.
  /// Free share of the swap below which it is low.
  public var swapFreeLow: Double = 0.10
  /// Refaults within a window, as a share of the file pages, above which the device thrashes.
  public var thrashingLimit: Double = 1
  /// Part of that limit that each kill for thrashing takes off.
  public var thrashingLimitDecay: Double = 0.1
  /// Thrashing is critical above this multiple of the limit.
  public var thrashingCriticalFactor: Double = 2
  /// Window of thrashing, in seconds.
  public var thrashingWindowSeconds: Double = 1
  /// Swapped share of all swappable memory above which it is too much; 1 = off.
  public var swapUtilizationLimit: Double = 1
  /// File pages in MiB below which kills go on after thrashing; 0 = off.
  public var fileCacheMinimumMiB: Double = 0
  /// How long a victim's death is waited for, in seconds.
  public var killTimeoutSeconds: Double = 0.1
  /// Lowest score that may be killed only because a watermark is breached; 1001 = off.
  public var lowMemoryScore: Int = 701
  /// Lowest score that may be killed because the memory is still short after a kill.
  public var afterKillScore: Int = 0
  /// Time between two looks after an event, in seconds.
  public var pollSeconds: Double = 0.1
  /// The same after a kill and while swap is low, in seconds.
  public var fastPollSeconds: Double = 0.01

  // Activity manager.
  /// How long the app that was left last stays above the cached ones, in seconds.
  public var previousSeconds: Double = 60
  /// One in so many processes with services, most recent first, is on the A list.
  public var serviceDivisor: Int = 3
  /// Size in MiB from which a service goes to the B list while memory is short.
  public var serviceBMiB: Double = 60
  /// Cached processes that are kept at most.
  public var cachedProcesses: Int = 1024
  /// Share of them that may be without activities.
  public var emptyShare: Double = 0.5
  /// Time from becoming cached to being frozen, in seconds.
  public var freezeDebounceSeconds: Double = 10

  // Compaction.
  /// Whether frozen apps are compacted.
  public var compacts = true
  /// Whether a full compaction drops file pages too.
  public var compactsFilePages = false
  /// Whether, while swap is low, file pages are dropped instead; else nothing is.
  public var compactsFilePagesInstead = true
  /// Smallest resident dirty memory that is compacted, in MiB.
  public var compactMinimumMiB: Double = 12_000.0 / 1024
  /// Smallest change since the last compaction for another one, in MiB.
  public var compactChangeMiB: Double = 8_000.0 / 1024
  /// Least time from a full compaction to the next full one, in seconds.
  public var compactGapFullSeconds: Double = 10
  /// Least time from a compaction of file pages to a full one, in seconds.
  public var compactGapAfterFileSeconds: Double = 0.5
  /// Least time from a full compaction to one of file pages, in seconds.
  public var compactGapAfterFullSeconds: Double = 10
  /// Least time from a compaction of file pages to another one, in seconds.
  public var compactGapFileSeconds: Double = 5
  /// Free share of the swap below which only file pages are compacted.
  public var compactSwapLine: Double = 0.2

  // onTrimMemory.
  /// Whether apps are told to trim when memory is short.
  public var tellsToTrim = true
  /// Whether pressure stalls decide how much they are told; else the number of cached processes.
  public var trimsByPressure = true
  /// Stall of some process within a window that counts as moderate, in seconds.
  public var trimModerateSeconds: Double = 0.015
  /// Stall of every running process within a window that counts as low memory, in seconds.
  public var trimLowSeconds: Double = 0.03
  /// The same that counts as critical, in seconds.
  public var trimCriticalSeconds: Double = 0.05
  /// Cached processes up to which memory counts as low.
  public var trimLowCached: Int = 5
  /// Cached processes up to which it counts as critical.
  public var trimCriticalCached: Int = 3

  /// The defaults.
  public init() {}
}

extension DeviceConfiguration {
  /// The keys of the fields that only the profile `android` reads.
  public static let androidKeys: [String] = androidFields.map(\.key)

  /// The fields that only the profile `android` reads.
  static let androidFields: [ParameterField<DeviceConfiguration>] =
    androidReclaimFields + androidStallFields + lmkdFields + cachedFields + compactionFields
    + trimFields

  private static let androidReclaimFields: [ParameterField<DeviceConfiguration>] = [
    .init(
      "min_watermark", .fraction, .number(\.android.minWatermark, 0...0.5),
      "android: free share of RAM below which allocations reclaim [Linux page_alloc.c, 6 GiB]"),
    .init(
      "low_watermark", .fraction, .number(\.android.lowWatermark, 0...0.5),
      "android: free share of RAM below which kswapd wakes [Linux and Android's extra 30 MB]"),
    .init(
      "high_watermark", .fraction, .number(\.android.highWatermark, 0...0.5),
      "android: free share of RAM at which kswapd sleeps [Linux page_alloc.c, 6 GiB]"),
    .init(
      "swap_size", .fraction, .number(\.android.swapSize, 0...4),
      "android: size of the zram swap, uncompressed, share of RAM [fstab zramsize=50%]"),
    .init(
      "swap_share", .fraction, .number(\.android.swapShare, 0...1),
      "android: share of reclaimed memory that is swapped, not dropped [swappiness 100 of 200]"),
    .init(
      "reclaim_per_mib", .seconds, .number(\.android.reclaimSecondsPerMiB, 0...10),
      "android: time to drop one MiB of clean file pages [assumed]"),
    .init(
      "direct_reclaim_share", .fraction, .number(\.android.directShare, 0...1),
      "android: share of the reclaim for an allocation that stalls it [assumed; rest: kswapd]"),
    .init(
      "file_read_rate", .mebibytesPerSecond, .number(\.android.fileReadRate, 0.001...1e9),
      "android: speed of reading file pages back [assumed]"),
    .init(
      "file_touch", .seconds, .number(\.android.fileTouchSeconds, 0.1...3600),
      "android: time in which a running process touches all its file pages [assumed]"),
  ]

  private static let androidStallFields: [ParameterField<DeviceConfiguration>] = [
    .init(
      "psi_partial_stall", .seconds, .number(\.android.partialStallSeconds, 0.001...3600),
      "android: stall of some process a window that wakes lmkd [lmkd: 70 ms; low RAM 200 ms]"),
    .init(
      "psi_complete_stall", .seconds, .number(\.android.completeStallSeconds, 0.001...3600),
      "android: stall of all running processes a window: not responding [lmkd: 700 ms]"),
    .init(
      "psi_window", .seconds, .number(\.android.stallWindowSeconds, 0.5...10),
      "android: window of the stalls [lmkd: 1 s]"),
  ]

  private static let lmkdFields: [ParameterField<DeviceConfiguration>] = [
    .init(
      "lmkd_swap_free_low", .fraction, .number(\.android.swapFreeLow, 0...1),
      "android: free share of the swap below which it is low [lmkd.cpp: 10 %; README: 20 %]"),
    .init(
      "lmkd_thrashing_limit", .fraction, .number(\.android.thrashingLimit, 0...1000),
      "android: refaults a window as a share of the file pages [lmkd: 100 %; low RAM 30 %]"),
    .init(
      "lmkd_thrashing_limit_decay", .fraction, .number(\.android.thrashingLimitDecay, 0...1),
      "android: part of it that a kill for thrashing takes off [lmkd: 10 %; low RAM 50 %]"),
    .init(
      "lmkd_thrashing_critical", .number, .number(\.android.thrashingCriticalFactor, 1...1000),
      "android: multiple of the limit that is critical [lmkd 13: 2; from 14: 3]"),
    .init(
      "lmkd_thrashing_window", .seconds, .number(\.android.thrashingWindowSeconds, 0.01...3600),
      "android: window of thrashing [lmkd: 1 s]"),
    .init(
      "lmkd_swap_util_max", .fraction, .number(\.android.swapUtilizationLimit, 0...1),
      "android: swapped share of swappable memory that is too much; 100 % = off [lmkd: off]"),
    .init(
      "lmkd_filecache_min", .mebibytes, .number(\.android.fileCacheMinimumMiB, 0...1e7),
      "android: file pages below which kills go on after thrashing; 0 = off [lmkd: off]"),
    .init(
      "lmkd_kill_timeout", .seconds, .number(\.android.killTimeoutSeconds, 0...3600),
      "android: how long a victim's death is waited for [lmkd: 100 ms]"),
    .init(
      "lmkd_lowmem_min_score", .number, .integer(\.android.lowMemoryScore, 0...1001),
      "android: lowest score killed for a watermark alone; 1001 = off [lmkd 14: 701; 13: off]"),
    .init(
      "lmkd_after_kill_min_score", .number, .integer(\.android.afterKillScore, 0...1001),
      "android: lowest score killed when memory is short after a kill [lmkd: 0]"),
    .init(
      "lmkd_poll", .seconds, .number(\.android.pollSeconds, 0.001...3600),
      "android: time between two looks after an event [lmkd: 100 ms]"),
    .init(
      "lmkd_poll_fast", .seconds, .number(\.android.fastPollSeconds, 0.001...3600),
      "android: the same after a kill and while swap is low [lmkd: 10 ms]"),
  ]

  private static let cachedFields: [ParameterField<DeviceConfiguration>] = [
    .init(
      "previous_app", .seconds, .number(\.android.previousSeconds, 0...1e9),
      "android: how long the app left last keeps score 700 [AOSP: 60 s]"),
    .init(
      "service_divisor", .number, .integer(\.android.serviceDivisor, 1...1_000_000),
      "android: one in so many services has score 500, the others have 800 [AOSP: 3]"),
    .init(
      "service_b_size", .mebibytes, .number(\.android.serviceBMiB, 0...1e7),
      "android: size from which a service gets 800 while memory is short [AOSP: 180 MB / 3]"),
    .init(
      "cached_processes", .number, .integer(\.android.cachedProcesses, 0...1_000_000),
      "android: cached processes kept at most [AOSP: 1024; Android 12: 32]"),
    .init(
      "empty_share", .fraction, .number(\.android.emptyShare, 0...1),
      "android: share of them that may be without activities [AOSP: half]"),
    .init(
      "freeze_debounce", .seconds, .number(\.android.freezeDebounceSeconds, 0...1e9),
      "android: from becoming cached to frozen, which stops the CPU only [AOSP: 10 s]"),
  ]

  private static let compactionFields: [ParameterField<DeviceConfiguration>] = [
    .init(
      "compaction", .number, .flag(\.android.compacts),
      "android: whether frozen apps are moved to swap [AOSP: on]"),
    .init(
      "compact_file_pages", .number, .flag(\.android.compactsFilePages),
      "android: whether their file pages are dropped too [AOSP since 13: no; Android 12: yes]"),
    .init(
      "compact_file_instead", .number, .flag(\.android.compactsFilePagesInstead),
      "android: whether only these go while swap is low, else nothing [Android 12: yes]"),
    .init(
      "compact_minimum", .mebibytes, .number(\.android.compactMinimumMiB, 0...1e7),
      "android: smallest resident dirty memory that is compacted [AOSP: 12,000 kB]"),
    .init(
      "compact_change", .mebibytes, .number(\.android.compactChangeMiB, 0...1e7),
      "android: smallest change since the last time [AOSP: 8,000 kB]"),
    .init(
      "compact_gap_full", .seconds, .number(\.android.compactGapFullSeconds, 0...1e9),
      "android: least time from a full compaction to the next [AOSP: 10 s]"),
    .init(
      "compact_gap_file_full", .seconds, .number(\.android.compactGapAfterFileSeconds, 0...1e9),
      "android: least time from one of file pages to a full one [AOSP: 0.5 s]"),
    .init(
      "compact_gap_full_file", .seconds, .number(\.android.compactGapAfterFullSeconds, 0...1e9),
      "android: least time from a full one to one of file pages [AOSP: 10 s]"),
    .init(
      "compact_gap_file", .seconds, .number(\.android.compactGapFileSeconds, 0...1e9),
      "android: least time between two of file pages [AOSP: 5 s]"),
    .init(
      "compact_swap_line", .fraction, .number(\.android.compactSwapLine, 0...1),
      "android: free share of the swap below which only file pages go [AOSP: 20 %]"),
  ]

  private static let trimFields: [ParameterField<DeviceConfiguration>] = [
    .init(
      "trim_memory", .number, .flag(\.android.tellsToTrim),
      "android: whether apps are told to trim [AOSP to Android 13: yes; no by default since]"),
    .init(
      "trim_by_pressure", .number, .flag(\.android.trimsByPressure),
      "android: whether stalls decide, else how few cached processes are left [AOSP: stalls]"),
    .init(
      "trim_moderate_stall", .seconds, .number(\.android.trimModerateSeconds, 0.001...3600),
      "android: stall of some process a window: moderate [AOSP LowMemDetector: 15 ms]"),
    .init(
      "trim_low_stall", .seconds, .number(\.android.trimLowSeconds, 0.001...3600),
      "android: stall of all running processes a window: low [AOSP LowMemDetector: 30 ms]"),
    .init(
      "trim_critical_stall", .seconds, .number(\.android.trimCriticalSeconds, 0.001...3600),
      "android: the same: critical [AOSP LowMemDetector: 50 ms]"),
    .init(
      "trim_low_cached", .number, .integer(\.android.trimLowCached, 0...1_000_000),
      "android: cached processes up to which memory is low [AOSP: 5]"),
    .init(
      "trim_critical_cached", .number, .integer(\.android.trimCriticalCached, 0...1_000_000),
      "android: cached processes up to which it is critical [AOSP: 3]"),
  ]

  /// Sets what differs from `ios` on an Android phone of the same size.
  ///
  /// XNU's lines, ageing, limits and freezer to storage are off; lmkd and the activity manager are
  /// configured in ``android``.
  mutating func becomeAndroid() {
    profile = .android
    (criticalLine, idleLine, softLine, reaperLine) = (0, 0, 0, 0)
    compressLine = 0
    freezerSlots = 0
    // What is never a victim: the kernel and the native and persistent processes.
    wiredFraction = 0.30
    compressRatio = 2.6
    compressRatioCalm = 2.6
    compressRate = 500
    decompressSecondsPerMiB = 5e-6 * 256
    appLimitFraction = 1
    warningMinimumMiB = 0
  }
}
