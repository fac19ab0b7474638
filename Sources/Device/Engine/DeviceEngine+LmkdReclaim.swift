import Workload

/// Profile `android`: watermarks, kswapd, direct reclaim, swap and file pages.
///
/// Reclaim takes clean file pages, least recently used app first, and dirty pages of cached
/// processes, longest cached first, into swap in compressed memory. What an allocation lacks it
/// reclaims itself, which stalls it; kswapd works beside it without a stall.
extension DeviceEngine where Policy: ~Copyable {
  /// What still fits into swap, uncompressed.
  var swapRoom: Int64 { android.constants.swapSize - memory.compressed }

  /// How many processes do finite work in background.
  var services: Int { apps.size(.background) + apps.size(.helperAgeing) }

  /// A process stalls on memory.
  ///
  /// The stall is complete when no other process does finite work meanwhile: foreground services
  /// sleep nearly always, and the app in front waits for its user.
  mutating func stall(_ ticks: Double, isService: Bool = false) {
    let length = Ticks(ticks.rounded())
    guard length > 0 else { return }
    android.some.add(length, now: now)
    if services == (isService ? 1 : 0) { android.full.add(length, now: now) }
    if android.isMonitoring || android.mayMatter(length, now: now) { monitorStalls() }
  }

  /// The stall of the present event, once: part of the latency of a launch or resume.
  mutating func takeStall() -> Double {
    let ticks = android.eventStall
    android.eventStall = 0
    return ticks
  }

  /// An allocation has pushed free memory `short` KiB below the min watermark.
  mutating func reclaimDirectly(_ short: Int64) {
    android.directScans &+= 1
    let ticks = reclaim(short) * android.constants.directShare
    android.eventStall += ticks
    stall(ticks)
  }

  /// Takes memory back as far as there is some to take; returns the time that takes, in ticks.
  @discardableResult
  mutating func reclaim(_ wanted: Int64) -> Double {
    touchRunning()
    let half = swapOut(Int64(Double(wanted) * android.constants.swapShare))
    let dropped = files.reclaim(wanted - half.gained, apps)
    memory.file -= dropped
    if dropped > 0 { android.mayMissPages = true }
    var ticks = half.ticks + Double(dropped) * android.constants.reclaimTicksPerKiB
    let left = wanted - half.gained - dropped
    if left > 0 { ticks += swapOut(left).ticks }
    return ticks
  }

  /// Running processes use their file pages: they are the last to lose any.
  private mutating func touchRunning() {
    touchFiles(of: .media)
    touchFiles(of: .helperAgeing)
    touchFiles(of: .background)
    touchFiles(of: .foreground)
  }

  private mutating func touchFiles(of band: Band) {
    var app = apps.head(band)
    while app != noApp {
      if apps[app].filePages > 0 { files.touch(app, apps) }
      app = apps[app].next
    }
  }

  /// Moves dirty pages of the longest-cached processes into swap until that has freed `wanted` KiB.
  private mutating func swapOut(_ wanted: Int64) -> (gained: Int64, ticks: Double) {
    var gained: Int64 = 0
    var swapped: Int64 = 0
    let kept = 1 - 1 / constants.compressRatio
    guard kept > 0.01 else { return (0, 0) }
    while gained < wanted, compressCursor != noApp {
      let app = compressCursor
      let room = swapRoom
      guard room > 0 else { break }
      // At least a MiB at a time: the pool's share of an app is rounded up.
      let needed = max(1024, Int64((Double(wanted - gained) / kept).rounded(.up)))
      let most = Int64(compressible(app))
      let amount = min(most, room, needed)
      let gain = amount > 0 ? swap(app, UInt32(amount)) : 0
      gained += gain
      if gain > 0 { swapped += amount }
      if gain <= 0 || amount == most { compressCursor = apps[app].next }
    }
    return (gained, Double(swapped) * constants.compressTicksPerKiB)
  }

  /// Moves `amount` KiB of a cached process into swap unless that gains nothing; returns the gain.
  mutating func swap(_ app: AppID, _ amount: UInt32) -> Int64 {
    let before = apps[app]
    var after = before
    after.compress(amount, ratio: constants.compressRatio)
    let gain = Int64(amount) - (after.pool - before.pool)
    guard gain > 0 else { return 0 }
    apps[app].compressed = after.compressed
    apps[app].poolShare = after.poolShare
    memory.compressed += Int64(amount)
    memory.resident -= Int64(amount)
    memory.pool += after.pool - before.pool
    updateCandidate(app)
    return gain
  }

  /// Swaps until an allocation of `amount` KiB fits; false when it does not.
  mutating func swapForRoom(_ amount: Int64) -> Bool {
    let short = amount - launchRoom
    guard short > 0 else { return true }
    android.directScans &+= 1
    let ticks = swapOut(short).ticks * android.constants.directShare
    android.eventStall += ticks
    stall(ticks)
    return amount <= launchRoom
  }

  /// What the app in front may grow by; when even swapping is not enough it stalls on it.
  mutating func roomToGrow(_ wanted: Int64) -> Int64 {
    if !swapForRoom(wanted) { stall(Double(android.constants.stallWindow)) }
    return max(0, launchRoom)
  }

  /// Wakes kswapd below the low watermark.
  mutating func wakeKswapd() {
    guard !android.kswapdIsScheduled, memory.free < android.constants.lowWatermark,
      memory.file > 0 || (compressCursor != noApp && swapRoom > 0)
    else { return }
    android.kswapdIsScheduled = true
    let short = Double(android.constants.highWatermark - memory.free)
    let share = android.constants.swapShare
    let perKiB =
      share * constants.compressTicksPerKiB
      + (1 - share) * android.constants.reclaimTicksPerKiB
    let work = max(1000, Ticks((short * perKiB).rounded()))
    startDeviceTimer(
      .kswapd, at: max(now + work, max(android.allocatesUntil, android.kswapdRestsUntil)))
  }

  /// kswapd has reclaimed up to the high watermark, as far as there was something to reclaim.
  mutating func finishKswapd() {
    android.kswapdIsScheduled = false
    let short = android.constants.highWatermark - memory.free
    guard short > 0 else { return }
    events &+= 1
    android.kswapdScans &+= 1
    let before = memory.free
    reclaim(short)
    if memory.free == before { android.kswapdRestsUntil = now + android.constants.stallStep }
  }

  /// An app starts or wakes: it reads its clean file pages, as far as there is room beside them.
  mutating func readFilePages(_ app: AppID) {
    let isAlive = apps[app].state != .notRunning
    if !isAlive {
      android[app].compaction = .none
      android[app].told = .normal
    }
    let full = Int64(constantsOfClass(app).pointee.filePages)
    let have = Int64(apps[app].filePages)
    let room = launchRoom - have
    let again = addFilePages(app, max(0, min(full - have, room)))
    if Int64(apps[app].filePages) < full { android.mayMissPages = true }
    // What a launch reads is part of its latency anyway.
    guard isAlive else { return }
    let ticks = Double(again) * android.constants.readTicksPerKiB
    android.eventStall += ticks
    stall(ticks, isService: apps[app].band == .background)
  }

  /// Brings `amount` KiB of an app's missing file pages in, whatever has to go for them.
  ///
  /// Returns how much of it had been there before, which is what the kernel counts as refaults.
  mutating func addFilePages(_ app: AppID, _ amount: Int64) -> Int64 {
    guard amount > 0 else {
      if apps[app].filePages > 0 { files.touch(app, apps) }
      return 0
    }
    let again = noteRead(app, amount)
    let short = amount - max(0, memory.free - lines.floor)
    if short > 0 { reclaimDirectly(short) }
    let added = max(0, min(amount, memory.free - lines.floor))
    if added > 0 || apps[app].filePages > 0 { files.touch(app, apps) }
    apps[app].filePages += UInt32(added)
    memory.file += added
    return again
  }

  /// Missing pages are read evenly: of `amount`, as many were there before as of all that miss.
  private mutating func noteRead(_ app: AppID, _ amount: Int64) -> Int64 {
    let full = Int64(constantsOfClass(app).pointee.filePages)
    let have = Int64(apps[app].filePages)
    let seen = Int64(android[app].seenFilePages)
    // At most `amount`, but the product of two sizes of terabytes has more than 64 bits.
    let again =
      full > have
      ? (full - have).dividingFullWidth(amount.multipliedFullWidth(by: max(0, seen - have)))
        .quotient : 0
    android[app].seenFilePages = UInt32(min(full, max(seen, seen + amount - again)))
    android.refaulted += again
    if statistics.isMeasuring { statistics.refaulted &+= UInt64(again) }
    return again
  }
}
