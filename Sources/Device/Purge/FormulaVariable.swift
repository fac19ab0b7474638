/// What a formula may name; the raw value is the place in a row of ``FormulaRows``.
enum FormulaVariable: Int, CaseIterable {
  case idle, unused, age
  case footprint, resident, compressed, freed
  case uses, usesEver, useRate, gapMean, nextChance
  case launchCost, band, isHelper

  /// The least age in seconds: a tick.
  static let leastAge = 1e-6

  /// The name in a formula.
  var name: String {
    switch self {
    case .idle: "idle"
    case .unused: "unused"
    case .age: "age"
    case .footprint: "footprint"
    case .resident: "resident"
    case .compressed: "compressed"
    case .freed: "freed"
    case .uses: "uses"
    case .usesEver: "uses_ever"
    case .useRate: "use_rate"
    case .gapMean: "gap_mean"
    case .nextChance: "p_next"
    case .launchCost: "launch_cost"
    case .band: "band"
    case .isHelper: "is_helper"
    }
  }

  /// Meaning and unit in one line.
  var meaning: String {
    switch self {
    case .idle: "seconds since it last changed its band (suspended, for an idle app)"
    case .unused: "seconds since it was last used; since the run began while it never was"
    case .age: "seconds since its process started, at least a microsecond"
    case .footprint: "dirty memory charged to it in MiB, compressed pages at full size"
    case .resident: "the part of the footprint that is not compressed, in MiB"
    case .compressed: "the part of the footprint that is compressed, at full size, in MiB"
    case .freed: "what a purge gives back in MiB: resident + compressed ÷ ratio"
    case .uses: "uses since its process started"
    case .usesEver: "uses since the run began"
    case .useRate: "uses an hour, where a use counts half after a day"
    case .gapMean: "mean seconds between uses, the newest weighs 1/4; until two uses: unused"
    case .nextChance: "learned probability that it is opened next (as in habit)"
    case .launchCost: "mean cold launch of its class in seconds"
    case .band: "XNU priority of its band: 0 idle, 10 and 20 ageing, 30 background"
    case .isHelper: "1 for an extension or daemon, 0 for an app"
    }
  }

  /// How its value is had from what a row holds.
  enum Reading { case stored, elapsed, computed }

  var reading: Reading {
    switch self {
    case .idle, .unused, .age: .elapsed
    case .useRate, .gapMean, .nextChance: .computed
    default: .stored
    }
  }
}
