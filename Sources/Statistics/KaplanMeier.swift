/// The product-limit estimate of a survival function from durations some of which are cut short.
///
/// Kaplan & Meier, "Nonparametric estimation from incomplete observations", JASA 53 (1958), with
/// Greenwood's variance. A duration is *censored* when its end was not seen, for instance a
/// suspended app still alive when the run ended. At equal times, ends count before censorings.
///
/// ```swift
/// let lives = KaplanMeier(times: [6, 6, 6, 7], censored: [false, false, true, false])
/// lives.survival(at: 6)  // 0.5
/// ```
public struct KaplanMeier: Sendable, Equatable {
  /// One step of the estimate: it holds from `time` on.
  public struct Step: Sendable, Equatable {
    /// When something ended.
    public let time: Double
    /// How many were under observation just before.
    public let atRisk: Int
    /// How many ended.
    public let ended: Int
    /// The estimated probability to last longer than `time`.
    public let survival: Double
    /// Greenwood's estimate of the variance of `survival`.
    public let variance: Double
  }

  /// The steps in order of time, one for each distinct time at which something ended.
  public let steps: [Step]

  /// Estimates from durations.
  ///
  /// - Parameters:
  ///   - times: not negative, in any order.
  ///   - censored: whether the end was not seen, one a duration.
  /// - Complexity: O(*n* log *n*).
  public init(times: [Double], censored: [Bool]) {
    precondition(times.count == censored.count, "one flag a duration")
    let order = times.indices.sorted { times[$0] < times[$1] }
    var steps: [Step] = []
    var (survival, hazard) = (1.0, 0.0)
    var place = 0
    while place < order.count {
      let time = times[order[place]]
      let atRisk = order.count - place
      var ended = 0
      while place < order.count && times[order[place]] == time {
        ended += censored[order[place]] ? 0 : 1
        place += 1
      }
      if ended == 0 { continue }
      survival *= Double(atRisk - ended) / Double(atRisk)
      // The last step to 0 has no variance term: the estimate is 0 and so is its variance.
      if ended < atRisk { hazard += Double(ended) / (Double(atRisk) * Double(atRisk - ended)) }
      steps.append(
        Step(
          time: time, atRisk: atRisk, ended: ended, survival: survival,
          variance: survival * survival * hazard))
    }
    self.steps = steps
  }

  /// Returns the estimated probability to last longer than a time.
  ///
  /// - Complexity: O(log *n*).
  public func survival(at time: Double) -> Double { step(at: time)?.survival ?? 1 }

  /// Returns Greenwood's variance of the estimate at a time.
  ///
  /// - Complexity: O(log *n*).
  public func variance(at time: Double) -> Double { step(at: time)?.variance ?? 0 }

  /// The first time at which at most half survive, or nil where the estimate stays above.
  public var median: Double? { steps.first { $0.survival <= 0.5 }?.time }

  /// Returns the last step at or before a time.
  private func step(at time: Double) -> Step? {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? steps[low - 1] : nil
  }
}
