import Workload

/// Profile `android`: lmkd looks, decides and kills.
extension DeviceEngine where Policy: ~Copyable {
  /// lmkd looks: after an event of the pressure monitor, or some time after the last look.
  ///
  /// While it waits for its last victim's death it does nothing; the look after that is planned.
  mutating func look(isEvent: Bool, isComplete: Bool) {
    guard now >= android.waitsUntil else { return }
    let decision = android.lmkd.decide(reading(isComplete: isComplete))
    let hasKilled = decision.map { killFor($0) } ?? false
    let goesOn = isEvent || hasKilled || android.lmkd.sawDirectReclaim
    if goesOn { android.looksUntil = android.afterDeath(now) + android.constants.stallWindow }
    let isFast = hasKilled || android.lmkd.swapIsLow
    let pause = isFast ? android.constants.fastPoll : android.constants.poll
    let next = android.afterDeath(now) + pause
    guard next <= android.looksUntil else {
      android.nextLook = .max
      return
    }
    android.nextLook = next
    startDeviceTimer(.lmkd, at: next)
  }

  private func reading(isComplete: Bool) -> LmkdReading {
    LmkdReading(
      now: now,
      // A launch that waits for memory has taken what is free.
      free: requests.isEmpty ? memory.free : -1, file: memory.file, anonymous: memory.resident,
      swapped: memory.compressed, refaults: android.refaulted,
      directScans: android.directScans, kswapdScans: android.kswapdScans,
      isComplete: isComplete)
  }

  /// Kills one process; false when nobody may be killed.
  private mutating func killFor(_ decision: LmkdDecision) -> Bool {
    let victim = lmkdVictim(lowestScore: decision.lowestScore)
    guard victim != noApp else {
      // Everybody is dead and their memory is back: what waits can never be started.
      if decision.lowestScore == 0, !requests.isEmpty, returns.isEmpty { dropRequest() }
      return false
    }
    events &+= 1
    purge(victim, decision.cause)
    android.lmkd.didKill()
    android.waitsUntil = now + min(constants.killLatency, android.constants.killTimeout)
    if !requests.isEmpty { serveRequests() }
    return true
  }

  /// The process to kill: from the highest score down to `lowestScore`, in the policy's order.
  ///
  /// At or below 200 the heaviest, whatever the policy [lmkd.cpp `find_and_kill_process`].
  private mutating func lmkdVictim(lowestScore: Int) -> AppID {
    func mayKill(_ band: Band) -> Bool {
      apps.size(band) > 0 && LmkdScores.score(of: band) >= lowestScore
    }
    if apps.size(.idle) > 0 {
      if Policy.followsScores {
        let step = highestCachedStep()
        if step.score >= lowestScore { return firstInStep(step) }
      } else if mayKill(.idle) {
        return victim(in: .idle)
      }
    }
    if mayKill(.helperAgeing) { return victim(in: .helperAgeing) }
    if mayKill(.appAgeing) { return victim(in: .appAgeing) }
    if mayKill(.background) { return victim(in: .background) }
    if mayKill(.media) { return heaviest(in: .media) }
    return mayKill(.foreground) ? heaviest(in: .foreground) : noApp
  }

  /// The process of a band with most resident memory, file pages included.
  private func heaviest(in band: Band) -> AppID {
    var app = apps.head(band)
    var best = app
    while app != noApp {
      if residentSize(app) > residentSize(best) { best = app }
      app = apps[app].next
    }
    return best
  }

  /// What lmkd reads as a process's size: dirty pages that are not swapped, and file pages.
  func residentSize(_ app: AppID) -> Int64 {
    let record = apps[app]
    return Int64(record.footprint) - Int64(record.compressed) + Int64(record.filePages)
  }

  /// A step of the cached range: its score, its kind, and how many processes share it.
  private typealias CachedStep = (score: Int, isEmpty: Bool, count: Int)

  /// The highest step that holds a cached process.
  private func highestCachedStep() -> CachedStep {
    let empty = lastStep(isEmpty: true, count: android.emptyCount)
    let activities = lastStep(isEmpty: false, count: apps.size(.idle) - android.emptyCount)
    return empty.score > activities.score ? empty : activities
  }

  private func lastStep(isEmpty: Bool, count: Int) -> CachedStep {
    guard count > 0 else { return (-1, isEmpty, 0) }
    let sharing = LmkdScores.sharing(count: count)
    let inStep = count - (count - 1) / sharing * sharing
    return (LmkdScores.cached(rank: count - 1, count: count, isEmpty: isEmpty), isEmpty, inStep)
  }

  /// The first of a step in the policy's order: it holds those of its kind that were cached first.
  ///
  /// Complexity: O(cached processes from the first of the step to the last).
  private func firstInStep(_ step: CachedStep) -> AppID {
    var app = step.isEmpty ? android.oldestEmpty : android.oldestActivity
    var best = place(app)
    var left = step.count - 1
    while left > 0 {
      app = apps[app].next
      guard constantsOfClass(app).pointee.isHelper == step.isEmpty else { continue }
      left -= 1
      best = min(best, place(app))
    }
    return best.app
  }

  private func place(_ app: AppID) -> CachedPlace {
    let key = Policy.order == .key ? candidates.key(of: app) : 0
    return CachedPlace(key: key, bandChange: apps[app].bandChange, app: app)
  }
}

/// A cached process's place in its step: key, then oldest band change, then app order.
private struct CachedPlace: Comparable {
  let key: Double
  let bandChange: Ticks
  let app: AppID

  static func < (first: CachedPlace, second: CachedPlace) -> Bool {
    if first.key != second.key { return first.key < second.key }
    if first.bandChange != second.bandChange { return first.bandChange < second.bandChange }
    return first.app < second.app
  }
}
