import CShims

/// The candidates of the idle band by key, smallest first.
///
/// Order: key, then oldest band change, then app order. Candidates that come in the order of their
/// keys, as all do under lru, lie in a run: a ring buffer, O(1). The others lie in a heap with four
/// children a node, O(log n); the four fill one cache line.
///
/// A removal only marks, in a table by app, and what is marked leaves when it comes to the front,
/// or when more than half of the entries are marked and room is needed. So nothing has to know
/// where an app's entry is, which would cost every move in the heap a write to a far place. A
/// removal from the top leaves a hole there that the next insertion fills: one descent for both.
struct CandidateHeap: ~Copyable {
  /// A candidate and its place in the order, as it is inserted or looked for from end to end.
  struct Node: BitwiseCopyable {
    var key: Double
    var bandChange: UInt64
    var app: AppID

    @inline(__always)
    func precedes(_ other: Node) -> Bool {
      if key != other.key { return key < other.key }
      if bandChange != other.bandChange { return bandChange < other.bandChange }
      return app < other.app
    }
  }

  typealias Entry = CandidateEntry

  /// Up to so many entries everything stays in the inner caches: to look ahead would only cost.
  private static let smallSize = 16_384
  /// Entries in front of the root; they put the children of every node into one line.
  private static let beforeRoot = 3

  /// The entry of each candidate by app; ``CandidateEntry/none`` for the other apps.
  private let rows: UnsafeMutablePointer<Entry>
  private var heap: UnsafeMutablePointer<Entry>
  private var capacity = 64
  /// Entries of the heap, marked ones and the hole included.
  private var size = 0
  private var hasHole = false
  /// The place that a descent has left vacant to go on later, 0 = none, and what it is to place.
  private var pausedAt = 0
  private var paused = Entry.none
  private var run: UnsafeMutablePointer<Entry>
  /// The capacity of the run is a power of two; places count on for ever.
  private var runMask = 63
  private var runHead = 0
  private var runTail = 0
  private var runLast = Entry.none
  /// How many candidates there are.
  private(set) var count = 0
  private var lastChange: UInt64 = 0
  private var changes: UInt64 = 1

  init(appCount: Int) {
    rows = LargeTable.allocate(of: Entry.self, count: appCount)
    rows.initialize(repeating: .none, count: max(1, appCount))
    heap = Self.makeHeap(capacity)
    run = LargeTable.allocate(of: Entry.self, count: runMask + 1)
  }

  deinit {
    LargeTable.deallocate(rows)
    LargeTable.deallocate(heap - Self.beforeRoot)
    LargeTable.deallocate(run)
  }

  /// The key of a candidate.
  func key(of app: AppID) -> Double { rows[Int(app)].key }

  /// The first candidate; there must be one.
  ///
  /// Band changes are not kept: that of this node is 0.
  ///
  /// Complexity: amortised O(1) for the run, O(log n) for what has left the heap since the last
  /// call.
  var first: Node {
    mutating get {
      dropMarked()
      let isInRun = runHead != runTail && run[runHead & runMask] < heap[0]
      let first = isInRun ? run[runHead & runMask] : heap[0]
      return Node(key: first.key, bandChange: 0, app: first.app)
    }
  }

  /// Probably the next ``first`` after a removal, any number when there is no candidate; brings
  /// closer what ``first`` will read of it.
  ///
  /// Complexity: O(1).
  func prefetchFirst() -> AppID {
    let top = heap[hasHole ? Self.smallest(heap, 1) : 0]
    let next = runHead != runTail && run[runHead & runMask] < top ? run[runHead & runMask] : top
    if count > 0 { prefetch(next.app) }
    return next.app
  }

  /// Brings closer what is kept of an app.
  @inline(__always)
  func prefetch(_ app: AppID) { jetsim_prefetch(rows + Int(app)) }

  /// Whether the entries are so many that the records of candidates are to be fetched ahead.
  @inline(__always)
  var isLarge: Bool { count > Self.smallSize }

  /// Adds an app that is no candidate; band changes must not decrease from one call to the next.
  mutating func insert(_ node: Node) {
    if node.bandChange != lastChange {
      lastChange = node.bandChange
      changes &+= 1
    }
    count &+= 1
    push(Entry(key: node.key, change: changes, app: node.app))
  }

  /// Removes a candidate.
  mutating func remove(_ app: AppID) {
    rows[Int(app)] = .none
    count &-= 1
    if runHead != runTail, run[runHead & runMask].app == app {
      runHead &+= 1
    } else if !hasHole, size > 0, heap[0].app == app {
      hasHole = true
    }
    if count == 0 { removeAll() }
  }

  /// Gives a candidate another key; its band change stays.
  mutating func update(_ app: AppID, key: Double) {
    let old = rows[Int(app)]
    let new = old.with(key: key)
    if new.rank != old.rank { push(new) }
  }

  @inline(__always)
  private mutating func push(_ entry: Entry) {
    rows[Int(entry.app)] = entry
    if runHead == runTail || runLast < entry {
      appendToRun(entry)
    } else if hasHole {
      hasHole = false
      sink(entry)
    } else {
      append(entry)
    }
  }

  @inline(__always)
  private func isMarked(_ entry: Entry) -> Bool { !(rows[Int(entry.app)] == entry) }

  /// Makes the heads of run and heap candidates again.
  @inline(__always)
  private mutating func dropMarked() {
    while runHead != runTail, isMarked(run[runHead & runMask]) {
      runHead &+= 1
      jetsim_prefetch(rows + Int(run[(runHead &+ 3) & runMask].app))
    }
    if size > 0, hasHole || isMarked(heap[0]) { dropMarkedTop() }
  }

  private mutating func dropMarkedTop() {
    repeat {
      resume()
      hasHole = false
      size -= 1
      let last = heap[size]
      heap[size] = .sentinel
      if size > 0 { sink(last) }
    } while size > 0 && isMarked(heap[0])
  }

  private mutating func removeAll() {
    runHead = runTail
    for place in 0..<min(5, size) { heap[place] = .sentinel }
    size = 0
    hasHole = false
    pausedAt = 0
  }
}

/// The run.
extension CandidateHeap {
  @inline(__always)
  private mutating func appendToRun(_ entry: Entry) {
    if runTail &- runHead > runMask { makeRoomInRun() }
    run[runTail & runMask] = entry
    runTail &+= 1
    runLast = entry
  }

  /// Throws the marked entries out when they are more than half of all, else takes more memory.
  private mutating func makeRoomInRun() {
    let old = run
    let oldMask = runMask
    let compacts = count <= (oldMask + 1) / 2
    if !compacts {
      runMask = 2 * oldMask + 1
      run = LargeTable.allocate(of: Entry.self, count: runMask + 1)
    }
    var tail = runHead
    for place in runHead..<runTail {
      let entry = old[place & oldMask]
      guard !compacts || !isMarked(entry) else { continue }
      run[tail & runMask] = entry
      tail += 1
    }
    runTail = tail
    if !compacts { LargeTable.deallocate(old) }
  }
}

/// The heap.
extension CandidateHeap {
  private static func makeHeap(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
    // Up to three entries behind the last one are read as its siblings.
    let block = LargeTable.allocate(of: Entry.self, count: beforeRoot + capacity + 8)
    let heap = block + beforeRoot
    for place in 0..<5 { heap[place] = .sentinel }
    return heap
  }

  private mutating func append(_ entry: Entry) {
    resume()
    if size == capacity { makeRoom() }
    assert(size < capacity)
    let place = size
    size += 1
    if place & 3 == 1 {
      for sibling in place + 1...place + 3 { heap[sibling] = .sentinel }
    }
    rise(entry, from: place)
  }

  /// Throws the marked entries out when they are more than half of all, else takes more memory.
  ///
  /// An app that leaves and comes back with its key within one band change has equal entries, none
  /// of which counts as marked while it is a candidate: then both are needed.
  private mutating func makeRoom() {
    if count <= capacity / 2 { dropAllMarked() }
    if size > capacity / 2 { grow() }
  }

  private mutating func grow() {
    let larger = Self.makeHeap(2 * capacity)
    larger.update(from: heap, count: size + 3)
    LargeTable.deallocate(heap - Self.beforeRoot)
    heap = larger
    capacity *= 2
  }

  private mutating func dropAllMarked() {
    var kept = 0
    for place in 0..<size where !isMarked(heap[place]) {
      heap[kept] = heap[place]
      kept += 1
    }
    for place in kept..<max(5, kept + 3) { heap[place] = .sentinel }
    size = kept
    for place in (0..<(kept + 2) / 4).reversed() { sink(heap[place], from: place) }
  }

  @inline(__always)
  private func rise(_ entry: Entry, from start: Int) {
    var place = start
    while place > 0 {
      let parent = (place &- 1) / 4
      guard entry < heap[parent] else { break }
      heap[place] = heap[parent]
      place = parent
    }
    heap[place] = entry
  }

  /// Lets an entry sink from the root.
  ///
  /// In a large heap it pauses where two levels are left and asks for all that they may read; they
  /// have come by the next change of the heap, and until then only the top is read.
  @inline(__always)
  private mutating func sink(_ entry: Entry) {
    resume()
    if size > Self.smallSize { sinkToPause(entry) } else { sink(entry, from: 0) }
  }

  /// Ends a descent that was paused.
  @inline(__always)
  private mutating func resume() {
    guard pausedAt > 0 else { return }
    sink(paused, from: pausedAt)
    pausedAt = 0
  }

  private func sink(_ entry: Entry, from start: Int) {
    let heap = self.heap
    var place = start
    var child = 4 &* place &+ 1
    while child < size {
      let best = Self.smallest(heap, child)
      guard heap[best] < entry else { break }
      heap[place] = heap[best]
      place = best
      child = 4 &* place &+ 1
    }
    heap[place] = entry
  }

  private mutating func sinkToPause(_ entry: Entry) {
    let heap = self.heap
    var place = 0
    var child = 1
    while 16 &* child &+ 5 < size {
      askForGrandchildren(4 &* child &+ 1)
      let best = Self.smallest(heap, child)
      guard heap[best] < entry else {
        heap[place] = entry
        return
      }
      heap[place] = heap[best]
      place = best
      child = 4 &* place &+ 1
    }
    jetsim_prefetch(heap + child)
    askForGrandchildren(4 &* child &+ 1)
    paused = entry
    pausedAt = place
  }

  /// Sixteen grandchildren lie in four lines side by side.
  @inline(__always)
  private func askForGrandchildren(_ first: Int) {
    jetsim_prefetch(heap + first)
    jetsim_prefetch(heap + (first &+ 4))
    jetsim_prefetch(heap + (first &+ 8))
    jetsim_prefetch(heap + (first &+ 12))
  }

  /// Where the smallest of the four siblings from `first` on lies; missing ones are sentinels.
  ///
  /// Which one wins is a toss-up, so nothing here may become a branch: the winner of each pair is
  /// selected by masks.
  @inline(__always)
  private static func smallest(_ heap: UnsafeMutablePointer<Entry>, _ first: Int) -> Int {
    let left = smallerOfTwo(heap, first)
    let right = smallerOfTwo(heap, first &+ 2)
    return right.entry < left.entry ? right.place : left.place
  }

  @inline(__always)
  private static func smallerOfTwo(
    _ heap: UnsafeMutablePointer<Entry>, _ place: Int
  ) -> (entry: Entry, place: Int) {
    let first = heap[place]
    let second = heap[place &+ 1]
    let secondWins = second < first
    let mask: UInt64 = secondWins ? .max : 0
    let winner = Entry(
      rank: first.rank ^ ((first.rank ^ second.rank) & mask),
      tie: first.tie ^ ((first.tie ^ second.tie) & mask))
    return (winner, secondWins ? place &+ 1 : place)
  }
}
