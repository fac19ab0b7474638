import Workload

/// How long suspended apps live, by footprint class: grouped Kaplan–Meier estimates.
///
/// The clock runs from the suspension after a visit; a purge is the event, a return to the front, a
/// force-quit, another end or the end of the run censors. Times are grouped into 64 bins between
/// two points of the grid, events before censorings within a bin, so that the points of the grid
/// are bin borders and the estimate there is exact but for order within a bin.
public struct SurvivalTable: Sendable, Equatable {
  /// Minutes at which the share alive is reported.
  public static let minutes = [1, 5, 15, 60, 240, 1440]
  /// Upper borders of the footprint classes in MiB; the last class is open.
  public static let classBorders = [64.0, 256.0]
  /// The names of the footprint classes.
  public static let classNames = ["below_64_mib", "64_to_256_mib", "above_256_mib"]

  private static let binsPerStep = 64
  private static let binCount = minutes.count * binsPerStep + 1
  private var events: [UInt32]
  private var censorings: [UInt32]

  /// An empty table.
  public init() {
    let size = Self.binCount * Self.classNames.count
    events = [UInt32](repeating: 0, count: size)
    censorings = events
  }

  /// A table with the given ``counts``; nil when their number is wrong.
  public init?(counts: [UInt32]) {
    let size = Self.binCount * Self.classNames.count
    guard counts.count == 2 * size else { return nil }
    events = Array(counts[..<size])
    censorings = Array(counts[size...])
  }

  /// Everything the table holds, to be kept elsewhere: purges, then censorings, by class and bin.
  public var counts: [UInt32] { events + censorings }

  /// Adds one suspension: how long it lasted and whether a purge ended it.
  mutating func record(_ lasted: Ticks, footprintKiB: UInt32, purged: Bool) {
    let index = Self.classIndex(footprintKiB) * Self.binCount + Self.bin(lasted)
    if purged { events[index] += 1 } else { censorings[index] += 1 }
  }

  /// Adds the suspensions of another table.
  public mutating func merge(_ other: SurvivalTable) {
    for index in events.indices {
      events[index] += other.events[index]
      censorings[index] += other.censorings[index]
    }
  }

  /// Suspensions in a footprint class, or in all.
  public func count(classIndex: Int? = nil) -> Int {
    range(classIndex).reduce(0) { $0 + Int(events[$1]) + Int(censorings[$1]) }
  }

  /// The share alive at each of ``minutes``; nil where nobody was at risk any more, unless it is 0.
  public func alive(classIndex: Int? = nil) -> [Double?] {
    let classes = classIndex.map { [$0] } ?? Array(Self.classNames.indices)
    var atRisk = count(classIndex: classIndex)
    var share = 1.0
    var shares: [Double?] = []
    for bin in 0..<Self.minutes.count * Self.binsPerStep {
      let dead = classes.reduce(0) { $0 + Int(events[$1 * Self.binCount + bin]) }
      let gone = classes.reduce(0) { $0 + Int(censorings[$1 * Self.binCount + bin]) }
      if dead > 0 { share *= 1 - Double(dead) / Double(atRisk) }
      let wasAtRisk = atRisk
      atRisk -= dead + gone
      if bin % Self.binsPerStep == Self.binsPerStep - 1 {
        shares.append(wasAtRisk > 0 || share == 0 ? share : nil)
      }
    }
    return shares
  }

  private func range(_ classIndex: Int?) -> Range<Int> {
    guard let classIndex else { return events.indices }
    return classIndex * Self.binCount..<(classIndex + 1) * Self.binCount
  }

  private static func classIndex(_ footprintKiB: UInt32) -> Int {
    let size = Double(footprintKiB) / 1024
    return size < classBorders[0] ? 0 : size < classBorders[1] ? 1 : 2
  }

  private static func bin(_ lasted: Ticks) -> Int {
    let minute = 60 * Ticks.perSecond
    var start: Ticks = 0
    for (step, border) in minutes.enumerated() {
      let end = Ticks(border) * minute
      if lasted < end {
        let width = end - start
        return step * binsPerStep + Int((lasted - start) * Ticks(binsPerStep) / width)
      }
      start = end
    }
    return binCount - 1
  }
}
