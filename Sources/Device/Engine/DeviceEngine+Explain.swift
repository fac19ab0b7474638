import Workload

/// Why a process is purged, written down while the facts are at hand; only in recorded runs.
extension DeviceEngine where Policy: ~Copyable {
  private typealias Ranked = (app: AppID, value: Double, bandChange: Ticks)

  /// Notes a purge that is about to happen.
  ///
  /// Complexity: O(n log n) for n candidates of the band; a recorded run may take its time.
  mutating func notePurge(_ app: AppID, _ cause: PurgeCause) {
    let record = apps[app]
    let ordered = orderedCandidates(record.band)
    let rank = (ordered.firstIndex { $0.app == app } ?? 0) + 1
    let larger = ordered.filter { apps[$0.app].footprint > record.footprint }.count
    let listed = ordered.enumerated().filter { $0.element.app != app }
    let spared = listed.prefix(PurgeRecord.sparedLimit).map { index, other in
      PurgeRecord.Spared(
        app: other.app, rank: index + 1, returnedKiB: apps[other.app].returned,
        bandChange: other.bandChange)
    }
    let hasValue = Policy.order == .key || Policy.order == .score
    purgeLog.append(
      PurgeRecord(
        time: now, app: app, cause: cause, state: record.state, band: record.band,
        bandChange: record.bandChange, footprintKiB: record.footprint,
        returnedKiB: record.returned, availableKiB: memory.available,
        lineKiB: line(of: cause), uncompressedShare: memory.uncompressedShare,
        poolKiB: memory.pool, poolLimitKiB: lines.poolNear,
        neededKiB: requests.isEmpty ? 0 : requests.first.amount,
        order: Policy.order,
        score: hasValue ? ordered[rank - 1].value : nil, candidates: ordered.count, rank: rank,
        sizeRank: larger + 1, spared: spared))
  }

  /// The line of available memory that a cause belongs to.
  private func line(of cause: PurgeCause) -> Int64? {
    switch cause {
    case .idleExit: lines.idle
    case .vmPageshortage: lines.critical
    case .highwater: lines.soft
    case .longIdleExit: lines.reaper
    case .budget: 0
    default: nil
    }
  }

  /// The processes of a band in the order in which the policy would purge them.
  ///
  /// A policy that chooses by place or keeps an order of its own is shown in the order of the list.
  private mutating func orderedCandidates(_ band: Band) -> [Ranked] {
    var ordered: [Ranked] = []
    var app = apps.head(band)
    while app != noApp {
      ordered.append((app, policyValue(app), apps[app].bandChange))
      app = apps[app].next
    }
    guard Policy.order == .key || Policy.order == .score else { return ordered }
    let sign: Double = Policy.order == .key ? 1 : -1
    ordered.sort {
      $0.value != $1.value
        ? sign * $0.value < sign * $1.value
        : $0.bandChange != $1.bandChange ? $0.bandChange < $1.bandChange : $0.app < $1.app
    }
    return ordered
  }

  private mutating func policyValue(_ app: AppID) -> Double {
    switch Policy.order {
    case .key: policy.key(candidate(app))
    case .score: policy.score(app, policy.parts(candidate(app)), now: Double(now))
    default: 0
    }
  }
}
