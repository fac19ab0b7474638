import EventQueue

/// The small deterministic generator of these tests (Steele, Lea and Flood, SplitMix64, 2014).
struct TestGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to and without `bound`.
  mutating func below(_ bound: UInt64) -> UInt64 {
    next().multipliedFullWidth(by: bound).high
  }
}

/// What an event queue must do, in the plainest way: an array kept sorted, latest first.
struct SortedOracle {
  struct Event: Equatable {
    var time: UInt64
    var sequence: UInt64
    var payload: UInt32
  }

  private(set) var events: [Event] = []
  private var lastSequence: UInt64 = 0

  mutating func schedule(at time: UInt64, payload: UInt32) -> UInt64 {
    lastSequence += 1
    // Behind everything later, before everything at the same time: first in, first out.
    let position = events.lastIndex { $0.time > time }.map { $0 + 1 } ?? 0
    events.insert(Event(time: time, sequence: lastSequence, payload: payload), at: position)
    return lastSequence
  }

  mutating func popMin() -> Event? {
    events.popLast()
  }

  mutating func removeAll(where isDead: (Event) -> Bool) {
    events.removeAll(where: isDead)
  }
}

extension SortedOracle.Event {
  init(_ entry: EventQueue.Entry) {
    self.init(time: entry.time, sequence: entry.sequence, payload: entry.payload)
  }
}
