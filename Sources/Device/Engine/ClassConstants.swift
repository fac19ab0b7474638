import RandomStreams
import Workload

/// What the hot path needs of an ``AppClass``, compiled: sizes in KiB, samplers instead of
/// distributions.
struct ClassConstants: BitwiseCopyable {
  let isHelper: Bool
  let exitsOnSuspend: Bool
  let hasExpirationHandler: Bool
  let hasSoftLimit: Bool
  let filePages: UInt32
  let warmPages: UInt32
  let softLimit: UInt32
  let fatalLimit: UInt32
  let taskProbability: Double
  let meanColdLaunch: Double
  let coldLaunch: Sampler
  let warmLaunch: Sampler
  let taskLength: Sampler
  let demandLength: Sampler
  let footprint: Sampler

  init(
    _ appClass: AppClass, _ configuration: DeviceConfiguration, arena: SamplerArena
  ) throws(DistributionError) {
    isHelper = appClass.kind.isHelper
    exitsOnSuspend = appClass.exitsOnSuspend
    hasExpirationHandler = appClass.hasExpirationHandler
    hasSoftLimit = appClass.softLimitMiB != nil
    filePages = Self.kibibytes(appClass.filePagesMiB)
    warmPages = UInt32((Double(filePages) * configuration.warmFraction).rounded(.up))
    softLimit = Self.kibibytes(appClass.softLimitMiB ?? 1e9)
    fatalLimit = Self.kibibytes(
      appClass.fatalLimitMiB ?? configuration.appLimitFraction * configuration.ramMiB)
    taskProbability = appClass.taskProbability
    coldLaunch = try arena.compile(appClass.coldLaunchSeconds)
    warmLaunch = try arena.compile(appClass.warmLaunchSeconds)
    taskLength = try arena.compile(appClass.taskLengthSeconds)
    demandLength = try arena.compile(appClass.demandLengthSeconds)
    footprint = try arena.compile(appClass.footprintMiB)
    meanColdLaunch = appClass.coldLaunchSeconds.mean ?? 2
  }

  /// Whole KiB of a size in MiB, at most 4 TiB − 1 KiB: the widest a record holds.
  static func kibibytes(_ mebibytes: Double) -> UInt32 {
    let value = (mebibytes * 1024).rounded()
    return value > 0 ? UInt32(min(value, 4_294_967_295)) : 0
  }
}

/// The device's timers and ratios, compiled: durations in ticks, sizes in KiB.
struct DeviceConstants: BitwiseCopyable {
  let isPlain: Bool
  let killLatency: Ticks
  let reaperIdle: Ticks
  let reaperInterval: Ticks
  let appAgeing: Ticks
  let helperAgeing: Ticks
  let grant: Ticks
  let refresh: Ticks
  let growthInterval: Ticks
  let growthSteps: Int
  let regretWindow: Ticks
  let launchWatchdog: Ticks
  let growthFactor: Double
  let backgroundTrim: Double
  let warningTrim: Double
  let resumeTouch: Double
  let compressFraction: Double
  let poolPerCompressed: Double
  let compressTicksPerKiB: Double
  let decompressTicksPerKiB: Double
  let resumeTicks: Double
  let pushesPerHour: Int

  init(_ configuration: DeviceConfiguration) {
    isPlain = configuration.profile == .plain
    killLatency = Ticks(rounding: configuration.killLatencySeconds)
    reaperIdle = Ticks(rounding: configuration.reaperIdleSeconds)
    reaperInterval = max(1, Ticks(rounding: configuration.reaperIntervalSeconds))
    appAgeing = Ticks(rounding: configuration.ageingSeconds)
    helperAgeing = Ticks(rounding: configuration.helperAgeingSeconds)
    grant = Ticks(rounding: configuration.grantSeconds)
    refresh = Ticks(rounding: configuration.refreshSeconds)
    growthSteps = configuration.growthFactor > 1 ? configuration.growthSteps : 0
    growthInterval = max(
      1, Ticks(rounding: configuration.growthSeconds / Double(max(1, growthSteps))))
    regretWindow = Ticks(rounding: configuration.regretSeconds)
    launchWatchdog = Ticks(rounding: configuration.launchWatchdogSeconds)
    growthFactor = configuration.growthFactor
    backgroundTrim = configuration.backgroundTrim
    warningTrim = configuration.warningTrim
    resumeTouch = configuration.resumeTouchFraction
    compressFraction = configuration.compressFraction
    poolPerCompressed = 1 / configuration.compressRatio
    compressTicksPerKiB = 1e6 / (configuration.compressRate * 1024)
    decompressTicksPerKiB = configuration.decompressSecondsPerMiB * 1e6 / 1024
    resumeTicks = configuration.resumeSeconds * 1e6
    pushesPerHour = configuration.pushesPerHour
  }

  /// The pool that `compressed` KiB of full-size memory take; the same for equal sizes, so that
  /// what an app put in is exactly what it takes out.
  @inline(__always)
  func pool(_ compressed: UInt32) -> Int64 {
    Int64((Double(compressed) * poolPerCompressed).rounded(.up))
  }
}
