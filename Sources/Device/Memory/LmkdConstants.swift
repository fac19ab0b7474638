import Workload

/// The profile `android`, compiled: durations in ticks, sizes in KiB.
struct LmkdConstants: BitwiseCopyable {
  let minWatermark: Int64
  let lowWatermark: Int64
  let highWatermark: Int64
  let swapSize: Int64
  let swapShare: Double
  let directShare: Double
  let reclaimTicksPerKiB: Double
  let readTicksPerKiB: Double
  /// The step of the pressure monitor: ten a window, as in the kernel's psi.c.
  let stallStep: Ticks
  let stallWindow: Ticks
  /// The share of its file pages that a running process touches in one step.
  let touchedShare: Double
  let partialStall: Ticks
  let completeStall: Ticks
  let killTimeout: Ticks
  let poll: Ticks
  let fastPoll: Ticks
  let previous: Ticks
  let serviceDivisor: Int
  let serviceBSize: UInt32
  let cachedActivities: Int
  let cachedEmpty: Int
  let freezeDebounce: Ticks
  let compacts: Bool
  let compactsFilePages: Bool
  let compactsFilePagesInstead: Bool
  let compactMinimum: Int64
  let compactChange: Int64
  let compactGapFull: Ticks
  let compactGapAfterFile: Ticks
  let compactGapAfterFull: Ticks
  let compactGapFile: Ticks
  let compactSwapLine: Int64
  let tellsToTrim: Bool
  let trimsByPressure: Bool
  let trimModerate: Ticks
  let trimLow: Ticks
  let trimCritical: Ticks
  let trimLowCached: Int
  let trimCriticalCached: Int
  /// Cached processes with and without activities above which memory is normal.
  let trimActivities: Int
  let trimEmpty: Int
  /// The least stall within a window that anybody waits for.
  let leastStall: Ticks

  init(_ configuration: DeviceConfiguration) {
    let a = configuration.android
    let ram = configuration.ramMiB * 1024
    func size(_ share: Double) -> Int64 { Int64((ram * share).rounded()) }
    func kibibytes(_ mebibytes: Double) -> Int64 { Int64((mebibytes * 1024).rounded()) }
    minWatermark = size(a.minWatermark)
    lowWatermark = max(minWatermark, size(a.lowWatermark))
    highWatermark = max(lowWatermark, size(a.highWatermark))
    swapSize = size(a.swapSize)
    swapShare = a.swapShare
    directShare = a.directShare
    reclaimTicksPerKiB = a.reclaimSecondsPerMiB * 1e6 / 1024
    readTicksPerKiB = 1e6 / (a.fileReadRate * 1024)
    stallWindow = Ticks(rounding: a.stallWindowSeconds)
    stallStep = max(1, stallWindow / 10)
    touchedShare = min(1, stallStep.inSeconds / a.fileTouchSeconds)
    partialStall = Ticks(rounding: a.partialStallSeconds)
    completeStall = Ticks(rounding: a.completeStallSeconds)
    killTimeout = Ticks(rounding: a.killTimeoutSeconds)
    poll = max(1, Ticks(rounding: a.pollSeconds))
    fastPoll = max(1, Ticks(rounding: a.fastPollSeconds))
    previous = Ticks(rounding: a.previousSeconds)
    serviceDivisor = max(1, a.serviceDivisor)
    serviceBSize = ClassConstants.kibibytes(a.serviceBMiB)
    cachedEmpty = Int(Double(a.cachedProcesses) * a.emptyShare)
    cachedActivities = a.cachedProcesses - cachedEmpty
    freezeDebounce = Ticks(rounding: a.freezeDebounceSeconds)
    compacts = a.compacts
    compactsFilePages = a.compactsFilePages
    compactsFilePagesInstead = a.compactsFilePagesInstead
    compactMinimum = kibibytes(a.compactMinimumMiB)
    compactChange = kibibytes(a.compactChangeMiB)
    compactGapFull = Ticks(rounding: a.compactGapFullSeconds)
    compactGapAfterFile = Ticks(rounding: a.compactGapAfterFileSeconds)
    compactGapAfterFull = Ticks(rounding: a.compactGapAfterFullSeconds)
    compactGapFile = Ticks(rounding: a.compactGapFileSeconds)
    compactSwapLine = Int64((Double(swapSize) * a.compactSwapLine).rounded())
    tellsToTrim = a.tellsToTrim
    trimsByPressure = a.trimsByPressure
    trimModerate = Ticks(rounding: a.trimModerateSeconds)
    trimLow = Ticks(rounding: a.trimLowSeconds)
    trimCritical = Ticks(rounding: a.trimCriticalSeconds)
    trimLowCached = a.trimLowCached
    trimCriticalCached = a.trimCriticalCached
    trimActivities = (a.cachedProcesses - cachedEmpty) / 3
    trimEmpty = cachedEmpty / 2
    let waits = min(partialStall, completeStall)
    let trims = min(trimModerate, min(trimLow, trimCritical))
    leastStall = tellsToTrim && trimsByPressure ? min(waits, trims) : waits
  }
}
