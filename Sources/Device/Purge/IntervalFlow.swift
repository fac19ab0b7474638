/// A flow of maximum gain along a line, by the network simplex method.
///
/// Node t is the place before opening t. The line's arcs t → t + 1 carry what is not used, without
/// limit and gain; the other arcs jump over some openings, with a capacity and a gain per unit.
/// What flows over opening t on jumping arcs is at most its room. The line itself is the first
/// tree; it is strongly feasible and stays so by the choice of the leaving arc [Cunningham 1976],
/// so that the method ends although many steps change nothing.
struct IntervalFlow {
  private struct Arc {
    var source: Int
    var target: Int
    var capacity: Int64
    var cost: Int64
    var flow: Int64 = 0
    /// Not in the tree: 1 when empty, −1 when full; 0 in the tree.
    var state: Int64 = 1
  }

  private var arcs: [Arc]
  private var parent: [Int]
  /// The arc to the parent, and whether it leads there.
  private var treeArc: [Int]
  private var leadsUp: [Bool]
  private var depth: [Int]
  private var potential: [Int64]
  private var children: [[Int]]
  private var scanned: Int

  /// Starts with everything unused.
  init(room: [Int64]) {
    let count = room.count
    arcs = room.indices.map {
      Arc(source: $0, target: $0 + 1, capacity: .max, cost: 0, flow: room[$0], state: 0)
    }
    parent = Array(1...count + 1)
    parent[count] = -1
    treeArc = Array(0...count)
    leadsUp = [Bool](repeating: true, count: count + 1)
    depth = Array((0...count).reversed())
    potential = [Int64](repeating: 0, count: count + 1)
    children = (0...count).map { $0 > 0 ? [$0 - 1] : [] }
    scanned = count
  }

  /// Adds an arc that jumps from one place to a later one.
  mutating func add(from source: Int, to target: Int, capacity: Int64, gain: Int64) {
    arcs.append(Arc(source: source, target: target, capacity: capacity, cost: -gain))
  }

  /// The largest gain.
  mutating func solve() -> Int64 {
    while let entering = nextEntering() { pivot(entering) }
    return arcs.reduce(0) { $0 - $1.flow * $1.cost }
  }

  /// The best arc of a block of those not in the tree, from where the last search ended.
  private mutating func nextEntering() -> Int? {
    let block = max(16, Int(Double(arcs.count).squareRoot()))
    var best = -1
    var least: Int64 = 0
    var left = block
    for _ in arcs.indices {
      scanned = scanned + 1 < arcs.count ? scanned + 1 : 0
      let arc = arcs[scanned]
      let reduced = arc.state * (arc.cost + potential[arc.source] - potential[arc.target])
      if reduced < least {
        least = reduced
        best = scanned
      }
      left -= 1
      if left == 0 {
        if best >= 0 { break }
        left = block
      }
    }
    return best >= 0 ? best : nil
  }

  private mutating func pivot(_ entering: Int) {
    let isFilling = arcs[entering].state > 0
    let first = isFilling ? arcs[entering].source : arcs[entering].target
    let second = isFilling ? arcs[entering].target : arcs[entering].source
    let join = commonAncestor(first, second)
    // The last blocking arc of the cycle, counted from the join along the flow.
    var amount = arcs[entering].capacity
    var leavingNode = -1
    var isOnFirst = false
    var node = first
    while node != join {
      let slack = leadsUp[node] ? arcs[treeArc[node]].flow : free(treeArc[node])
      if slack < amount { (amount, leavingNode, isOnFirst) = (slack, node, true) }
      node = parent[node]
    }
    node = second
    while node != join {
      let slack = leadsUp[node] ? free(treeArc[node]) : arcs[treeArc[node]].flow
      if slack <= amount { (amount, leavingNode, isOnFirst) = (slack, node, false) }
      node = parent[node]
    }
    push(amount, entering, first: first, second: second, join: join)
    guard leavingNode >= 0 else {
      arcs[entering].state = -arcs[entering].state
      return
    }
    let leaving = treeArc[leavingNode]
    arcs[leaving].state = arcs[leaving].flow == 0 ? 1 : -1
    arcs[entering].state = 0
    hang(
      isOnFirst ? first : second, under: isOnFirst ? second : first, by: entering,
      cutAt: leavingNode)
  }

  private func free(_ arc: Int) -> Int64 {
    arcs[arc].capacity == .max ? .max : arcs[arc].capacity - arcs[arc].flow
  }

  private func commonAncestor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while a != b {
      if depth[a] >= depth[b] { a = parent[a] } else { b = parent[b] }
    }
    return a
  }

  private mutating func push(
    _ amount: Int64, _ entering: Int, first: Int, second: Int, join: Int
  ) {
    guard amount > 0 else { return }
    arcs[entering].flow += arcs[entering].state * amount
    var node = first
    while node != join {
      arcs[treeArc[node]].flow += leadsUp[node] ? -amount : amount
      node = parent[node]
    }
    node = second
    while node != join {
      arcs[treeArc[node]].flow += leadsUp[node] ? amount : -amount
      node = parent[node]
    }
  }

  /// Cuts the subtree at a node off, makes `root` its root and hangs that under another node.
  private mutating func hang(_ root: Int, under top: Int, by entering: Int, cutAt cut: Int) {
    var node = root
    var above = top
    var arc = entering
    var up = arcs[entering].source == root
    while true {
      let (oldParent, oldArc, oldUp) = (parent[node], treeArc[node], leadsUp[node])
      children[oldParent].removeAll { $0 == node }
      (parent[node], treeArc[node], leadsUp[node]) = (above, arc, up)
      children[above].append(node)
      if node == cut { break }
      (above, node, arc, up) = (node, oldParent, oldArc, !oldUp)
    }
    refresh(root)
  }

  /// Depths and potentials of a subtree, from its root down.
  private mutating func refresh(_ root: Int) {
    var pending = [root]
    while let node = pending.popLast() {
      let arc = arcs[treeArc[node]]
      depth[node] = depth[parent[node]] + 1
      potential[node] =
        leadsUp[node] ? potential[parent[node]] - arc.cost : potential[parent[node]] + arc.cost
      pending += children[node]
    }
  }
}
