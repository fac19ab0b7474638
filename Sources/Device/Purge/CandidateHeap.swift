import CShims

/// The candidates of the idle band by key, smallest first.
///
/// Order: key, then oldest band change, then app order. Candidates that come in the order of their
/// keys, as all do under lru, lie in a run: a ring buffer, O(1). The others lie in a heap with four
/// children a node, O(log n); the four fill one cache line.
///
/// An entry is moved as late as possible. A removal only marks, in a table by app, and what is
/// marked leaves when it comes to the front, or when more than half of the entries are marked and
/// room is needed. So nothing has to know where an app's entry is, which would cost every move in
/// the heap a write to a far place. And an app that comes back later in the order than it was, as
/// most do under policies that count uses, finds its old entry waiting for it: only when that comes
/// to the front the app gets its new place. A removal from the top leaves a hole there that the
/// next insertion fills: one descent for both.
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

  /// The present or last place of each app.
  private let rows: UnsafeMutablePointer<CandidateRow>
  private var heap: UnsafeMutablePointer<Entry>
  private var capacity = 64
  /// Entries of the heap, marked ones and the hole included.
  private var size = 0
  private var hasHole = false
  /// The place that a descent has left vacant to go on later, 0 = none, and what it is to place.
  private var pausedAt = 0
  private var paused = Entry.sentinel
  /// The app whose entry has come near the top last: one of the first five.
  private var nearing: AppID = 0
  private var run: UnsafeMutablePointer<Entry>
  /// The capacity of the run is a power of two; places count on for ever.
  private var runMask = 63
  private var runHead = 0
  private var runTail = 0
  private var runLast = Entry.sentinel
  /// How many candidates there are.
  private(set) var count = 0
  private var lastChange: UInt64 = 0
  private var changes: UInt64 = 1
  /// The first change since all entries were thrown out; what has an older one is not queued.
  private var firstChange: UInt64 = 1

  init(appCount: Int) {
    rows = LargeTable.allocate(of: CandidateRow.self, count: appCount)
    rows.initialize(repeating: CandidateRow(), count: max(1, appCount))
    heap = Self.makeHeap(capacity)
    run = LargeTable.allocate(of: Entry.self, count: runMask + 1)
  }

  deinit {
    LargeTable.deallocate(rows)
    LargeTable.deallocate(heap - Self.beforeRoot)
    LargeTable.deallocate(run)
  }

  /// The key of a candidate.
  func key(of app: AppID) -> Double { CandidateEntry.key(of: rows[Int(app)].rank) }

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
      return Node(key: CandidateEntry.key(of: first.rank), bandChange: 0, app: first.app)
    }
  }

  /// Names apps that are probably ``first`` soon, or any number, so that what else is kept of them
  /// can be brought closer; what is kept here is on its way.
  ///
  /// Complexity: O(1).
  @inline(__always)
  func prefetchNext(_ bring: (AppID) -> Void) {
    if runHead != runTail {
      let app = run[min(runHead &+ 6, runTail &- 1) & runMask].app
      prefetch(app)
      bring(app)
    }
    bring(nearing)
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
    let entry = Entry(key: node.key, change: changes, app: node.app)
    let row = rows[Int(node.app)]
    let hasEntry = row.isQueued && row.change >= firstChange
    push(entry, isWaitedFor: hasEntry && !(entry < row.entry(of: node.app)))
  }

  /// Removes a candidate.
  mutating func remove(_ app: AppID) {
    count &-= 1
    if runHead != runTail, run[runHead & runMask].app == app {
      runHead &+= 1
      rows[Int(app)].leave(isQueued: false)
    } else if !hasHole, size > 0, heap[0].app == app {
      hasHole = true
      rows[Int(app)].leave(isQueued: false)
    } else {
      rows[Int(app)].leave(isQueued: true)
    }
    if count == 0 { removeAll() }
  }

  /// Gives a candidate another key; its band change stays.
  mutating func update(_ app: AppID, key: Double) {
    let old = rows[Int(app)].entry(of: app)
    let new = Entry(rank: CandidateEntry.rank(of: key), tie: old.tie)
    if new.rank != old.rank { push(new, isWaitedFor: old < new) }
  }

  /// Gives a candidate a place in the order.
  ///
  /// - Parameters:
  ///   - entry: The place.
  ///   - isWaitedFor: Whether an entry of the app is queued that does not come after this one.
  @inline(__always)
  private mutating func push(_ entry: Entry, isWaitedFor: Bool) {
    let fitsRun = runHead == runTail || runLast < entry
    rows[Int(entry.app)] = CandidateRow(entry, isQueued: fitsRun || !isWaitedFor)
    if fitsRun {
      appendToRun(entry)
    } else if !isWaitedFor {
      pushToHeap(entry)
    }
  }

  @inline(__always)
  private mutating func pushToHeap(_ entry: Entry) {
    if hasHole {
      hasHole = false
      sink(entry)
    } else {
      append(entry)
    }
  }

  /// What is to become of an entry that is at the front or in the way.
  private enum Fate { case stays, goes, isReplaced }

  /// Looks an entry up; one that goes is waited for no more.
  @inline(__always)
  private func fate(_ entry: Entry) -> Fate {
    let place = Int(entry.app)
    let row = rows[place]
    if row.counts(entry) { return .stays }
    if !row.isCandidate {
      rows[place].leave(isQueued: false)
      return .goes
    }
    return row.isQueued ? .goes : .isReplaced
  }

  /// The entry that counts of an app that is waited for; from now on it is queued.
  @inline(__always)
  private func replacement(of old: Entry) -> Entry {
    let new = rows[Int(old.app)].entry(of: old.app)
    rows[Int(old.app)] = CandidateRow(new, isQueued: true)
    return new
  }

  /// Makes the heads of run and heap candidates again.
  @inline(__always)
  private mutating func dropMarked() {
    while runHead != runTail, !dropRunHead() {
      jetsim_prefetch(rows + Int(run[(runHead &+ 3) & runMask].app))
    }
    if size > 0, hasHole || !rows[Int(heap[0].app)].counts(heap[0]) { dropMarkedTop() }
  }

  /// Drops the head of the run unless it stays; returns whether it does.
  @inline(__always)
  private mutating func dropRunHead() -> Bool {
    let entry = run[runHead & runMask]
    let fate = fate(entry)
    guard fate != .stays else { return true }
    runHead &+= 1
    if fate == .isReplaced { pushToHeap(replacement(of: entry)) }
    return false
  }

  private mutating func dropMarkedTop() {
    while size > 0 {
      // A descent that is paused is below the top.
      let top = heap[0]
      let fate = hasHole ? .goes : fate(top)
      guard fate != .stays else { return }
      resume()
      hasHole = false
      guard fate == .goes else {
        sink(replacement(of: top))
        continue
      }
      size -= 1
      let last = heap[size]
      heap[size] = .sentinel
      if size > 0 { sink(last) }
    }
  }

  private mutating func removeAll() {
    runHead = runTail
    for place in 0..<min(5, size) { heap[place] = .sentinel }
    size = 0
    hasHole = false
    pausedAt = 0
    changes &+= 1
    firstChange = changes
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
      if compacts {
        let fate = fate(entry)
        if fate == .isReplaced { pushToHeap(replacement(of: entry)) }
        guard fate == .stays else { continue }
      }
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
    for place in 0..<size {
      let entry = heap[place]
      let fate = fate(entry)
      guard fate != .goes else { continue }
      heap[kept] = fate == .isReplaced ? replacement(of: entry) : entry
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
      if place < 5 { nearing = heap[best].app }
      place = best
      child = 4 &* place &+ 1
    }
    prefetch(nearing)
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
