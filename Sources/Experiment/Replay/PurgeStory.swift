public import Device
public import Workload

/// One purge of a replayed run, and what became of it.
public struct PurgeStory: Sendable {
  /// The purge.
  public let purge: PurgeRecord
  /// Whether it fell into the measured time, so that the results count it.
  public let isMeasured: Bool
  /// When the app was started again in background, if that came first.
  public internal(set) var startedBehind: Ticks?
  /// When the user opened the app again, or the system needed the helper again; nil = never.
  public internal(set) var wantedAgain: Ticks?
  /// Whether the results count it as regretted.
  public internal(set) var isRegretted = false
}

/// Collects the purges of a replayed run and finds out what became of them.
///
/// Stories are kept of the purges that are asked for, at most a given number; the others are only
/// counted, 32 bytes each.
public struct PurgeStories {
  /// Which purges are told.
  public struct Request: Sendable {
    /// The apps; empty = all that are not left out.
    public var apps: [AppID] = []
    /// Whether helpers are told of too when no app is named.
    public var includesHelpers = false
    /// The most that are told.
    public var limit = Int.max

    /// All user apps.
    public init() {}
  }

  private struct Entry {
    let time: Ticks
    let app: AppID
    let story: Int32
    var startedBehind = Ticks.max
    var wantedAgain = Ticks.max
    var mayBeRegretted: Bool
    let cause: PurgeCause
  }

  private let replay: Replay
  private let request: Request
  private let regretWindow: Ticks
  private let isHelper: [Bool]
  private var entries: [Entry] = []
  /// The last purge of each app that it has not been started after.
  private var open: [AppID: Int] = [:]
  private var lastPurge: Ticks?
  /// How many purges of any process there were at that moment.
  private var atLastPurge = 0

  /// The purges that are told, in time order.
  public private(set) var told: [PurgeStory] = []
  /// How many purges match the request.
  public private(set) var matching = 0
  /// Purges in the measured time by cause, of processes that match the request.
  public private(set) var measured = [Int](repeating: 0, count: PurgeCause.allCases.count)
  /// Purges in the measured time of any process, whether it matches or not.
  public private(set) var allMeasured = 0
  /// Purges before the measured time, of processes that match the request.
  public private(set) var unmeasured = 0
  /// When the policy failed to choose, which ended the run; nil = it did not.
  public private(set) var failedChoice: Ticks?
  /// How many of the measured were regretted.
  public private(set) var regretted = 0

  /// Prepares to collect.
  public init(_ replay: Replay, _ request: Request) {
    self.replay = replay
    self.request = request
    regretWindow = Ticks(rounding: replay.run.configuration.regretSeconds)
    isHelper = replay.run.catalog.classes.map(\.kind.isHelper)
  }

  /// Adds a piece of the run.
  public mutating func add(_ transitions: [TransitionRecord], _ purges: [PurgeRecord]) {
    var next = purges.makeIterator()
    for record in transitions {
      if record.cause != nil, let purge = next.next() {
        add(purge)
      } else if record.from == .notRunning, let index = open.removeValue(forKey: record.app) {
        if record.to == .background {
          entries[index].startedBehind = record.time
        } else {
          entries[index].wantedAgain = record.time
        }
      }
    }
  }

  private mutating func add(_ purge: PurgeRecord) {
    atLastPurge = lastPurge == purge.time ? atLastPurge + 1 : 1
    lastPurge = purge.time
    let isMeasured = purge.time >= replay.run.warmUp
    if isMeasured { allMeasured += 1 }
    let ofHelper = isHelper[replay.run.catalog.classIndex(of: Int(purge.app))]
    let matches =
      request.apps.isEmpty
      ? request.includesHelpers || !ofHelper : request.apps.contains(purge.app)
    guard matches else { return }
    if isMeasured { measured[Int(purge.cause.rawValue)] += 1 } else { unmeasured += 1 }
    matching += 1
    var story: Int32 = -1
    if told.count < request.limit {
      story = Int32(told.count)
      told.append(PurgeStory(purge: purge, isMeasured: isMeasured))
    }
    open[purge.app] = entries.count
    entries.append(
      Entry(
        time: purge.time, app: purge.app, story: story,
        mayBeRegretted: isMeasured && replay.run.end - purge.time >= regretWindow,
        cause: purge.cause))
  }

  /// Forgets the last purges, those of one moment: the policy failed then, so that what the run
  /// did before it ended is no choice of the policy's.
  ///
  /// To be called before ``finish()`` when the policy ended the run.
  public mutating func forgetFailedChoice() {
    guard let last = lastPurge else { return }
    failedChoice = last
    if last >= replay.run.warmUp { allMeasured -= atLastPurge }
    while let entry = entries.last, entry.time == last {
      entries.removeLast()
      matching -= 1
      if entry.time >= replay.run.warmUp {
        measured[Int(entry.cause.rawValue)] -= 1
      } else {
        unmeasured -= 1
      }
      if entry.story >= 0 { told.removeLast() }
    }
  }

  /// Finds the next use of each purged app in the user plan; to be called once, at the end.
  ///
  /// Complexity: O(planned events + purges).
  public mutating func finish() {
    var reader = replay.plan.makeReader()
    var waiting: [AppID: [Int]] = [:]
    var position = 0
    while reader.nextTime <= replay.run.end {
      let event = reader.next()
      while position < entries.count, entries[position].time < event.time {
        waiting[entries[position].app, default: []].append(position)
        position += 1
      }
      guard event.kind == .open || event.kind == .demand,
        let indices = waiting.removeValue(forKey: event.app)
      else { continue }
      for index in indices {
        entries[index].wantedAgain = min(entries[index].wantedAgain, event.time)
      }
    }
    for entry in entries { tell(entry) }
  }

  private mutating func tell(_ entry: Entry) {
    let isWanted = entry.wantedAgain != .max
    let startedFirst = entry.startedBehind < entry.wantedAgain
    let isHelper = isHelper[replay.run.catalog.classIndex(of: Int(entry.app))]
    let isRegretted =
      entry.mayBeRegretted && isWanted && !startedFirst && !isHelper
      && entry.wantedAgain - entry.time <= regretWindow
    if isRegretted { regretted += 1 }
    guard entry.story >= 0 else { return }
    let story = Int(entry.story)
    if isWanted { told[story].wantedAgain = entry.wantedAgain }
    if startedFirst { told[story].startedBehind = entry.startedBehind }
    told[story].isRegretted = isRegretted
  }
}
