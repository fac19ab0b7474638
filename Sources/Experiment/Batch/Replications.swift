/// The replications of a point that are run, in ascending order.
///
/// A scenario may ask for a million at each of 100,000 points, so they are counted and not listed:
/// those that a filter selects are one list for all points, and a shard takes every `step`-th.
public struct Replications: RandomAccessCollection, Equatable, Sendable {
  /// What is taken from: a list, or 0, 1, 2 and so on where it is nil.
  private let selected: [Int]?
  private let first: Int
  private let step: Int

  /// How many are run.
  public let count: Int

  /// One replication.
  init(only replication: Int) { self.init([replication], total: 1, first: 0, step: 1) }

  /// Every `step`-th of those selected, from position `first` on.
  ///
  /// - Parameters:
  ///   - selected: The replications in ascending order; nil = all from 0 on.
  ///   - total: How many are selected.
  ///   - first: The position of the first one taken.
  ///   - step: The distance of two taken, at least 1.
  init(_ selected: [Int]?, total: Int, first: Int, step: Int) {
    self.selected = selected
    self.first = first
    self.step = step
    count = first < total ? (total - first + step - 1) / step : 0
  }

  /// The first position.
  public var startIndex: Int { 0 }

  /// The position behind the last.
  public var endIndex: Int { count }

  /// The number of a replication.
  public subscript(position: Int) -> Int {
    let place = first + position * step
    return selected?[place] ?? place
  }
}
