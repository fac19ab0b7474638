import CShims
import Workload

/// Who is purged next in profile `plain` where the plan keeps the order.
///
/// No list is kept: the plan is one. Apps were last opened, or started, in the order of the plan,
/// and each knows at which position. A cursor that moves along the plan passes the positions that
/// are nobody's any more, and the first that is somebody's names the app to purge. It moves once
/// over the plan in a whole run, and since the plan says which records it needs next, they can be
/// fetched ahead; in a list, each would be known only when the one before has come.
///
/// The apps of sieve stand in two queues: those before the hand and those behind it.
struct PlainStore: PlainOrdering, ~Copyable {
  /// An app, and the position by which it got its place in the order.
  private struct Place: BitwiseCopyable {
    var app: AppID
    var position: UInt32
  }

  private let order: PlainOrder
  private let records: UnsafeMutablePointer<PlainRecord>
  /// The first position of the plan that may be that of an app.
  private var cursor = 0
  /// Those who go first, in order, when their keys are equal; the first ones may be gone.
  private var equals: [Place] = []
  private var nextEqual = 0
  private var equalsWork = 0
  /// Whether equal keys cost so much that a heap of candidates is the better choice.
  private(set) var isSlow = false
  /// Under sieve: the apps from the hand to the newest, and those that it has passed.
  private var ahead = FIFO<Place>()
  private var passed = FIFO<Place>()

  /// Sets an order up.
  ///
  /// - Parameters:
  ///   - order: The order.
  ///   - records: The records of the apps; must live as long.
  init(_ order: PlainOrder, _ records: UnsafeMutablePointer<PlainRecord>) {
    self.order = order
    self.records = records
  }

  /// Never.
  @inline(__always)
  var failure: RunFailure? { nil }

  /// The record of an app.
  @inline(__always)
  private subscript(app: AppID) -> PlainRecord {
    unsafeAddress { UnsafePointer(records + Int(app)) }
    nonmutating unsafeMutableAddress { records + Int(app) }
  }

  // Nothing but the record.
  @inline(__always)
  func prefetch(_ app: AppID) {}

  @inline(__always)
  mutating func request(_ app: AppID, footprint: UInt32, at moment: PlainMoment) {}

  @inline(__always)
  mutating func start(_ app: AppID, footprint: UInt32, at moment: PlainMoment) {
    self[app].position = moment.place
    self[app].footprint = footprint
    self[app].flags = .alive
  }

  @inline(__always)
  mutating func use(_ app: AppID, isFront: Bool, at moment: PlainMoment) {
    switch order {
    case .lru, .jetsam: self[app].position = moment.place
    case .fifo: break
    case .sieve: self[app].flags.insert(.used)
    }
  }

  @inline(__always)
  mutating func leave(_ app: AppID, at moment: PlainMoment) {
    self[app].left = moment.place
    switch order {
    case .lru, .jetsam: break
    case .fifo: if self[app].flags.contains(.ordered) { forgetEquals() }
    case .sieve:
      guard !self[app].flags.contains(.arrived) else { return }
      self[app].flags.insert(.arrived)
      ahead.append(Place(app: app, position: self[app].position))
    }
  }

  @inline(__always)
  mutating func end(_ app: AppID, isFront: Bool, flags: PlainFlags, at moment: PlainMoment) {
    self[app].left = moment.place
    self[app].footprint = 0
    self[app].flags = flags
    if order == .sieve { moveHand() }
  }

  // Newcomers are always admitted.
  @inline(__always)
  mutating func isFirst(_ newcomer: AppID, at moment: PlainMoment) -> Bool { false }

  // The apps are counted by nobody.
  func checkCount(_ suspended: Int) {}

  @inline(__always)
  mutating func victim(_ plan: UnsafeBufferPointer<PlanEvent>, at moment: PlainMoment) -> AppID {
    if order == .sieve { return passUsed() }
    let position = moment.position
    if nextEqual < equals.count, let next = nextOfEquals() { return next }
    while !isPlace(plan[cursor]) {
      cursor &+= 1
      prefetchRecord(plan[min(cursor &+ 16, position)].app)
    }
    let app = plan[cursor].app
    let place = order == .jetsam ? Int(self[app].left) : cursor
    guard place < position, plan[place &+ 1].time == plan[place].time else { return app }
    return firstOfEquals(plan, position: position, from: place)
  }

  @inline(__always)
  private func prefetchRecord(_ app: AppID) { jetsim_prefetch(records + Int(app)) }

  /// Whether an app has its place in the order by the event at the cursor.
  @inline(__always)
  private func isPlace(_ event: PlanEvent) -> Bool {
    event.kind == .open && self[event.app].isPlaced(at: UInt32(truncatingIfNeeded: cursor))
  }
}

/// Equal keys: oldest band change first, then app order.
extension PlainStore {
  /// Puts those who go first in order: the app at the cursor and all whose keys equal its own.
  ///
  /// They are all within a run of events of equal times. Their order holds as long as there is one
  /// of them, unless the run is not over yet or, under fifo, one of them is left meanwhile.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - position: Where in the plan the launch is that needs the room.
  ///   - start: Where the run begins that has the others: the position by which the app at the
  ///     cursor has its place; under jetsam, where it was left.
  /// - Returns: The first one.
  /// - Complexity: O(n log n) for a run of n events.
  @inline(never)
  private mutating func firstOfEquals(
    _ plan: UnsafeBufferPointer<PlanEvent>, position: Int, from start: Int
  ) -> AppID {
    let time = plan[start].time
    forgetEquals()
    equals.append(Place(app: plan[cursor].app, position: UInt32(cursor)))
    var place = max(start, cursor + 1)
    while place < position, plan[place].time == time {
      let event = plan[place]
      if event.kind == .open, self[event.app].isPlaced(at: UInt32(place)),
        order != .jetsam || plan[Int(self[event.app].left)].time == time
      {
        equals.append(Place(app: event.app, position: UInt32(place)))
      }
      place += 1
    }
    let records = records
    equals.sort {
      let mine = plan[Int(records[Int($0.app)].left)].time
      let its = plan[Int(records[Int($1.app)].left)].time
      return mine != its ? mine < its : $0.app < $1.app
    }
    equalsWork += place - start + equals.count
    isSlow = equalsWork > 10_000 + 32 * position
    let first = equals[0].app
    if plan[position].time == time {
      forgetEquals()
    } else if order == .fifo {
      for equal in equals { self[equal.app].flags.insert(.ordered) }
    }
    return first
  }

  private mutating func nextOfEquals() -> AppID? {
    while nextEqual < equals.count {
      let equal = equals[nextEqual]
      nextEqual += 1
      if self[equal.app].isPlaced(at: equal.position) { return equal.app }
    }
    forgetEquals()
    return nil
  }

  private mutating func forgetEquals() {
    equals.removeAll(keepingCapacity: true)
    nextEqual = 0
  }
}

/// The hand of sieve.
extension PlainStore {
  /// Moves the hand to an app that was not used since it last passed.
  @inline(__always)
  private mutating func passUsed() -> AppID {
    while true {
      let place = ahead.first
      guard self[place.app].flags.contains(.used) else { return place.app }
      self[place.app].flags.remove(.used)
      passed.append(ahead.removeFirst())
      moveHand()
    }
  }

  /// Moves the hand on to the next app that runs; behind the newest comes the oldest again.
  @inline(__always)
  private mutating func moveHand() {
    if ahead.count > 16 { prefetchRecord(ahead[16].app) }
    while true {
      while !ahead.isEmpty {
        if self[ahead.first.app].isPlaced(at: ahead.first.position) { return }
        _ = ahead.removeFirst()
      }
      guard !passed.isEmpty else { return }
      swap(&ahead, &passed)
    }
  }
}
