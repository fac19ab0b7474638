import Device
import Workload

/// The facts of a purge in words.
enum PurgeWords {
  /// Which resource had run out.
  static func reason(_ purge: PurgeRecord) -> String {
    let available = TimeText.size(purge.availableKiB)
    var text: String
    switch purge.cause {
    case .idleExit: text = below(purge, "idle")
    case .vmPageshortage:
      let needed = TimeText.size(Int64(purge.neededKiB))
      text =
        purge.neededKiB > 0
        ? "a launch waited for \(needed), \(available) were available" : below(purge, "critical")
    case .highwater: text = "it was over its own soft limit while " + below(purge, "soft")
    case .perProcessLimit: return "it was over its own fatal limit; memory was not the reason"
    case .longIdleExit: text = "it was idle for long while " + below(purge, "reaper")
    case .sustainedMemoryPressure: text = "memory pressure was held at Warning for too long"
    case .compressorSpaceShortage:
      text =
        "the compressor's pool held \(TimeText.size(purge.poolKiB)) and counts as full at "
        + TimeText.size(purge.poolLimitKiB)
    case .diskSpaceShortage: return "storage was short, so every frozen process had to go"
    case .budget: return "the store was \(TimeText.size(-purge.availableKiB)) over its budget"
    case .ttl: return "the policy's own trigger: idle for longer than it allows"
    case .countCap: return "the policy's own trigger: more suspended processes than it allows"
    case .oomd: text = "the policy's own trigger: memory pressure"
    default: text = lmkdReason(purge.cause)
    }
    if purge.cause == .idleExit, purge.neededKiB > 0 {
      text += "; a launch waited for \(TimeText.size(Int64(purge.neededKiB)))"
    }
    if purge.lineKiB == nil { text += "; \(available) were available" }
    let share = NumberText.fixed(purge.uncompressedShare * 100, decimals: 1)
    return "\(text); \(share) % not compressed"
  }

  /// What Android's lmkd or activity manager saw.
  private static func lmkdReason(_ cause: PurgeCause) -> String {
    switch cause {
    case .lmkdPressureAfterKill: "free memory was below the min watermark even after a kill"
    case .lmkdNotResponding: "every running process had stalled on memory for too long"
    case .lmkdLowSwapAndThrashing: "swap was low and file pages were read again and again"
    case .lmkdLowMemAndSwap: "free memory was below the low watermark and swap was low"
    case .lmkdLowMemAndSwapUtil:
      "free memory was below the low watermark and too much was swapped already"
    case .lmkdLowMemAndThrashing:
      "free memory was below the low watermark and file pages were read again and again"
    case .lmkdDirectReclAndThrashing:
      "processes reclaimed memory themselves and file pages were read again and again"
    case .lmkdLowFilecacheAfterThrashing: "file pages were few after thrashing"
    case .lmkdLowMem: "free memory was below the low watermark"
    case .tooManyCached: "more apps were cached than the activity manager keeps"
    case .tooManyEmpty: "more services were cached than the activity manager keeps"
    default: cause.name
    }
  }

  private static func below(_ purge: PurgeRecord, _ line: String) -> String {
    let level = purge.lineKiB.map { " of \(TimeText.size($0))" } ?? ""
    let available = TimeText.size(purge.availableKiB)
    return "available memory, \(available), was below the \(line) line\(level)"
  }

  /// Where the process was and what it held.
  static func place(_ purge: PurgeRecord) -> String {
    let state = purge.state == .active || purge.state == .inactive ? "in front" : purge.state.name
    return "\(state), \(name(of: purge.band)) band (priority \(purge.band.priority)) for "
      + "\(TimeText.length(purge.time - purge.bandChange)); footprint "
      + "\(TimeText.size(Int64(purge.footprintKiB))), gave back \(TimeText.size(purge.returnedKiB))"
  }

  /// How it was chosen.
  static func choice(_ purge: PurgeRecord, policy: String) -> String {
    let size = "\(ordinal(purge.sizeRank)) by size"
    switch purge.cause {
    case .perProcessLimit, .diskSpaceShortage: return "none: no other process would have done"
    case .highwater: return "the first process over its soft limit, lowest band first; \(size)"
    default: break
    }
    if purge.band == .foreground { return "none: the app in front goes last of all" }
    guard purge.candidates > 1 else { return "the only candidate of its band" }
    let among = "of \(NumberText.grouped(UInt64(purge.candidates))) candidates"
    switch purge.order {
    case .bandChange: return "\(ordinal(purge.rank)) \(among) by time in the band; \(size)"
    case .key, .score:
      let score = purge.score.map { " (\(purge.order == .key ? "key" : "score") \(number($0)))" }
      let place = "\(ordinal(purge.rank)) \(among) under \(policy)\(score ?? ""); \(size)"
      guard purge.cause == .longIdleExit, purge.rank > 1 else { return place }
      return place + "; those before it were not idle for long enough"
    case .choice, .own:
      return "\(policy) chose it \(among), \(ordinal(purge.rank)) by time in the band; \(size)"
    }
  }

  /// A band in words.
  static func name(of band: Band) -> String {
    switch band {
    case .idle: "idle"
    case .helperAgeing: "helper-ageing"
    case .appAgeing: "app-ageing"
    case .background: "background"
    case .freezer: "freezer"
    case .foreground: "foreground"
    case .media: "media"
    }
  }

  private static func ordinal(_ number: Int) -> String {
    let ending =
      (11...13).contains(number % 100)
      ? "th" : number % 10 == 1 ? "st" : number % 10 == 2 ? "nd" : number % 10 == 3 ? "rd" : "th"
    return NumberText.grouped(UInt64(number)) + ending
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "\(value)" }
    if value == value.rounded(), abs(value) < 9e15 {
      return NumberText.fixed(value, decimals: 0)
    }
    return NumberText.significant(value)
  }
}
