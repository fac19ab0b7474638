/// The candidates of the idle band by key, smallest first: an indexed binary heap.
///
/// Order: key, then oldest band change, then app order. Insert and remove are O(log n).
struct CandidateHeap: ~Copyable {
  /// One candidate and its place in the order.
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

  private static let absent = UInt32.max
  private let positions: UnsafeMutablePointer<UInt32>
  private var nodes: UnsafeMutablePointer<Node>
  private var capacity: Int
  private(set) var count = 0

  init(appCount: Int) {
    positions = .allocate(capacity: max(1, appCount))
    positions.initialize(repeating: Self.absent, count: max(1, appCount))
    capacity = 64
    nodes = .allocate(capacity: capacity)
  }

  deinit {
    positions.deallocate()
    nodes.deallocate()
  }

  /// The first candidate; there must be one.
  var first: Node { nodes[0] }

  /// The candidate at a place of the heap, in no particular order.
  subscript(index: Int) -> Node { nodes[index] }

  /// The key of a candidate that is in the heap.
  func key(of app: AppID) -> Double { nodes[Int(positions[Int(app)])].key }

  mutating func insert(_ node: Node) {
    if count == capacity { grow() }
    count += 1
    siftUp(node, from: count - 1)
  }

  mutating func remove(_ app: AppID) {
    let index = Int(positions[Int(app)])
    positions[Int(app)] = Self.absent
    count -= 1
    guard index < count else { return }
    let moved = nodes[count]
    if index > 0, moved.precedes(nodes[(index - 1) / 2]) {
      siftUp(moved, from: index)
    } else {
      siftDown(moved, from: index)
    }
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
    larger.update(from: nodes, count: count)
    nodes.deallocate()
    nodes = larger
    capacity *= 2
  }

  private func place(_ node: Node, at index: Int) {
    nodes[index] = node
    positions[Int(node.app)] = UInt32(index)
  }

  private func siftUp(_ node: Node, from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard node.precedes(nodes[parent]) else { break }
      place(nodes[parent], at: index)
      index = parent
    }
    place(node, at: index)
  }

  private func siftDown(_ node: Node, from start: Int) {
    var index = start
    while true {
      var child = 2 * index + 1
      guard child < count else { break }
      if child + 1 < count, nodes[child + 1].precedes(nodes[child]) { child += 1 }
      guard nodes[child].precedes(node) else { break }
      place(nodes[child], at: index)
      index = child
    }
    place(node, at: index)
  }
}
