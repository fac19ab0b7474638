import Workload

/// One list of recent tasks: the app of the most recent task first.
struct TaskSnapshot: Equatable {
  /// When it was taken.
  let time: Ticks
  /// The apps, each once, at the place of its most recent task.
  private(set) var apps: [String] = []
  /// How many tasks the list has.
  private(set) var entries = 0

  init(time: Ticks) { self.time = time }

  /// Appends the app of the next task.
  mutating func add(_ app: String) {
    entries += 1
    if !apps.containsExactly(app) { apps.append(app) }
  }

  /// The list without some apps.
  func without(_ dropped: [String]) -> TaskSnapshot {
    guard apps.contains(where: dropped.containsExactly) else { return self }
    var kept = self
    kept.apps = apps.filter { !dropped.containsExactly($0) }
    kept.entries = entries - (apps.count - kept.apps.count)
    return kept
  }
}

/// How visits are read from lists of recent tasks.
enum TaskVisitRule {
  /// A visit begins at a list whose first app is another than that of the list before.
  case firstRank
  /// The lists also tell which apps were used between them, and in which order.
  ///
  /// An app used since the last list stands before every app that was not. So the apps not used are
  /// the longest tail of the list whose apps have kept their order, and the apps before that tail
  /// were used, the last of them first. Their times are not known and are spread evenly.
  case order

  /// Returns the visits in time order; lists without apps are passed over.
  ///
  /// - Complexity: O(lists × length²).
  func visits(_ snapshots: [TaskSnapshot]) -> [(time: Ticks, app: String)] {
    var visits: [(time: Ticks, app: String)] = []
    var last: TaskSnapshot?
    for snapshot in snapshots where !snapshot.apps.isEmpty {
      let used = last.map { usedApps(from: $0, to: snapshot) } ?? [snapshot.apps[0]]
      let start = last?.time ?? snapshot.time
      for (index, app) in used.enumerated() {
        let share = (snapshot.time - start) * Ticks(index + 1) / Ticks(used.count)
        visits.append((start + share, app))
      }
      last = snapshot
    }
    return visits
  }

  /// The apps used between two lists, in the order of use.
  func usedApps(from earlier: TaskSnapshot, to later: TaskSnapshot) -> [String] {
    let isSame = earlier.apps[0].isExactly(later.apps[0])
    guard self == .order else { return isSame ? [] : [later.apps[0]] }
    var unused = 0
    var bound = Int.max
    for app in later.apps.reversed() {
      guard let place = earlier.apps.firstIndex(ofExactly: app), place < bound else { break }
      bound = place
      unused += 1
    }
    // The first app is in front now; when it is another than before, it was opened in between.
    let used = max(later.apps.count - unused, isSame ? 0 : 1)
    return later.apps.prefix(used).reversed()
  }
}
