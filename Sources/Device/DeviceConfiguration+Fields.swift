public import Workload

extension DeviceConfiguration {
  /// The configurable fields besides `profile` and `ram`, in the order in which they are printed.
  public static let parameterFields: [ParameterField<DeviceConfiguration>] =
    memoryFields + lineFields + freezerFields + pressureFields + appFields + ageingFields
    + androidFields

  private static let memoryFields: [ParameterField<DeviceConfiguration>] = [
    .init(
      "usable", .fraction, .number(\.usableFraction, 0.01...1),
      "share of RAM the system can use [JetsamEvent reports: 0.92; plain: 1]"),
    .init(
      "wired", .fraction, .number(\.wiredFraction, 0...0.9),
      "wired share of usable RAM [JetsamEvent reports: 18-20 %]"),
    .init(
      "compress_line", .fraction, .number(\.compressLine, 0...1),
      "available share below which suspended apps are compressed [assumed]"),
    .init(
      "compress_ratio", .number, .number(\.compressRatio, 1...100),
      "uncompressed to compressed size under pressure [JetsamEvent report: 2.66]"),
    .init(
      "compress_ratio_calm", .number, .number(\.compressRatioCalm, 1...100),
      "the same at the compress line [JetsamEvent report: 3.87]"),
    .init(
      "compress_fraction", .fraction, .number(\.compressFraction, 0...1),
      "largest compressed share of an app [JetsamEvent report: about 95 %]"),
    .init(
      "compress_rate", .mebibytesPerSecond, .number(\.compressRate, 0.001...1e9),
      "speed of the compressor, uncompressed [assumed]"),
    .init(
      "compressor_limit", .fraction, .number(\.compressorLimit, 0...1),
      "largest compressor pool, share of usable RAM [XNU: nominal size = RAM]"),
    .init(
      "resume_touch", .fraction, .number(\.resumeTouchFraction, 0...1),
      "share of compressed pages a resume touches [assumed]"),
    .init(
      "decompress_per_mib", .seconds, .number(\.decompressSecondsPerMiB, 0...10),
      "time to decompress one MiB [9 µs per 4 KB: zram lz4 on a small core]"),
    .init(
      "warm_fraction", .fraction, .number(\.warmFraction, 0...1),
      "share of the file pages that must be cached for a warm launch [assumed]"),
  ]

  private static let lineFields: [ParameterField<DeviceConfiguration>] = [
    .init(
      "critical_line", .fraction, .number(\.criticalLine, 0...1),
      "available share below which any band may be killed [XNU, by RAM class]"),
    .init(
      "idle_line", .fraction, .number(\.idleLine, 0...1),
      "available share below which the idle band may be killed [XNU, by RAM class]"),
    .init(
      "soft_line", .fraction, .number(\.softLine, 0...1),
      "available share below which processes over their soft limit may be killed [XNU]"),
    .init(
      "reaper_line", .fraction, .number(\.reaperLine, 0...1),
      "available share below which long-idle processes are killed [XNU, by RAM class]"),
    .init(
      "reaper_idle", .seconds, .number(\.reaperIdleSeconds, 0...1e9),
      "idle time the reaper demands [XNU: 300 s]"),
    .init(
      "reaper_interval", .seconds, .number(\.reaperIntervalSeconds, 0.001...1e9),
      "least time between two reaper sweeps [XNU: 300 s]"),
    .init(
      "kill_latency", .seconds, .number(\.killLatencySeconds, 0...3600),
      "time from a kill until its memory is free [assumed]"),
    .init(
      "compressor_near", .fraction, .number(\.compressorNear, 0...1),
      "share of the pool limit above which processes are killed for it [XNU: 98 %]"),
  ]

  private static let freezerFields: [ParameterField<DeviceConfiguration>] = [
    .init(
      "freezer_slots", .number, .integer(\.freezerSlots, 0...1_000_000),
      "most frozen apps; 0 = no freezer [XNU: 20]"),
    .init(
      "freezer_line", .fraction, .number(\.freezerLine, 0...1),
      "available share below which the freezer works [XNU: 50 %]"),
    .init(
      "freezer_minimum", .mebibytes, .number(\.freezerMinimumMiB, 0...1e7),
      "smallest resident size that is frozen [XNU: 8 MB]"),
    .init(
      "freezer_interval", .seconds, .number(\.freezerIntervalSeconds, 0.001...1e9),
      "time between two apps that are frozen [XNU: 10 s]"),
    .init(
      "freezer_reserve", .number, .integer(\.freezerReserve, 0...1_000_000),
      "works while more suspended apps than this are not frozen [XNU: 4]"),
    .init(
      "freezer_budget", .mebibytes, .number(\.freezerBudgetMiB, 0...1e9),
      "written a day at most [XNU: 2048 MB]"),
    .init(
      "thaw_per_mib", .seconds, .number(\.thawSecondsPerMiB, 0...10),
      "time to read one MiB back from storage [assumed: 800 MiB/s]"),
    .init(
      "freezer_demotions", .number, .integer(\.freezerDemotions, 0...1_000_000),
      "hardly used frozen apps demoted a day [XNU: 2]"),
    .init(
      "freezer_demotion_thaws", .number, .integer(\.freezerDemotionThaws, 0...1_000_000),
      "thaws below which a frozen app may be demoted [XNU: 5]"),
    .init(
      "storage_emergencies_per_day", .perDay, .number(\.storageEmergenciesPerDay, 0...1e6),
      "times a day that storage is short and all frozen apps die [none by default]"),
  ]

  private static let pressureFields: [ParameterField<DeviceConfiguration>] = [
    .init(
      "sustained_pressure", .seconds, .number(\.sustainedSeconds, 0.001...1e9),
      "time at Warning before idle processes are killed for it [XNU: 10 min]"),
    .init(
      "sustained_interval", .seconds, .number(\.sustainedIntervalSeconds, 0.001...1e9),
      "time between two such kills [XNU: 0.5 s]"),
    .init(
      "warning_interval", .seconds, .number(\.warningIntervalSeconds, 0...1e9),
      "time between two memory warnings [XNU: 250 ms]"),
    .init(
      "warning_rest", .seconds, .number(\.warningRestSeconds, 0.001...1e9),
      "rest after everybody was warned [XNU: 25 s]"),
    .init(
      "warning_smoothing", .seconds, .number(\.warningSmoothingSeconds, 0...1e9),
      "how long a lower pressure must hold before it counts [XNU: 5 s]"),
    .init(
      "warning_minimum", .mebibytes, .number(\.warningMinimumMiB, 0...1e7),
      "smallest footprint that is warned [XNU: 6 MB]"),
    .init(
      "warning_line", .fraction, .number(\.warningLine, 0...1),
      "non-compressed share below which pressure is Warning [XNU]"),
    .init(
      "warning_clear_line", .fraction, .number(\.warningClearLine, 0...1),
      "non-compressed share above which pressure is Normal again [XNU]"),
    .init(
      "pressure_critical_line", .fraction, .number(\.pressureCriticalLine, 0...1),
      "non-compressed share below which pressure is Critical [XNU]"),
    .init(
      "pressure_critical_clear_line", .fraction, .number(\.pressureCriticalClearLine, 0...1),
      "non-compressed share above which pressure is Warning again [XNU]"),
  ]

  private static let appFields: [ParameterField<DeviceConfiguration>] = [
    .init(
      "resume", .seconds, .number(\.resumeSeconds, 0...3600),
      "latency of a resume before decompression [assumed]"),
    .init(
      "growth_factor", .number, .number(\.growthFactor, 1...100),
      "footprint after growth in front, times the launch footprint [assumed]"),
    .init(
      "growth_time", .seconds, .number(\.growthSeconds, 0.001...1e9),
      "time in front until the growth is complete [assumed]"),
    .init(
      "growth_steps", .number, .integer(\.growthSteps, 0...1000),
      "steps in which it grows; 0 = no growth [assumed]"),
    .init(
      "background_trim", .fraction, .number(\.backgroundTrim, 0.01...1),
      "footprint kept on entering background [assumed]"),
    .init(
      "warning_trim", .fraction, .number(\.warningTrim, 0.01...1),
      "footprint kept after a memory warning [assumed]"),
    .init(
      "app_limit", .fraction, .number(\.appLimitFraction, 0...1),
      "fatal footprint limit of an app as a share of RAM [crash tables: 50-68 % on phones]"),
    .init(
      "launch_watchdog", .seconds, .number(\.launchWatchdogSeconds, 0.001...1e9),
      "longest launch before the watchdog kills it [crash logs: 20 s]"),
    .init(
      "regret_window", .seconds, .number(\.regretSeconds, 0...1e9),
      "a purge is regretted when the app is opened again within it"),
  ]

  private static let ageingFields: [ParameterField<DeviceConfiguration>] = [
    .init(
      "ageing", .seconds, .number(\.ageingSeconds, 0...3600),
      "time in the ageing band after leaving [XNU: 2 s]"),
    .init(
      "helper_ageing", .seconds, .number(\.helperAgeingSeconds, 0...3600),
      "time a helper ages before it is idle [XNU: 2 s]"),
    .init(
      "helper_ageing_medium", .seconds, .number(\.mediumRelaunchAgeingSeconds, 0...3600),
      "the same when it is mostly relaunched 5-10 s after a kill [XNU: 5 s]"),
    .init(
      "helper_ageing_high", .seconds, .number(\.highRelaunchAgeingSeconds, 0...3600),
      "the same when it is mostly relaunched within 5 s of a kill [XNU: 10 s]"),
  ]

  /// The fields of the `background:` section of a scenario.
  public static let backgroundSectionFields: [ParameterField<DeviceConfiguration>] = [
    .init(
      "grant", .seconds, .distribution(\.grantSeconds),
      "longest background task [iOS 13 and later: about 30 s; before 180 s and 600 s]"),
    .init(
      "refresh", .seconds, .number(\.refreshSeconds, 0...86_400),
      "longest background refresh or push wake-up [about 30 s]"),
    .init(
      "pushes_per_hour", .number, .integer(\.pushesPerHour, 0...3600),
      "silent pushes accepted an hour and app [Apple: two or three]"),
    .init(
      "task_limit", .number, .optionalNumber(\.backgroundTaskLimit, 0...1e6),
      "background tasks at the same time; none = no limit"),
  ]
}
