/// The purge policies that the reference cache knows.
enum ReferencePolicy: String, CaseIterable {
  /// The app that was started the longest ago goes.
  case fifo
  /// The app that was used the longest ago goes.
  case lru
  /// The app with the fewest uses since its start goes; of equals the one that reached that count
  /// first.
  case lfu
  /// The app with the lowest L + uses / size goes, where L is the value of the last victim. The
  /// newcomer stands in the queue before room is made, so it can be the victim itself.
  case gdsfBypass
  /// The same, but the newcomer always stays: room is made before it comes.
  case gdsf
  /// The largest app goes; of equals the one used the longest ago.
  case largest
  /// The app whose next use is farthest goes.
  case belady
}

/// A store of apps under a budget, written down from the definitions of the policies alone.
///
/// It shares nothing with the device: apps lie in a list that is searched from end to end, so a
/// mistake in a clever structure cannot be repeated here. A request is an app launch: a hit when
/// the app is in the store, else a miss that purges until the app fits. An app larger than the
/// budget is a miss and purges nothing. The size of an app in the store stays what it was when it
/// came in.
///
/// The rules are those of the published policies: LFU with counts that restart on a purge, GDSF
/// after Cherkasova (1998) with cost 1, Belady (1966).
///
/// - Complexity: O(requests × (requests + apps)).
struct ReferenceCache {
  /// An app in the store.
  private struct Resident {
    var app: Int
    var size: Int
    var startedAt: Int
    var usedAt: Int
    var uses = 1
    var value = 0.0
    var nextUse: Int
  }

  private let budget: Int
  private let policy: ReferencePolicy
  private var residents: [Resident] = []
  private var used = 0
  /// The L of GDSF.
  private var inflation = 0.0

  private init(budget: Int, policy: ReferencePolicy) {
    self.budget = budget
    self.policy = policy
  }

  /// The number of misses of a trace.
  static func misses(
    trace: [(app: Int, size: Int)], budget: Int, policy: ReferencePolicy
  ) -> Int {
    hits(trace: trace, budget: budget, policy: policy).filter { !$0 }.count
  }

  /// For each request whether it is a hit.
  static func hits(
    trace: [(app: Int, size: Int)], budget: Int, policy: ReferencePolicy
  ) -> [Bool] {
    var cache = ReferenceCache(budget: budget, policy: policy)
    return trace.indices.map { index in
      let nextUse = trace[(index + 1)...].firstIndex { $0.app == trace[index].app } ?? Int.max
      return cache.request(trace[index].app, trace[index].size, at: index, nextUse: nextUse)
    }
  }

  private mutating func request(_ app: Int, _ size: Int, at now: Int, nextUse: Int) -> Bool {
    if let place = residents.firstIndex(where: { $0.app == app }) {
      residents[place].usedAt = now
      residents[place].uses += 1
      residents[place].nextUse = nextUse
      residents[place].value = value(of: residents[place])
      return true
    }
    guard size <= budget else { return false }
    var newcomer = Resident(app: app, size: size, startedAt: now, usedAt: now, nextUse: nextUse)
    if policy == .gdsfBypass {
      newcomer.value = value(of: newcomer)
      residents.append(newcomer)
      used += size
      while used > budget { purge() }
    } else {
      while used + size > budget { purge() }
      newcomer.value = value(of: newcomer)
      residents.append(newcomer)
      used += size
    }
    return false
  }

  /// What GDSF thinks an app is worth keeping.
  ///
  /// The factor has no meaning of its own: it decides which equal values rounding keeps equal, and
  /// with it the misses are those of another simulator to the last one.
  private func value(of resident: Resident) -> Double {
    inflation + Double(resident.uses) * 1e6 / Double(resident.size)
  }

  private mutating func purge() {
    var victim = 0
    for place in residents.indices.dropFirst()
    where goesBefore(residents[place], residents[victim]) {
      victim = place
    }
    inflation = residents[victim].value
    used -= residents[victim].size
    residents.remove(at: victim)
  }

  /// Whether `a` is purged before `b`.
  private func goesBefore(_ a: Resident, _ b: Resident) -> Bool {
    switch policy {
    case .fifo: a.startedAt < b.startedAt
    case .lru: a.usedAt < b.usedAt
    // The last use is the moment at which the present count was reached.
    case .lfu: (a.uses, a.usedAt) < (b.uses, b.usedAt)
    case .gdsf, .gdsfBypass: (a.value, a.usedAt) < (b.value, b.usedAt)
    case .largest: (-a.size, a.usedAt) < (-b.size, b.usedAt)
    case .belady: (a.nextUse, b.usedAt) > (b.nextUse, a.usedAt)
    }
  }
}
