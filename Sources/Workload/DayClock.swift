/// Maps average-activity time to clock time: hours with more activity pass faster.
///
/// A gap of one hour of average activity lasts less than an hour by day and many hours at night.
/// Day 0 starts at midnight.
struct DayClock: Sendable {
  /// Activity in each hour, mean 1.
  private let activity: [Double]

  /// - Parameter shape: 24 weights ≥ 0 with a positive sum.
  init(shape: [Double]) {
    let sum = shape.reduce(0, +)
    activity = shape.map { $0 * Double(shape.count) / sum }
  }

  /// The clock time in seconds at which `gap` seconds of average activity have passed since
  /// `start`.
  ///
  /// Complexity: O(hours passed), whole days in one step.
  func advance(from start: Double, by gap: Double) -> Double {
    let day = 86_400.0
    let hour = 3600.0
    var time = start + (gap / day).rounded(.down) * day
    var left = gap.truncatingRemainder(dividingBy: day)
    var index = Int((time / hour).rounded(.down))
    while true {
      let hourEnd = Double(index + 1) * hour
      let rate = activity[index % activity.count]
      let available = (hourEnd - time) * rate
      if left <= available, rate > 0 { return time + left / rate }
      left -= available
      time = hourEnd
      index += 1
    }
  }
}
