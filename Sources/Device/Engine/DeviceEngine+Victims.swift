import Workload

/// Where the policy meets the engine: who is a candidate, and who goes first.
extension DeviceEngine where Policy: ~Copyable {
  /// What a policy sees of an app.
  @inline(__always)
  func candidate(_ app: AppID) -> Candidate {
    let record = apps[app]
    return Candidate(
      app: app, bandChange: record.bandChange, footprintKiB: record.footprint,
      returnedKiB: UInt32(record.returned))
  }

  /// An app has entered the idle band: the policy may choose it from now on.
  @inline(__always)
  mutating func addCandidate(_ app: AppID) {
    guard Policy.order != .bandChange else { return }
    let key = Policy.order == .key ? policy.key(candidate(app)) : 0
    candidates.insert(.init(key: key, bandChange: now, app: app))
  }

  /// An app leaves the idle band.
  @inline(__always)
  mutating func removeCandidate(_ app: AppID) {
    if Policy.order != .bandChange { candidates.remove(app) }
  }

  /// The policy's victim in a band that is not empty.
  mutating func victim(in band: Band) -> AppID {
    switch Policy.order {
    case .bandChange: return apps.head(band)
    case .key: return band == .idle ? candidates.first.app : smallestKey(in: band, idleSince: now)
    case .choice:
      if band == .idle { return chosen() }
      let size = apps.size(band)
      var skip = policy.choose(count: size)
      var app = apps.head(band)
      while skip > 0 {
        app = apps[app].next
        skip -= 1
      }
      return app
    }
  }

  private mutating func chosen() -> AppID {
    let index = policy.choose(count: candidates.count)
    return candidates[index].app
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

  /// The policy's victim among those idle for long enough, or none.
  mutating func longIdleVictim() -> AppID {
    let head = apps.head(.idle)
    guard head != noApp, now >= constants.reaperIdle,
      apps[head].bandChange <= now - constants.reaperIdle
    else { return noApp }
    switch Policy.order {
    case .bandChange: return head
    case .key:
      let first = candidates.first
      if first.bandChange <= now - constants.reaperIdle { return first.app }
      return smallestKey(in: .idle, idleSince: now - constants.reaperIdle)
    case .choice:
      let picked = chosen()
      return apps[picked].bandChange <= now - constants.reaperIdle ? picked : head
    }
  }
}
