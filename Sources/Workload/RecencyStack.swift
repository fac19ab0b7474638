/// The most recently opened apps, most recent first, with the recency weights of the next pick.
///
/// The weight of stack distance d ≥ 2 is 1/(d−1)^b; distance 1 is the app in front. The stack holds
/// at most ``depthLimit`` apps, so that a device of a million apps costs no more than a phone; the
/// mass it cuts off at b = 1.5 is below 3.5 %.
struct RecencyStack: Sendable {
  /// The deepest distance that is remembered.
  static let depthLimit = 512

  /// The apps, most recent first.
  private(set) var apps: [UInt32] = []
  /// `cumulative[d]` is the sum of the weights of the distances 2…d.
  private let cumulative: [Double]
  /// One bit a member: whether it is on the stack.
  private var members: [UInt64]

  init(memberCount: Int, exponent: Double) {
    var sum = 0.0
    var table = [0.0, 0.0]
    for distance in 2...(Self.depthLimit + 1) {
      sum += power(Double(distance - 1), -exponent)
      table.append(sum)
    }
    cumulative = table
    members = [UInt64](repeating: 0, count: (memberCount + 63) / 64)
    apps.reserveCapacity(Self.depthLimit + 1)
  }

  /// The app in front or last in front, if any was opened.
  var top: UInt32? { apps.first }

  /// Whether a pick by recency is possible.
  var hasOthers: Bool { apps.count > 1 }

  /// The app at the distance that the uniform draw `u` selects.
  ///
  /// Requires ``hasOthers``.
  func pick(_ u: Double) -> UInt32 {
    let target = u * cumulative[apps.count]
    var low = 2
    var high = apps.count
    while low < high {
      let middle = (low + high) / 2
      if cumulative[middle] >= target { high = middle } else { low = middle + 1 }
    }
    return apps[low - 1]
  }

  /// Moves an app to the front.
  ///
  /// Complexity: O(its distance), or O(depth) when it is new.
  mutating func touch(_ app: UInt32) {
    let word = Int(app >> 6)
    let bit = UInt64(1) << UInt64(app & 63)
    if members[word] & bit != 0, let index = apps.firstIndex(of: app) {
      if index == 0 { return }
      apps.remove(at: index)
    } else {
      members[word] |= bit
      if apps.count == Self.depthLimit {
        let last = apps.removeLast()
        members[Int(last >> 6)] &= ~(UInt64(1) << UInt64(last & 63))
      }
    }
    apps.insert(app, at: 0)
  }
}
