/// Draws an index with given probabilities in constant time, 8 bytes an index.
///
/// Walker's alias method, built in linear time as Vose (1991) describes. The interval is cut into
/// *n* equal columns; each holds its own index up to a threshold and one other index above it. One
/// 64-bit word picks the column (high part of word · *n*) and the place in it (low part).
///
/// Thresholds have 32 bits, so a probability is off by at most 2⁻³³/*n* for each column it lies in;
/// a weight below that share of the total may never be drawn. A weight of 0 is never drawn.
///
/// ```swift
/// let table = AliasTable(weights: [5, 3, 2])
/// let index = table.draw(&stream)  // 0 in half of the draws
/// ```
public struct AliasTable: Sendable {
  /// One column: draws whose place lies below `threshold` stay, others go to `alias`.
  @frozen
  public struct Column: Sendable, BitwiseCopyable {
    @usableFromInline let threshold: UInt32
    @usableFromInline let alias: UInt32
  }

  /// The table without its owner: trivially copyable, valid while the table lives.
  @frozen
  public struct View: @unchecked Sendable, BitwiseCopyable {
    @usableFromInline let columns: UnsafePointer<Column>
    /// The number of indices.
    public let count: UInt32

    @inlinable
    init(columns: UnsafePointer<Column>, count: UInt32) {
      self.columns = columns
      self.count = count
    }

    /// Draws an index of 0 ..< `count`.
    ///
    /// - Complexity: O(1), one random word and one memory access.
    @inlinable @inline(__always)
    public func draw(_ stream: inout RandomStream) -> Int {
      let product = stream.next().multipliedFullWidth(by: UInt64(count))
      let column = columns[Int(truncatingIfNeeded: product.high)]
      let stays = UInt32(truncatingIfNeeded: product.low >> 32) < column.threshold
      return stays ? Int(truncatingIfNeeded: product.high) : Int(column.alias)
    }
  }

  private let storage: Storage
  /// The fast, unowned view of the table.
  public let view: View

  /// Builds the table.
  ///
  /// - Parameter weights: finite, not negative, not all zero; 1 … 2³²−1 of them.
  /// - Complexity: O(*n*) time and scratch memory.
  public init(weights: [Double]) {
    let total = weights.reduce(0, +)
    precondition(!weights.isEmpty && weights.count < 1 << 32, "1 to 2^32 - 1 weights")
    precondition(total > 0 && total.isFinite, "weights with a finite sum > 0")
    precondition(weights.allSatisfy { $0 >= 0 }, "weights >= 0")
    storage = Storage(weights: weights, total: total)
    view = View(columns: UnsafePointer(storage.columns), count: UInt32(weights.count))
  }

  /// The number of indices.
  public var count: Int { Int(view.count) }

  /// Draws an index of 0 ..< `count`.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func draw(_ stream: inout RandomStream) -> Int { view.draw(&stream) }

  /// The probability of each index as the table holds it, for tests.
  public var probabilities: [Double] {
    var result = [Double](repeating: 0, count: count)
    for index in 0..<count {
      let column = view.columns[index]
      let stays = Double(column.threshold) * 0x1p-32
      result[index] += stays / Double(count)
      result[Int(column.alias)] += (1 - stays) / Double(count)
    }
    return result
  }

  /// Owns the columns.
  ///
  /// Never written after it was built, hence safe to share.
  private final class Storage: @unchecked Sendable {
    let columns: UnsafeMutablePointer<Column>

    init(weights: [Double], total: Double) {
      columns = .allocate(capacity: weights.count)
      build(weights: weights, total: total)
    }

    deinit { columns.deallocate() }

    /// Pairs each column that is too low with one that is too high.
    private func build(weights: [Double], total: Double) {
      let count = weights.count
      let scale = Double(count) / total
      var height = weights.map { $0 * scale }
      // One array serves as two stacks: too low from the left, high enough from the right.
      var order = [UInt32](repeating: 0, count: count)
      var lowEnd = 0
      var highStart = count
      for index in 0..<count {
        if height[index] < 1 {
          order[lowEnd] = UInt32(index)
          lowEnd += 1
        } else {
          highStart -= 1
          order[highStart] = UInt32(index)
        }
      }
      while lowEnd > 0 && highStart < count {
        lowEnd -= 1
        let low = order[lowEnd]
        let high = order[highStart]
        let stays = height[Int(low)]
        columns[Int(low)] = Column(threshold: Self.threshold(stays), alias: high)
        height[Int(high)] = (height[Int(high)] + stays) - 1
        if height[Int(high)] < 1 {
          highStart += 1
          order[lowEnd] = high
          lowEnd += 1
        }
      }
      // What is left is full up to rounding.
      for place in Array(0..<lowEnd) + Array(highStart..<count) {
        columns[Int(order[place])] = Column(threshold: .max, alias: order[place])
      }
    }

    /// Rounds a height of 0 ..< 1 to 32 bits.
    private static func threshold(_ height: Double) -> UInt32 {
      UInt32(min(4_294_967_295, (height * 0x1p32).rounded()))
    }
  }
}
