/// Where the device's memory is, in KiB.
///
/// usable = wired + resident + pool + file + dying + free, every term ≥ 0 after every event.
/// `dying` is the memory of killed processes that has not come back yet.
struct MemoryLedger: BitwiseCopyable {
  /// Memory the operating system can use.
  let usable: Int64
  /// Kernel and drivers; never reclaimed.
  let wired: Int64
  /// Dirty memory of living processes outside the compressor.
  var resident: Int64 = 0
  /// The compressor's pool: compressed size.
  var pool: Int64 = 0
  /// Clean file pages.
  var file: Int64 = 0
  /// Memory of the killed that is not back yet.
  var dying: Int64 = 0
  /// What is in the pool, at full size.
  var compressed: Int64 = 0

  /// Memory in no use.
  @inline(__always)
  var free: Int64 { usable &- wired &- resident &- pool &- file &- dying }

  /// The kill gauge: free and file-backed memory.
  @inline(__always)
  var available: Int64 { usable &- wired &- resident &- pool &- dying }

  /// Share of non-compressed memory, the gauge of memory warnings
  /// [XNU vm_pageout.c: non-compressed / (non-compressed + compressor)].
  var uncompressedShare: Double {
    let total = usable - wired
    return total > 0 ? Double(total - pool) / Double(total) : 1
  }
}

/// The memory lines in KiB of available memory.
struct MemoryLines: BitwiseCopyable {
  let critical: Int64
  let idle: Int64
  let soft: Int64
  let reaper: Int64
  let compress: Int64
  let freezer: Int64
  /// The highest of them: above it nothing happens.
  let highest: Int64
  /// Largest compressor pool, and how full it may be before processes are killed for it.
  let poolLimit: Int64
  let poolNear: Int64
  /// Free memory that allocations may not take: 0 but for Android's min watermark.
  let floor: Int64

  init(_ configuration: DeviceConfiguration, usable: Int64) {
    func line(_ share: Double) -> Int64 { Int64((Double(usable) * share).rounded()) }
    critical = line(configuration.criticalLine)
    idle = line(configuration.idleLine)
    soft = line(configuration.softLine)
    reaper = line(configuration.reaperLine)
    compress = line(configuration.compressLine)
    freezer = configuration.freezerSlots > 0 ? line(configuration.freezerLine) : 0
    let isAndroid = configuration.profile == .android
    // Android's rules are followed after every event.
    highest =
      isAndroid
      ? .max : max(critical, max(idle, max(soft, max(reaper, max(compress, freezer)))))
    floor =
      isAndroid
      ? Int64((configuration.ramMiB * 1024 * configuration.android.minWatermark).rounded()) : 0
    let swap = configuration.ramMiB * 1024 * configuration.android.swapSize
    poolLimit =
      isAndroid
      ? Int64(swap / configuration.compressRatio) : line(configuration.compressorLimit)
    // An empty pool is never near its limit, even when that is 0.
    poolNear = max(1, Int64((Double(poolLimit) * configuration.compressorNear).rounded()))
  }
}
