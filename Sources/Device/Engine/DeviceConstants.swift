import RandomStreams
import Workload

/// The device's timers and ratios, compiled: durations in ticks, sizes in KiB.
struct DeviceConstants: BitwiseCopyable {
  let isPlain: Bool
  let isAndroid: Bool
  let killLatency: Ticks
  let reaperIdle: Ticks
  let reaperInterval: Ticks
  let appAgeing: Ticks
  let helperAgeing: Ticks
  let mediumRelaunchAgeing: Ticks
  let highRelaunchAgeing: Ticks
  let grant: Sampler
  let refresh: Ticks
  let taskLimit: Int
  let growthInterval: Ticks
  let growthSteps: Int
  let regretWindow: Ticks
  let launchWatchdog: Ticks
  let growthFactor: Double
  let backgroundTrim: Double
  let warningTrim: Double
  let resumeTouch: Double
  let compressFraction: Double
  let compressRatio: Double
  let compressRatioCalm: Double
  let compressTicksPerKiB: Double
  let decompressTicksPerKiB: Double
  let thawTicksPerKiB: Double
  let resumeTicks: Double
  let pushesPerHour: Int
  let freezerSlots: Int
  let freezerMinimum: UInt32
  let freezerInterval: Ticks
  let freezerReserve: Int
  let freezerBudget: Int64
  let freezerDemotions: Int
  let freezerDemotionThaws: Int
  let storageGap: Double
  let sustained: Ticks
  let sustainedInterval: Ticks
  let warningInterval: Ticks
  let warningRest: Ticks
  let warningSmoothing: Ticks
  let warningMinimum: UInt32

  init(
    _ configuration: DeviceConfiguration, arena: SamplerArena
  ) throws(DistributionError) {
    let c = configuration
    isPlain = c.profile == .plain
    isAndroid = c.profile == .android
    killLatency = Ticks(rounding: c.killLatencySeconds)
    reaperIdle = Ticks(rounding: c.reaperIdleSeconds)
    reaperInterval = max(1, Ticks(rounding: c.reaperIntervalSeconds))
    appAgeing = Ticks(rounding: c.ageingSeconds)
    helperAgeing = Ticks(rounding: c.helperAgeingSeconds)
    mediumRelaunchAgeing = Ticks(rounding: c.mediumRelaunchAgeingSeconds)
    highRelaunchAgeing = Ticks(rounding: c.highRelaunchAgeingSeconds)
    grant = try arena.compile(c.grantSeconds)
    refresh = Ticks(rounding: c.refreshSeconds)
    taskLimit = c.backgroundTaskLimit.map { Int($0) } ?? .max
    growthSteps = c.growthFactor > 1 ? c.growthSteps : 0
    growthInterval = max(1, Ticks(rounding: c.growthSeconds / Double(max(1, growthSteps))))
    regretWindow = Ticks(rounding: c.regretSeconds)
    launchWatchdog = Ticks(rounding: c.launchWatchdogSeconds)
    growthFactor = c.growthFactor
    backgroundTrim = c.backgroundTrim
    warningTrim = c.warningTrim
    resumeTouch = c.resumeTouchFraction
    compressFraction = c.compressFraction
    compressRatio = c.compressRatio
    compressRatioCalm = max(c.compressRatio, c.compressRatioCalm)
    compressTicksPerKiB = 1e6 / (c.compressRate * 1024)
    decompressTicksPerKiB = c.decompressSecondsPerMiB * 1e6 / 1024
    thawTicksPerKiB = c.thawSecondsPerMiB * 1e6 / 1024
    resumeTicks = c.resumeSeconds * 1e6
    pushesPerHour = c.pushesPerHour
    freezerSlots = c.freezerSlots
    freezerMinimum = ClassConstants.kibibytes(c.freezerMinimumMiB)
    freezerInterval = max(1, Ticks(rounding: c.freezerIntervalSeconds))
    freezerReserve = c.freezerReserve
    freezerBudget = Int64((c.freezerBudgetMiB * 1024).rounded())
    freezerDemotions = c.freezerDemotions
    freezerDemotionThaws = c.freezerDemotionThaws
    storageGap = c.storageEmergenciesPerDay > 0 ? 86_400 / c.storageEmergenciesPerDay : 0
    sustained = Ticks(rounding: c.sustainedSeconds)
    sustainedInterval = max(1, Ticks(rounding: c.sustainedIntervalSeconds))
    warningInterval = Ticks(rounding: c.warningIntervalSeconds)
    warningRest = max(1, Ticks(rounding: c.warningRestSeconds))
    warningSmoothing = Ticks(rounding: c.warningSmoothingSeconds)
    warningMinimum = ClassConstants.kibibytes(c.warningMinimumMiB)
  }

  /// Compiles a configuration.
  ///
  /// - Throws: ``RunFailure/setup(_:)``.
  init(
    checking configuration: DeviceConfiguration, _ arena: SamplerArena
  ) throws(RunFailure) {
    do { self = try Self(configuration, arena: arena) } catch {
      throw .setup("background grant: \(error)")
    }
  }
}
