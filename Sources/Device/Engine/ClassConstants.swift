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
  let purgeable: UInt32
  let softLimit: UInt32
  let idleSoftLimit: UInt32
  let fatalLimit: UInt32
  let idleFatalLimit: UInt32
  /// Above it an app is told that it nears its fatal limit.
  let limitWarning: UInt32
  let taskProbability: Double
  let audioProbability: Double
  let accessoryProbability: Double
  let locationProbability: Double
  let lockProbability: Double
  let crashGap: Double
  let meanColdLaunch: Double
  let coldLaunch: Sampler
  let warmLaunch: Sampler
  let taskLength: Sampler
  let demandLength: Sampler
  let footprint: Sampler
  let audioLength: Sampler
  let accessoryLength: Sampler
  let locationLength: Sampler
  let processingLength: Sampler

  init(
    _ appClass: AppClass, _ configuration: DeviceConfiguration, arena: SamplerArena
  ) throws(DistributionError) {
    isHelper = appClass.kind.isHelper
    exitsOnSuspend = appClass.exitsOnSuspend
    hasExpirationHandler = appClass.hasExpirationHandler
    hasSoftLimit = appClass.softLimitMiB != nil || appClass.inactiveSoftLimitMiB != nil
    filePages = Self.kibibytes(appClass.filePagesMiB)
    warmPages = UInt32((Double(filePages) * configuration.warmFraction).rounded(.up))
    purgeable = Self.kibibytes(appClass.purgeableMiB)
    softLimit = Self.kibibytes(appClass.softLimitMiB ?? 1e9)
    idleSoftLimit = Self.kibibytes(
      appClass.inactiveSoftLimitMiB ?? appClass.softLimitMiB ?? 1e9)
    let fatal = appClass.fatalLimitMiB ?? configuration.appLimitFraction * configuration.ramMiB
    fatalLimit = Self.kibibytes(fatal)
    idleFatalLimit = Self.kibibytes(appClass.inactiveFatalLimitMiB ?? 1e9)
    // Once, at 80 % of the limit or 100 MB below it, 50 MB on devices below 1 GB [XNU task.c].
    limitWarning = Self.kibibytes(
      max(0.8 * fatal, fatal - (configuration.ramMiB < 1024 ? 50 : 100)))
    taskProbability = appClass.taskProbability
    audioProbability = appClass.audioProbability
    accessoryProbability = appClass.accessoryProbability
    locationProbability = appClass.locationProbability
    lockProbability = appClass.lockProbability
    crashGap = appClass.crashesPerHour > 0 ? 3600 / appClass.crashesPerHour : 0
    audioLength = try arena.compile(appClass.audioLengthSeconds)
    accessoryLength = try arena.compile(appClass.accessoryLengthSeconds)
    locationLength = try arena.compile(appClass.locationLengthSeconds)
    processingLength = try arena.compile(appClass.processingLengthSeconds)
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
