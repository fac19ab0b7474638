/// A queue of trivial values in a ring that grows by doubling: no allocation once it is large
/// enough.
struct FIFO<Element: BitwiseCopyable>: ~Copyable {
  private var storage: UnsafeMutablePointer<Element>
  private var capacity: Int
  private var head = 0
  private(set) var count = 0

  init() {
    capacity = 16
    storage = .allocate(capacity: capacity)
  }

  deinit { storage.deallocate() }

  /// Whether nothing waits.
  @inline(__always)
  var isEmpty: Bool { count == 0 }

  /// The element that waits longest.
  ///
  /// Requires that one does.
  @inline(__always)
  var first: Element { storage[head] }

  /// The element at a place in the queue; 0 is the first.
  subscript(index: Int) -> Element { storage[(head + index) & (capacity - 1)] }

  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    storage[(head + count) & (capacity - 1)] = element
    count += 1
  }

  mutating func removeFirst() -> Element {
    let element = storage[head]
    head = (head + 1) & (capacity - 1)
    count -= 1
    return element
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    for index in 0..<count { (larger + index).initialize(to: self[index]) }
    storage.deallocate()
    storage = larger
    capacity *= 2
    head = 0
  }
}
