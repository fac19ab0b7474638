import Workload

extension DeviceEngine where Policy: ~Copyable {
  /// Checks what must hold after every event; ends the run as failed when it does not.
  ///
  /// Memory is conserved with every term ≥ 0 and equals the sum over the apps, one app at most is
  /// in front, bands and states agree, and the candidates are the idle band.
  ///
  /// - Complexity: O(apps)
  mutating func checkInvariants() {
    if let text = violatedInvariant() {
      failure = failure ?? .invariant("\(text) at \(now.inSeconds) s")
    }
  }

  private func violatedInvariant() -> String? {
    var resident: Int64 = 0
    var pool: Int64 = 0
    var compressed: Int64 = 0
    var file: Int64 = 0
    var inFront = 0
    var frozen = 0
    var tasks = 0
    var alive = 0
    for index in 0..<apps.count {
      let record = apps.records[index]
      file += Int64(record.filePages)
      if let text = violation(of: record, AppID(index)) { return "app \(index): \(text)" }
      guard record.state != .notRunning else { continue }
      alive += 1
      resident += Int64(record.footprint) - Int64(record.compressed)
      if !record.flags.contains(.frozen) { compressed += Int64(record.compressed) }
      if record.flags.contains(.frozen) { frozen += 1 }
      if record.flags.contains(.tasked) { tasks += 1 }
      pool += record.pool
      if record.state == .active || record.state == .inactive { inFront += 1 }
    }
    if resident != memory.resident { return "resident \(memory.resident), apps hold \(resident)" }
    if pool != memory.pool { return "pool \(memory.pool), apps hold \(pool)" }
    if compressed != memory.compressed { return "compressed differs from the apps' sum" }
    if file != memory.file { return "file cache \(memory.file), apps have \(file)" }
    if memory.free < 0 { return "free memory \(memory.free) KiB" }
    if memory.dying < 0 || memory.file < 0 || memory.pool < 0 { return "a negative term" }
    if frozen != freezer.frozen { return "\(frozen) frozen, the freezer counts \(freezer.frozen)" }
    if tasks != runningTasks { return "\(tasks) tasks run, \(runningTasks) are counted" }
    if front != noApp, inFront == 0, !apps[front].flags.contains(.waiting) {
      return "app \(front) should be in front, but is \(apps[front].state.name)"
    }
    if inFront > 1 { return "\(inFront) apps in front" }
    let listed = Band.allCases.reduce(0) { $0 + apps.size($1) }
    if listed != alive { return "\(listed) processes in bands, \(alive) alive" }
    if candidateCount != apps.size(.idle) {
      return "\(candidateCount) candidates, \(apps.size(.idle)) idle"
    }
    return constants.isAndroid ? violatedAndroidInvariant() : nil
  }

  private func violation(of record: AppRecord, _ app: AppID) -> String? {
    switch record.state {
    case .notRunning:
      if record.footprint != 0 || record.timer != 0 {
        return "not running, but has memory or timer"
      }
    case .active, .inactive:
      if app != front { return "in front, but not the front app" }
      if record.band != .foreground { return "in front in band \(record.band)" }
    case .background:
      let isService = constants.isAndroid && record.band == .helperAgeing
      if record.band != .background, record.band != .media, !isService {
        return "in background in band \(record.band)"
      }
      if record.timer == 0 { return "runs in background without end" }
    case .suspended:
      if record.band == .background || record.band == .foreground || record.band == .media {
        return "suspended in band \(record.band)"
      }
    }
    if record.compressed > record.footprint { return "more compressed than charged" }
    return nil
  }
}
