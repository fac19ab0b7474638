import Workload

/// Profile `android`: cached processes are frozen, and what is frozen is compacted, one at a time.
extension DeviceEngine where Policy: ~Copyable {
  /// A cached process is frozen: it gets no CPU.
  ///
  /// That frees nothing; compaction, which follows, may [AOSP CachedAppOptimizer.onProcessFrozen].
  mutating func freezeCached(_ app: AppID) {
    guard android.constants.compacts else { return }
    android.compactions.append(app)
    startCompaction()
  }

  /// The screen is on: what was to be compacted meanwhile is not.
  mutating func cancelCompactions() {
    while !android.compactions.isEmpty { _ = android.compactions.removeFirst() }
    android.compacting = noApp
    android.compactionDue = .max
  }

  private mutating func startCompaction() {
    while android.compacting == noApp, !android.compactions.isEmpty {
      let app = android.compactions.removeFirst()
      guard apps[app].band == .idle, apps[app].state == .suspended, apps[app].timer == 0 else {
        continue
      }
      let isFull = swapRoom >= android.constants.compactSwapLine
      guard isFull || android.constants.compactsFilePagesInstead,
        mayCompact(app, isFull: isFull)
      else { continue }
      android.compacting = app
      android.compactingSince = apps[app].bandChange
      android.compactsFully = isFull
      let dirty = isFull ? Double(compressible(app)) * constants.compressTicksPerKiB : 0
      let file = dropsFilePages ? Double(apps[app].filePages) : 0
      android.compactionDue =
        now
        + max(
          1, Ticks((dirty + file * android.constants.reclaimTicksPerKiB).rounded()))
      startDeviceTimer(.compaction, at: android.compactionDue)
    }
  }

  /// Whether the present compaction takes file pages.
  private var dropsFilePages: Bool {
    !android.compactsFully || android.constants.compactsFilePages
  }

  /// Large enough, changed enough, and not too soon after the last time.
  private func mayCompact(_ app: AppID, isFull: Bool) -> Bool {
    let process = android[app]
    let record = apps[app]
    let resident = Int64(record.footprint) - Int64(record.compressed)
    if isFull, resident < android.constants.compactMinimum { return false }
    guard process.compaction != .none else { return true }
    let c = android.constants
    let gap =
      process.compaction == .full
      ? (isFull ? c.compactGapFull : c.compactGapAfterFull)
      : (isFull ? c.compactGapAfterFile : c.compactGapFile)
    if now - process.compactedAt < gap { return false }
    let change =
      abs(resident - process.compactedResident)
      + abs(Int64(record.compressed) - process.compactedSwap)
      + abs(Int64(record.filePages) - process.compactedFile)
    return !isFull || change > c.compactChange
  }

  /// A process is compacted, unless it became important meanwhile.
  mutating func finishCompaction() {
    let app = android.compacting
    android.compacting = noApp
    android.compactionDue = .max
    let record = apps[app]
    if record.band == .idle, record.state == .suspended,
      record.bandChange == android.compactingSince
    {
      compact(app)
    }
    startCompaction()
  }

  private mutating func compact(_ app: AppID) {
    events &+= 1
    if statistics.isMeasuring { statistics.compactions += 1 }
    if android.compactsFully {
      let amount = min(Int64(compressible(app)), swapRoom)
      if amount > 0 { _ = swap(app, UInt32(amount)) }
    }
    if dropsFilePages { memory.file -= files.drop(app, apps) }
    var process = android[app]
    process.compaction = android.compactsFully ? .full : .file
    process.compactedAt = now
    process.compactedResident = Int64(apps[app].footprint) - Int64(apps[app].compressed)
    process.compactedSwap = Int64(apps[app].compressed)
    process.compactedFile = Int64(apps[app].filePages)
    android[app] = process
  }
}
