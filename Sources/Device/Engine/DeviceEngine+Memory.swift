import Workload

/// The pressure level that memory warnings follow.
enum PressureLevel: UInt8, BitwiseCopyable {
  case normal, warning, critical
}

extension DeviceEngine where Policy: ~Copyable {
  /// Charges dirty memory; file pages give way when free memory is short.
  ///
  /// The caller has made sure that `amount` is available.
  @inline(__always)
  mutating func allocate(_ amount: Int64) {
    memory.resident += amount
    let short = -memory.free
    if short > 0 { memory.file -= files.reclaim(short, apps) }
  }

  /// Brings an app's clean file pages into the file cache, as far as there is room besides the
  /// app's own; nobody is killed for them.
  @inline(__always)
  mutating func touchFilePages(_ app: AppID) {
    let full = constantsOfClass(app).pointee.filePages
    let have = apps[app].filePages
    let room = memory.free + memory.file - Int64(have)
    let missing = max(0, min(Int64(full) - Int64(have), room))
    guard Int64(have) + missing > 0 else { return }
    files.touch(app, apps)
    guard missing > 0 else { return }
    let short = missing - memory.free
    if short > 0 { memory.file -= files.reclaim(short, apps) }
    apps[app].filePages += UInt32(missing)
    memory.file += missing
  }

  /// Gives a share of an app's uncompressed memory back.
  @inline(__always)
  mutating func trim(_ app: AppID, _ kept: Double) {
    let record = apps[app]
    let wanted = record.footprint - UInt32((Double(record.footprint) * kept).rounded(.up))
    let amount = min(wanted, record.footprint - record.compressed)
    apps[app].footprint -= amount
    memory.resident -= Int64(amount)
  }

  /// Decompresses the part of an app that a resume touches; returns it in KiB, full size.
  @inline(__always)
  mutating func decompress(_ app: AppID) -> UInt32 {
    let before = apps[app].compressed
    guard before > 0 else { return 0 }
    let touched = UInt32(Double(before) * constants.resumeTouch)
    let after = before - touched
    let fromPool = constants.pool(before) - constants.pool(after)
    // When even that does not fit, the pages stay compressed and are read in place.
    guard Int64(touched) - fromPool <= memory.available else { return touched }
    apps[app].compressed = after
    memory.compressed -= Int64(touched)
    memory.pool -= fromPool
    allocate(Int64(touched))
    updatePressure()
    return touched
  }

  /// Starts compressing the longest-suspended app that has something to compress.
  @inline(__always)
  mutating func compressIfNeeded() {
    guard compressing == noApp, compressCursor != noApp, memory.available < lines.compress
    else { return }
    startCompression()
  }

  private mutating func startCompression() {
    while compressCursor != noApp {
      let app = compressCursor
      let amount = compressible(app)
      let gain = constants.pool(apps[app].compressed + amount) - constants.pool(apps[app].compressed)
      if memory.pool + gain > lines.poolLimit { return }
      guard amount > 0 else {
        compressCursor = apps[app].next
        continue
      }
      compressing = app
      compressingSince = apps[app].bandChange
      let duration = (Double(amount) * constants.compressTicksPerKiB).rounded(.up)
      startDeviceTimer(.compressor, at: now + max(1, Ticks(duration)))
      return
    }
  }

  private func compressible(_ app: AppID) -> UInt32 {
    let record = apps[app]
    let most = UInt32(Double(record.footprint) * constants.compressFraction)
    return most > record.compressed ? most - record.compressed : 0
  }

  /// The compressor is through with an app, which may have left the idle band meanwhile.
  mutating func finishCompression() {
    let app = compressing
    compressing = noApp
    let record = apps[app]
    guard record.state == .suspended, record.band == .idle, record.bandChange == compressingSince
    else { return }
    events &+= 1
    let amount = compressible(app)
    let gain = constants.pool(record.compressed + amount) - constants.pool(record.compressed)
    apps[app].compressed += amount
    memory.compressed += Int64(amount)
    memory.resident -= Int64(amount)
    memory.pool += gain
    if compressCursor == app { compressCursor = record.next }
    updatePressure()
    if !requests.isEmpty { serveRequests() }
  }

  /// Follows the second gauge with hysteresis; a rising level warns the apps that run.
  @inline(__always)
  mutating func updatePressure() {
    let share = memory.uncompressedShare
    let before = pressure
    switch pressure {
    case .normal: if share < warningLines.warning { pressure = .warning }
    case .warning:
      if share < warningLines.critical {
        pressure = .critical
      } else if share > warningLines.warningClear {
        pressure = .normal
      }
    case .critical: if share > warningLines.criticalClear { pressure = .warning }
    }
    if pressure.rawValue > before.rawValue { warn() }
  }

  /// Warns every app that runs: in front or in background. Suspended ones are never warned.
  mutating func warn() {
    for band in [Band.background, .foreground] {
      var app = apps.head(band)
      while app != noApp {
        if statistics.isMeasuring { statistics.memoryWarnings += 1 }
        trim(app, constants.warningTrim)
        app = apps[app].next
      }
    }
    if !requests.isEmpty { serveRequests() }
  }
}

/// The lines of the pressure gauge.
struct PressureLines: BitwiseCopyable {
  let warning: Double
  let warningClear: Double
  let critical: Double
  let criticalClear: Double

  init(_ configuration: DeviceConfiguration) {
    warning = configuration.warningLine
    warningClear = configuration.warningClearLine
    critical = configuration.pressureCriticalLine
    criticalClear = configuration.pressureCriticalClearLine
  }
}
