import Device
import Workload

/// The facts of a purge in words.
struct PurgeWords {
  /// Whose words: XNU's, Android's, or those of a store of apps.
  let profile: DeviceProfile
  /// The policy's label.
  let policy: String
  /// Its name, which decides what its keys mean.
  let policyName: String

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
  func place(_ purge: PurgeRecord) -> String {
    let time = TimeText.length(purge.time - purge.bandChange)
    let isInFront = purge.state == .active || purge.state == .inactive
    let state = isInFront ? "in front" : purge.state.name
    let place =
      switch profile {
      case .ios:
        "\(state), \(name(of: purge.band)) band (priority \(purge.band.priority)) for \(time)"
      case .android:
        "\(state), \(name(of: purge.band)) (oom_score_adj \(scores(of: purge.band))) for \(time)"
      case .plain:
        purge.band == .foreground ? "launched just now" : "in the store, left \(time) ago"
      }
    return place + "; footprint \(TimeText.size(Int64(purge.footprintKiB))), gave back "
      + TimeText.size(purge.returnedKiB)
  }

  /// How it was chosen.
  func choice(_ purge: PurgeRecord) -> String {
    let size = "\(Self.ordinal(purge.sizeRank)) by size"
    switch purge.cause {
    case .perProcessLimit, .diskSpaceShortage: return "none: no other process would have done"
    case .highwater: return "the first process over its soft limit, lowest band first; \(size)"
    case .tooManyCached, .tooManyEmpty:
      return "the activity manager's: of its kind the one that is cached for longest; \(size)"
    default: break
    }
    if purge.band == .foreground {
      return profile == .plain
        ? "the newcomer itself: under \(policy) it goes before all that could make room"
          + (value(purge).map { " (\($0))" } ?? "")
        : "none: the app in front goes last of all"
    }
    guard purge.candidates > 1 else { return "the only candidate" + ofPlace }
    let among = "of \(NumberText.grouped(UInt64(purge.candidates))) candidates"
    if profile == .android, let choice = choiceByScore(purge, among) { return "\(choice); \(size)" }
    let rank = Self.ordinal(purge.rank)
    switch purge.order {
    case .bandChange: return "\(rank) \(among) by time\(inPlace); \(size)"
    case .key, .score:
      let value = value(purge).map { " (\($0))" }
      let place = "\(rank) \(among) under \(policy)\(value ?? ""); \(size)"
      guard purge.cause == .longIdleExit, purge.rank > 1 else { return place }
      return place + "; those before it were not idle for long enough"
    case .choice, .own: return "\(policy) chose it \(among), \(rank) by time\(inPlace); \(size)"
    }
  }

  private var ofPlace: String {
    switch profile {
    case .ios: " of its band"
    case .android: " of its range"
    case .plain: ""
    }
  }

  private var inPlace: String {
    switch profile {
    case .ios: " in the band"
    case .android: " in the range"
    case .plain: " since it was left"
    }
  }

  /// Choices of lmkd in which the policy's order is not all: none for the others.
  private func choiceByScore(_ purge: PurgeRecord, _ among: String) -> String? {
    if purge.band == .media {
      return "the heaviest \(among): at scores up to 200 no policy has a say"
    }
    guard policyName == "lmkd" || policyName == "kernel-lmk" else { return nil }
    let isOldest = policyName == "lmkd" && purge.score == 0
    let (order, by) =
      isOldest
      ? ("one that is unchanged for longest", "time\(inPlace)")
      : ("largest resident one", "resident size")
    let rank = Self.ordinal(purge.rank)
    guard Self.isCached(purge.band) else { return "\(rank) \(among) under \(policy), by \(by)" }
    return "under \(policy) the \(order), of the highest score; \(rank) \(among) by \(by)"
  }

  /// The policy's key or score in words; nil when it has none, or none that says anything.
  private func value(_ purge: PurgeRecord) -> String? {
    guard let score = purge.score else { return nil }
    switch policyName {
    case "lmkd", "kernel-lmk": return nil
    case "belady" where score == -Double(UInt32.max): return "never used again"
    case "lru2" where score < 0: return "never used twice"
    default: break
    }
    guard score.isFinite else { return "never used" }
    return (purge.order == .key ? "key " : "score ") + Self.number(score)
  }

  /// A band in words; Android's are ranges of scores, and the store of profile plain has none.
  func name(of band: Band) -> String {
    if profile == .android {
      return switch band {
      case .idle, .freezer: "cached"
      case .helperAgeing: "service of the B list"
      case .appAgeing: "previous app"
      case .background: "service"
      case .foreground: "foreground"
      case .media: "perceptible"
      }
    }
    return switch band {
    case .idle: "idle"
    case .helperAgeing: "helper-ageing"
    case .appAgeing: "app-ageing"
    case .background: "background"
    case .freezer: "freezer"
    case .foreground: "foreground"
    case .media: "media"
    }
  }

  /// XNU's priority of a band, or the lowest oom_score_adj of Android's range [AOSP
  /// psc/Constants.java].
  func priority(of band: Band) -> Int {
    guard profile == .android else { return band.priority }
    return switch band {
    case .idle, .freezer: 900
    case .helperAgeing: 800
    case .appAgeing: 700
    case .background: 500
    case .foreground: 0
    case .media: 200
    }
  }

  private func scores(of band: Band) -> String {
    Self.isCached(band) ? "900 to 999" : "\(priority(of: band))"
  }

  private static func isCached(_ band: Band) -> Bool { band == .idle || band == .freezer }

  private static func ordinal(_ number: Int) -> String {
    let ending =
      (11...13).contains(number % 100)
      ? "th" : number % 10 == 1 ? "st" : number % 10 == 2 ? "nd" : number % 10 == 3 ? "rd" : "th"
    return NumberText.grouped(UInt64(number)) + ending
  }

  private static func number(_ value: Double) -> String {
    if value.isNaN { return "not a number" }
    guard value.isFinite else { return value < 0 ? "minus infinity" : "infinity" }
    if value == value.rounded(), abs(value) < 9e15 {
      return NumberText.fixed(value, decimals: 0)
    }
    return NumberText.significant(value)
  }
}
