import Workload

extension DeviceEngine where Policy: ~Copyable {
  /// Charges dirty memory; file pages give way when free memory is short, in the profile `android`
  /// cached processes' pages too.
  ///
  /// The caller has made sure that `amount` is available.
  @inline(__always)
  mutating func allocate(_ amount: Int64) {
    memory.resident += amount
    let short = lines.floor - memory.free
    if short > 0 { makeRoom(short) }
  }

  private mutating func makeRoom(_ short: Int64) {
    if constants.isAndroid {
      reclaimDirectly(short)
    } else {
      memory.file -= files.reclaim(short, apps)
    }
  }

  /// What a new process may take at once.
  @inline(__always)
  var launchRoom: Int64 { memory.available - lines.floor }

  /// Brings an app's clean file pages into the file cache, as far as there is room besides the
  /// app's own; nobody is killed for them.
  @inline(__always)
  mutating func touchFilePages(_ app: AppID) {
    if constants.isAndroid {
      readFilePages(app)
      return
    }
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
    release(app, min(wanted, record.footprint - record.compressed))
  }

  /// Gives uncompressed memory of an app back.
  @inline(__always)
  mutating func release(_ app: AppID, _ amount: UInt32) {
    apps[app].footprint -= amount
    memory.resident -= Int64(amount)
  }

  /// Brings back the part of a compressed or frozen app that a resume touches; returns how long
  /// that takes, in ticks.
  @inline(__always)
  mutating func decompress(_ app: AppID) -> Double {
    let before = apps[app]
    guard before.compressed > 0 else { return 0 }
    let touched = UInt32(Double(before.compressed) * constants.resumeTouch)
    var after = before
    after.compressed -= touched
    let fromPool = before.pool - after.pool
    let isFrozen = before.flags.contains(.frozen)
    let duration = Double(touched) * constants.decompressTicksPerKiB
    // When even that does not fit, the pages stay where they are and are read in place.
    if Int64(touched) - fromPool <= memory.available {
      apps[app].compressed = after.compressed
      if !isFrozen { memory.compressed -= Int64(touched) }
      memory.pool -= fromPool
      allocate(Int64(touched))
      updatePressure()
    }
    guard isFrozen else {
      if constants.isAndroid { stall(duration, isService: before.band == .background) }
      return duration
    }
    freezer.thawed(app)
    return duration + Double(touched) * constants.thawTicksPerKiB
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
      guard amount > 0 else {
        compressCursor = apps[app].next
        continue
      }
      if memory.pool + Int64(Double(amount) / compressRatio) + 1 > lines.poolLimit { return }
      compressing = app
      compressingSince = apps[app].bandChange
      apps.prefetch(apps[app].next)
      let duration = (Double(amount) * constants.compressTicksPerKiB).rounded(.up)
      startDeviceTimer(.compressor, at: now + max(1, Ticks(duration)))
      return
    }
  }

  /// What the compressor may still take of an app in the idle band; nothing of one on storage.
  @inline(__always)
  func compressible(_ app: AppID) -> UInt32 {
    let record = apps[app]
    let most = UInt32(Double(record.footprint) * constants.compressFraction)
    guard most > record.compressed, !record.flags.contains(.frozen) else { return 0 }
    return most - record.compressed
  }

  /// Uncompressed to compressed size now: calm at the compress line, worse under pressure.
  @inline(__always)
  var compressRatio: Double {
    let span = lines.compress - lines.idle
    guard span > 0 else { return constants.compressRatio }
    let calm = min(1, max(0, Double(memory.available - lines.idle) / Double(span)))
    return constants.compressRatio
      + calm * (constants.compressRatioCalm - constants.compressRatio)
  }

  /// The compressor is through with an app, which may have left the idle band meanwhile.
  mutating func finishCompression() {
    let app = compressing
    compressing = noApp
    let before = apps[app]
    guard before.state == .suspended, before.band == .idle, before.bandChange == compressingSince
    else { return }
    events &+= 1
    let amount = compressible(app)
    apps[app].compress(amount, ratio: compressRatio)
    memory.compressed += Int64(amount)
    memory.resident -= Int64(amount)
    memory.pool += apps[app].pool - before.pool
    if compressCursor == app { compressCursor = before.next }
    updateCandidate(app)
    updatePressure()
    if !requests.isEmpty { serveRequests() }
  }
}
