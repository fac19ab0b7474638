import CShims
import Glibc
import Workload

/// What formulas read of each app: one row of values a process, by raw value of
/// ``FormulaVariable``.
///
/// A row holds the value itself, or the time in ticks that an elapsed time is counted from.
struct FormulaRows: ~Copyable {
  private static let width = 16
  private static let newestGap = 0.25
  private static let rateHalfLife = 86_400e6
  /// Uses an hour for each use counted, at a half-life of a day.
  private static let ratePerUse = 0.6931471805599453 / 24
  private static let none = -1.0

  private let base: UnsafeMutablePointer<Double>
  /// When the decayed count of ``FormulaVariable/useRate`` was taken, in ticks.
  private let rateTimes: AppColumn<Double>

  init(_ setup: PolicySetup) {
    let count = max(1, setup.appCount) * Self.width
    base = LargeTable.allocate(of: Double.self, count: count)
    base.initialize(repeating: 0, count: count)
    rateTimes = AppColumn(0, count: setup.appCount)
    let cost = setup.launchCostColumn()
    let isHelper = setup.helperColumn()
    for app in 0..<AppID(setup.appCount) {
      self[app, .gapMean] = Self.none
      self[app, .launchCost] = cost[app]
      self[app, .isHelper] = isHelper[app] ? 1 : 0
    }
  }

  deinit { LargeTable.deallocate(base) }

  subscript(app: AppID, variable: FormulaVariable) -> Double {
    get { base[Int(app) * Self.width + variable.rawValue] }
    nonmutating set { base[Int(app) * Self.width + variable.rawValue] = newValue }
  }

  /// The row of an app.
  @inline(__always)
  func row(_ app: AppID) -> UnsafeMutablePointer<Double> { base + Int(app) * Self.width }

  /// Brings the row of an app closer: two cache lines.
  @inline(__always)
  func prefetch(_ app: AppID) {
    jetsim_prefetch(row(app))
    jetsim_prefetch(row(app) + 8)
  }

  /// Learns from a use.
  func didUse(_ app: AppID, at time: Double) {
    let row = row(app)
    if row[FormulaVariable.usesEver.rawValue] > 0 {
      let gap = (time - row[FormulaVariable.unused.rawValue]) / 1e6
      let mean = row[FormulaVariable.gapMean.rawValue]
      row[FormulaVariable.gapMean.rawValue] =
        mean < 0 ? gap : mean + Self.newestGap * (gap - mean)
    }
    row[FormulaVariable.useRate.rawValue] = decayedUses(app, at: time) + 1
    rateTimes[app] = time
    row[FormulaVariable.unused.rawValue] = time
    row[FormulaVariable.uses.rawValue] += 1
    row[FormulaVariable.usesEver.rawValue] += 1
  }

  /// A process starts.
  func didStart(_ app: AppID, at time: Double) { self[app, .age] = time }

  /// Notes what a candidate is while it is one.
  func note(_ candidate: Candidate) {
    let row = row(candidate.app)
    row[FormulaVariable.idle.rawValue] = Double(candidate.bandChange)
    row[FormulaVariable.footprint.rawValue] = Double(candidate.footprintKiB) / 1024
    row[FormulaVariable.resident.rawValue] = Double(candidate.residentKiB) / 1024
    row[FormulaVariable.compressed.rawValue] = Double(candidate.compressedKiB) / 1024
    row[FormulaVariable.freed.rawValue] = Double(candidate.returnedKiB) / 1024
    row[FormulaVariable.band.rawValue] = Double(candidate.band.priority)
  }

  /// Uses an hour, older uses fading.
  func useRate(_ app: AppID, now: Double) -> Double {
    decayedUses(app, at: now) * Self.ratePerUse
  }

  private func decayedUses(_ app: AppID, at time: Double) -> Double {
    self[app, .useRate] * exp2((rateTimes[app] - time) / Self.rateHalfLife)
  }

  /// The mean gap between uses, or the time since the last one while there are fewer than two.
  func gapMean(_ app: AppID, now: Double) -> Double {
    let mean = self[app, .gapMean]
    return mean < 0 ? (now - self[app, .unused]) / 1e6 : mean
  }
}
