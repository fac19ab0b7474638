import CShims
import Workload

/// The apps of profile `plain` and the list of those that may be purged, in the order of a policy.
///
/// Under lru and jetsam the list holds the suspended apps, the one left last at its end; under fifo
/// and sieve every app from the first time it is left until its end.
struct PlainList: ~Copyable {
  let order: PlainOrder
  /// The records, indexed by ``AppID``.
  let records: UnsafeMutablePointer<PlainRecord>
  /// How many records there are.
  let count: Int
  private(set) var head = noApp
  private var tail = noApp
  private var hand = noApp
  /// The key of the apps at the head that are known to be in order; `Ticks.max` = not known.
  private var orderedKey = Ticks.max
  private var equals: [AppID] = []
  /// How many apps were put in order so far because their keys were equal.
  private(set) var orderedApps = 0

  init(_ order: PlainOrder, appCount: Int) {
    self.order = order
    count = appCount
    records = LargeTable.allocate(of: PlainRecord.self, count: appCount)
    records.initialize(repeating: PlainRecord(), count: appCount)
  }

  deinit { LargeTable.deallocate(records) }

  /// The record of an app.
  @inline(__always)
  subscript(app: AppID) -> PlainRecord {
    unsafeAddress { UnsafePointer(records + Int(app)) }
    nonmutating unsafeMutableAddress { records + Int(app) }
  }

  /// Asks for the record of an app; any number is allowed.
  @inline(__always)
  func prefetch(_ app: AppID) { jetsim_prefetch(records + Int(app)) }

  /// Asks for the neighbours of an app that is opened soon; any number is allowed.
  @inline(__always)
  func prefetchNeighbours(_ app: AppID) {
    guard order.movesOnUse, app < count else { return }
    prefetch(self[app].previous)
    prefetch(self[app].next)
  }

  /// Asks for the app behind the one that is purged next.
  @inline(__always)
  func prefetchVictim() {
    let first = order == .sieve && hand != noApp ? hand : head
    if first != noApp { prefetch(self[first].next) }
  }

  /// An app that runs is opened.
  @inline(__always)
  mutating func use(_ app: AppID, at time: Ticks) {
    switch order {
    case .lru, .jetsam:
      if self[app].flags.contains(.listed) { remove(app) }
      self[app].time = time
    case .fifo: break
    case .sieve: self[app].flags.insert(.used)
    }
  }

  /// An app is left.
  @inline(__always)
  mutating func leave(_ app: AppID, at time: Ticks) {
    self[app].bandChange = time
    // Its place among its equals may be another by now.
    if key(app) == orderedKey { orderedKey = .max }
    if !self[app].flags.contains(.listed) { append(app) }
  }

  /// An app ends.
  @inline(__always)
  mutating func end(_ app: AppID) {
    if self[app].flags.contains(.listed) { remove(app) }
  }

  /// The app to purge; there must be one in the list.
  @inline(__always)
  mutating func victim() -> AppID {
    if order == .sieve { return passHand() }
    let second = self[head].next
    if second != noApp, key(second) == key(head) { orderEquals() }
    return head
  }

  /// What the list is in order of.
  @inline(__always)
  private func key(_ app: AppID) -> Ticks {
    order == .jetsam ? self[app].bandChange : self[app].time
  }

  @inline(__always)
  private mutating func append(_ app: AppID) {
    self[app].flags.insert(.listed)
    self[app].previous = tail
    self[app].next = noApp
    if tail == noApp { head = app } else { self[tail].next = app }
    tail = app
  }

  @inline(__always)
  private mutating func remove(_ app: AppID) {
    let record = self[app]
    self[app].flags.remove(.listed)
    if order == .sieve, hand == app { hand = record.next }
    if record.previous == noApp {
      head = record.next
    } else {
      self[record.previous].next = record.next
    }
    if record.next == noApp {
      tail = record.previous
    } else {
      self[record.next].previous = record.previous
    }
  }

  /// Moves the hand of sieve to an app that was not used since it last passed.
  @inline(__always)
  private mutating func passHand() -> AppID {
    var app = hand == noApp ? head : hand
    while self[app].flags.contains(.used) {
      self[app].flags.remove(.used)
      app = self[app].next == noApp ? head : self[app].next
    }
    hand = app
    return app
  }

  /// Puts the apps at the head whose keys are equal in order: oldest band change first, then app
  /// order.
  ///
  /// They stay in order when some leave the list, so that this is seldom necessary: once for each
  /// key, unless one of them is left meanwhile.
  ///
  /// Complexity: O(n log n) for n equal keys.
  @inline(never)
  private mutating func orderEquals() {
    let key = key(head)
    guard key != orderedKey else { return }
    equals.removeAll(keepingCapacity: true)
    var app = head
    while app != noApp, self.key(app) == key {
      equals.append(app)
      app = self[app].next
    }
    let records = records
    equals.sort {
      let (mine, its) = (records[Int($0)].bandChange, records[Int($1)].bandChange)
      return mine != its ? mine < its : $0 < $1
    }
    orderedKey = key
    orderedApps &+= equals.count
    var previous = noApp
    for app in equals {
      self[app].previous = previous
      if previous == noApp { head = app } else { self[previous].next = app }
      previous = app
    }
    self[previous].next = app
    if app == noApp { tail = previous } else { self[app].previous = previous }
  }

  /// Traps unless the links fit together and the keys are in order.
  ///
  /// Complexity: O(apps).
  func checkInvariants() {
    var app = head
    var previous = noApp
    var length = 0
    while app != noApp {
      precondition(self[app].flags.isSuperset(of: [.alive, .listed]), "a listed app runs")
      precondition(self[app].previous == previous, "links of the list")
      let isInOrder = previous == noApp || order == .sieve || key(previous) <= key(app)
      precondition(isInOrder, "keys of the list")
      previous = app
      app = self[app].next
      length += 1
    }
    precondition(previous == tail, "end of the list")
    let listed = (0..<AppID(count)).filter { self[$0].flags.contains(.listed) }
    precondition(listed.count == length, "length of the list")
  }
}
