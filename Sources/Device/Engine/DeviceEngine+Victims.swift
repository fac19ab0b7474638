import CShims
import Workload

/// Where the policy meets the engine: who is a candidate, and who goes first.
extension DeviceEngine where Policy: ~Copyable {
  /// What a policy sees of an app.
  @inline(__always)
  func candidate(_ app: AppID) -> Candidate {
    let record = apps[app]
    return Candidate(
      app: app, band: record.band, bandChange: record.bandChange,
      footprintKiB: record.footprint, compressedKiB: record.compressed,
      returnedKiB: UInt32(record.returned))
  }

  /// Brings closer what the policy and the order of candidates keep of an app that is used soon.
  @inline(__always)
  func prefetchUse(_ app: AppID) {
    policy.prefetchUse(app)
    if Policy.order == .key { candidates.prefetch(app) }
  }

  /// How many candidates the policy knows; the size of the idle band unless it keeps none.
  var candidateCount: Int {
    switch Policy.order {
    case .bandChange, .own: apps.size(.idle)
    case .key: candidates.count
    case .score, .choice: table.count
    }
  }

  /// An app has entered the idle band: the policy may choose it from now on.
  @inline(__always)
  mutating func addCandidate(_ app: AppID) {
    switch Policy.order {
    case .bandChange, .own: break
    case .key:
      candidates.insert(.init(key: policy.key(candidate(app)), bandChange: now, app: app))
    case .score: table.insert(app, bandChange: now, policy.parts(candidate(app)))
    case .choice: table.insert(app)
    }
    policy.didEnter(candidate(app))
  }

  /// An app leaves the idle band.
  @inline(__always)
  mutating func removeCandidate(_ app: AppID) {
    switch Policy.order {
    case .bandChange, .own: break
    case .key:
      candidates.remove(app)
      if candidates.isLarge {
        let records = apps.records
        candidates.prefetchNext { jetsim_prefetch(records + Int($0)) }
      }
    case .score: table.remove(app)
    case .choice: table.removeApp(app)
    }
    policy.didLeave(app)
  }

  /// What is compressed of an app of the idle band has changed.
  @inline(__always)
  mutating func updateCandidate(_ app: AppID) {
    if Policy.readsCompression { refreshCandidate(app) }
  }

  /// A process of the idle band has changed otherwise than by itself.
  mutating func refreshCandidate(_ app: AppID) {
    switch Policy.order {
    case .key: candidates.update(app, key: policy.key(candidate(app)))
    case .score: table.update(app, policy.parts(candidate(app)))
    case .bandChange, .choice, .own: break
    }
  }

  /// The policy's victim in a band that is not empty.
  mutating func victim(in band: Band) -> AppID {
    let victim = first(in: band)
    if let text = policy.failure { failure = failure ?? text }
    return victim
  }

  private mutating func first(in band: Band) -> AppID {
    switch Policy.order {
    case .bandChange: return oldest(in: band)
    case .key: return band == .idle ? candidates.first.app : smallestKey(in: band, idleSince: now)
    case .score:
      guard band == .idle else { return largestScore(in: band, idleSince: now) }
      let victim = table.app(policy.largestScore(table.columns, now: Double(now)))
      // A formula that is not a number has no order, and ends the run by itself.
      if checksInvariants, policy.failure == nil { checkPass(victim) }
      return victim
    case .choice:
      return band == .idle ? table.app(policy.choose(count: table.count)) : any(in: band)
    case .own: return band == .idle ? policy.pick() : oldest(in: band)
    }
  }

  /// The head of a band's list; of those that came in the same tick the first in app order.
  @inline(__always)
  private func oldest(in band: Band) -> AppID {
    let head = apps.head(band)
    var first = head
    var app = apps[head].next
    while app != noApp, apps[app].bandChange == apps[head].bandChange {
      first = min(first, app)
      app = apps[app].next
    }
    return first
  }

  private mutating func any(in band: Band) -> AppID {
    var skip = policy.choose(count: apps.size(band))
    var app = apps.head(band)
    while skip > 0 {
      app = apps[app].next
      skip -= 1
    }
    return app
  }

  /// The candidate of the smallest key among those of a band that moved there by `idleSince`.
  ///
  /// Complexity: O(those).
  private mutating func smallestKey(in band: Band, idleSince: Ticks) -> AppID {
    var app = apps.head(band)
    var best = noApp
    var bestNode = CandidateHeap.Node(key: 0, bandChange: 0, app: noApp)
    while app != noApp, apps[app].bandChange <= idleSince {
      let node = CandidateHeap.Node(
        key: policy.key(candidate(app)), bandChange: apps[app].bandChange, app: app)
      if best == noApp || node.precedes(bestNode) {
        best = app
        bestNode = node
      }
      app = apps[app].next
    }
    return best
  }

  /// The candidate of the largest score among those of a band that moved there by `idleSince`.
  ///
  /// Complexity: O(those).
  private mutating func largestScore(in band: Band, idleSince: Ticks) -> AppID {
    var app = apps.head(band)
    var best = noApp
    var bestNode = CandidateHeap.Node(key: 0, bandChange: 0, app: noApp)
    while app != noApp, apps[app].bandChange <= idleSince {
      let parts = policy.parts(candidate(app))
      let node = CandidateHeap.Node(
        key: -policy.score(app, parts, now: Double(now)), bandChange: apps[app].bandChange, app: app
      )
      if best == noApp || node.precedes(bestNode) {
        best = app
        bestNode = node
      }
      app = apps[app].next
    }
    return best
  }

  /// What was noted of the candidates, and the tests before their scores, led to the same victim.
  private mutating func checkPass(_ victim: AppID) {
    let direct = largestScore(in: .idle, idleSince: now)
    if direct != victim {
      failure = failure ?? .invariant("a pass chose app \(victim) instead of \(direct)")
    }
  }

  /// The policy's victim among those idle for long enough, or none.
  mutating func longIdleVictim() -> AppID {
    let head = apps.head(.idle)
    guard head != noApp, now >= constants.reaperIdle else { return noApp }
    let limit = now - constants.reaperIdle
    guard apps[head].bandChange <= limit else { return noApp }
    let first = victim(in: .idle)
    if apps[first].bandChange <= limit { return first }
    switch Policy.order {
    case .key: return smallestKey(in: .idle, idleSince: limit)
    case .score: return largestScore(in: .idle, idleSince: limit)
    case .bandChange, .choice, .own: return head
    }
  }
}

/// Kills of policies that have a trigger of their own.
extension DeviceEngine where Policy: ~Copyable {
  /// Asks a policy with a trigger for victims until it names none; called after every event.
  @inline(__always)
  mutating func followOwnTrigger() {
    if let cause = Policy.ownCause, apps.size(.idle) > 0 { kill(onOwnTrigger: cause) }
  }

  private mutating func kill(onOwnTrigger cause: PurgeCause) {
    while apps.size(.idle) > 0 {
      let state = triggerState()
      guard let victim = policy.triggeredVictim(state) else {
        planAsk(policy.nextAsk(state))
        break
      }
      purge(victim, cause)
    }
    if !requests.isEmpty { serveRequests() }
  }

  @inline(__always)
  private mutating func triggerState() -> TriggerState {
    let first = candidates.first
    let usable = Double(max(1, memory.usable))
    let limit = Double(max(1, lines.poolLimit))
    return TriggerState(
      now: now, first: first.app, firstKey: first.key,
      availableFraction: Double(memory.available) / usable,
      poolFraction: Double(memory.pool) / limit, compressedKiB: Double(memory.compressed))
  }

  /// Sees to it that the trigger is asked again by a time; one timer is pending at most, unless an
  /// earlier one becomes necessary.
  private mutating func planAsk(_ time: Ticks) {
    // A time that has come already waits for something else: for an event, after which it is asked.
    guard time > now, time <= end, policyAsksAt <= now || time < policyAsksAt else { return }
    policyAsksAt = time
    startDeviceTimer(.policy, at: policyAsksAt)
  }
}
