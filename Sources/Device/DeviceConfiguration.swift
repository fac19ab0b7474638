public import RandomStreams
import Workload

/// Which rules of taking memory back the device follows.
public enum DeviceProfile: String, Sendable, CaseIterable {
  /// XNU's jetsam: priority bands, lines, compressor, file cache.
  ///
  /// The default.
  case ios
  /// Android's lmkd: a ladder of scores, watermarks, pressure stalls, swap in compressed memory.
  case android
  /// A RAM budget and nothing else; equals a cache simulator miss for miss.
  case plain
}

/// Every line, ratio, timer and latency of a device.
///
/// Sizes are in MiB, durations in seconds, shares between 0 and 1. The memory lines are shares of
/// *usable* RAM. Sources in brackets in ``parameterFields``; XNU is xnu-11417 (iOS 18.4).
public struct DeviceConfiguration: Sendable, Equatable {
  /// The rules the device follows.
  public var profile: DeviceProfile = .ios
  /// Installed memory in MiB.
  public var ramMiB: Double = 4096
  /// Share of `ramMiB` that the operating system can use.
  public var usableFraction: Double = 0.92
  /// Share of usable RAM that is wired (kernel and drivers) and never reclaimed.
  public var wiredFraction: Double = 0.19
  /// Below it a kill may take any band.
  public var criticalLine: Double = 0.04
  /// Below it anything in the idle band may be killed.
  public var idleLine: Double = 0.09
  /// Below it processes over their soft limit may be killed.
  public var softLine: Double = 0.15
  /// Below it processes idle for `reaperIdleSeconds` may be killed.
  public var reaperLine: Double = 0.18
  /// Idle time that the reaper demands.
  public var reaperIdleSeconds: Double = 300
  /// Least time between two sweeps of the reaper.
  public var reaperIntervalSeconds: Double = 300
  /// Below it dirty pages of suspended apps are compressed.
  public var compressLine: Double = 0.30
  /// Uncompressed to compressed size at the idle line and below.
  public var compressRatio: Double = 2.7
  /// Uncompressed to compressed size at the compress line; between the two lines it is
  /// interpolated.
  public var compressRatioCalm: Double = 3.9
  /// Largest share of an app that is compressed.
  public var compressFraction: Double = 0.95
  /// Speed of the compressor in MiB of uncompressed memory a second.
  public var compressRate: Double = 200
  /// Largest size of the compressor's pool, as a share of usable RAM.
  public var compressorLimit: Double = 1
  /// Share of the compressed pages that a resume touches.
  public var resumeTouchFraction: Double = 0.3
  /// Time to decompress one MiB, in seconds.
  public var decompressSecondsPerMiB: Double = 9e-6 * 256
  /// Latency of a resume before decompression, in seconds.
  public var resumeSeconds: Double = 0.1
  /// Time from a kill until the memory is free, in seconds.
  public var killLatencySeconds: Double = 0.05
  /// Growth in front, as a multiple of the launch footprint.
  public var growthFactor: Double = 1.5
  /// Time in front until the growth is complete, in seconds.
  public var growthSeconds: Double = 60
  /// Steps in which it grows.
  public var growthSteps: Int = 6
  /// What is left of the footprint after entering background.
  public var backgroundTrim: Double = 0.8
  /// What is left of the footprint after a memory warning.
  public var warningTrim: Double = 0.9
  /// Share of an app's file pages that must be cached for a launch to be warm.
  public var warmFraction: Double = 0.5
  /// Time in the ageing band after leaving, in seconds.
  public var ageingSeconds: Double = 2
  /// Ageing of helpers after a demand, in seconds.
  public var helperAgeingSeconds: Double = 2
  /// Longest background task that is granted, in seconds, drawn per visit.
  public var grantSeconds: Distribution = .constant(30)
  /// Longest background refresh and push, in seconds.
  public var refreshSeconds: Double = 30
  /// Silent pushes accepted an hour and app.
  public var pushesPerHour: Int = 3
  /// Longest launch before the watchdog kills it, in seconds.
  public var launchWatchdogSeconds: Double = 20
  /// Fatal footprint limit of every app as a share of `ramMiB`; apps may state their own.
  public var appLimitFraction: Double = 0.55
  /// Non-compressed share below which pressure becomes Warning.
  public var warningLine: Double = 0.50
  /// Share above which it becomes Normal again.
  public var warningClearLine: Double = 0.60
  /// Share below which it becomes Critical.
  public var pressureCriticalLine: Double = 0.30
  /// Share above which it becomes Warning again.
  public var pressureCriticalClearLine: Double = 0.35
  /// How full the pool must be, as a share of its limit, for kills of compressor-space-shortage.
  public var compressorNear: Double = 0.98
  /// Frozen apps the freezer holds at most; 0 = no freezer.
  public var freezerSlots: Int = 20
  /// Available share below which the freezer works.
  public var freezerLine: Double = 0.5
  /// Smallest resident size that is frozen, in MiB.
  public var freezerMinimumMiB: Double = 8
  /// Time between two apps that are frozen, in seconds.
  public var freezerIntervalSeconds: Double = 10
  /// The freezer works while more than so many suspended apps are not frozen.
  public var freezerReserve: Int = 4
  /// What the freezer may write a day, in MiB.
  public var freezerBudgetMiB: Double = 2048
  /// Time to read one MiB back when a frozen app is thawed, in seconds.
  public var thawSecondsPerMiB: Double = 1.0 / 800
  /// Frozen apps that may be demoted a day because they were hardly used.
  public var freezerDemotions: Int = 2
  /// Thaws below which a frozen app may be demoted.
  public var freezerDemotionThaws: Int = 5
  /// Storage emergencies a day: all frozen apps die.
  public var storageEmergenciesPerDay: Double = 0
  /// Time at Warning or above before idle processes are killed for sustained pressure, in seconds.
  public var sustainedSeconds: Double = 600
  /// Time between two such kills, in seconds.
  public var sustainedIntervalSeconds: Double = 0.5
  /// Ageing of helpers that are relaunched quickly (5-10 s after a kill), in seconds.
  public var mediumRelaunchAgeingSeconds: Double = 5
  /// Ageing of helpers that are relaunched at once (within 5 s of a kill), in seconds.
  public var highRelaunchAgeingSeconds: Double = 10
  /// Time between two memory warnings, in seconds.
  public var warningIntervalSeconds: Double = 0.25
  /// Rest after everybody was warned, in seconds.
  public var warningRestSeconds: Double = 25
  /// How long a lower pressure must hold before it counts, in seconds.
  public var warningSmoothingSeconds: Double = 5
  /// Smallest footprint that is warned in background, in MiB.
  public var warningMinimumMiB: Double = 6
  /// Background tasks that may run at the same time; none = no limit.
  public var backgroundTaskLimit: Double?
  /// Time within which a purge counts as regretted when the app is opened again, in seconds.
  public var regretSeconds: Double = 600

  /// What only the profile `android` reads.
  public var android = AndroidConfiguration()

  /// The `ios` profile on a 4 GiB phone.
  public init() {}

  /// The defaults of a profile for a RAM size, with XNU's lines for its RAM class.
  ///
  /// RAM classes [XNU kern_memorystatus.c]: ≤ 3 GiB 5/10/15/20 %, ≤ 6 GiB 4/9/15/18 %,
  /// above 4/8/12/16 % (critical, idle, soft, reaper).
  public init(profile: DeviceProfile, ramMiB: Double) {
    self.init()
    self.profile = profile
    self.ramMiB = ramMiB
    if ramMiB <= 3072 {
      (criticalLine, idleLine, softLine, reaperLine) = (0.05, 0.10, 0.15, 0.20)
    } else if ramMiB > 6144 {
      (criticalLine, idleLine, softLine, reaperLine) = (0.04, 0.08, 0.12, 0.16)
    }
    if profile == .plain { usableFraction = 1 }
    if profile == .android { becomeAndroid() }
  }
}
