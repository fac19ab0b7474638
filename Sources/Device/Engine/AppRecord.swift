import Workload

/// The index of a process in the catalog.
public typealias AppID = UInt32

/// Stands for "no process" in links.
let noApp = AppID.max

/// The jetsam bands the engine distinguishes, lowest (killed first) to highest.
///
/// The raw value is the index of the band's list; ``priority`` is XNU's number
/// [kern_memorystatus.h, xnu-11417].
public enum Band: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// Suspended apps and idle helpers.
  case idle
  /// Helpers ageing towards idle.
  case helperAgeing
  /// Apps ageing towards idle after they were left.
  case appAgeing
  /// Processes that run in background.
  case background
  /// Suspended and frozen apps.
  case freezer
  /// The app in front.
  case foreground
  /// Apps that play audio or serve an accessory in background.
  case media

  /// The name in columns.
  var name: String {
    switch self {
    case .idle: "idle"
    case .helperAgeing: "helper_ageing"
    case .appAgeing: "app_ageing"
    case .background: "background"
    case .freezer: "freezer"
    case .foreground: "foreground"
    case .media: "media"
    }
  }

  /// What is in the band, in the profile `ios` and where it differs in `android`.
  var meaning: String {
    switch self {
    case .idle: "suspended apps and idle helpers, XNU's band 0 (android: cached, 900 to 999)"
    case .helperAgeing: "helpers that age, band 10 (android: services on the B list, 800)"
    case .appAgeing: "apps that age, band 20 (android: the previous app, 700)"
    case .background: "processes that run in background, band 30 (android: services, 500)"
    case .freezer: "frozen apps, band 75"
    case .foreground: "the app in front, band 100 (android: 0)"
    case .media: "apps with audio or an accessory, band 120 (android: foreground services, 200)"
    }
  }

  /// XNU's priority.
  public var priority: Int {
    switch self {
    case .idle: 0
    case .helperAgeing: 10
    case .appAgeing: 20
    case .background: 30
    case .freezer: 75
    case .foreground: 100
    case .media: 120
    }
  }
}

/// What an app's one pending timer means.
enum AppPhase: UInt8, BitwiseCopyable {
  /// No timer.
  case settled
  /// Launching or resuming in front; the timer is its end.
  case launching
  /// In front and growing; the timer is the next step.
  case growing
  /// Running in background; the timer is the end of its task or grant.
  case running
  /// As `running`, but the timer is the end of the grant, before the work is done.
  case overrunning
  /// Left before its launch was done; the timer is the end of the launch, in background.
  case launchingBehind
  /// Suspended or idle, waiting in an ageing band; the timer is its end.
  case ageing
  /// Launching, but longer than the launch watchdog allows; the timer is the kill.
  case doomed
  /// In front with a crash to come before the next step of growth; the timer is the crash.
  case crashing
  /// Running in background in a mode (audio, location, accessory); the timer is its end.
  case inMode
  /// Running a processing task; the timer is its end, a pick-up of the device cuts it.
  case processing
  /// Cached in the profile `android`, not frozen yet; the timer is the freeze.
  case debouncing
}

/// Yes-or-no facts of an app, packed.
struct AppFlags: OptionSet, BitwiseCopyable {
  let rawValue: UInt8
  /// The compressed part is on storage, not in the pool; it holds a slot of the freezer.
  static let frozen = AppFlags(rawValue: 1)
  /// Not running because of a purge (not a crash, force-quit or exit).
  static let purged = AppFlags(rawValue: 2)
  /// Force-quit: no background events until the user opens it.
  static let forceQuit = AppFlags(rawValue: 4)
  /// Waiting for memory to launch.
  static let waiting = AppFlags(rawValue: 8)
  /// The purge counted in the measured time, so that a reopening may count as a regret.
  static let purgeMeasured = AppFlags(rawValue: 16)
  /// Its purgeable memory was purged in this stay in background.
  static let purgeableTaken = AppFlags(rawValue: 32)
  /// It was in front since it was started; its survival in suspension is observed.
  static let observed = AppFlags(rawValue: 64)
  /// Its task counts against the limit of background tasks.
  static let tasked = AppFlags(rawValue: 128)
}

/// The state of one process: 64 bytes, one cache line.
///
/// Sizes are in KiB. `bandChange` orders victims within a band; while the app is not running it is
/// the time of its end.
struct AppRecord: BitwiseCopyable {
  /// When the process last moved to a band.
  var bandChange: UInt64 = 0
  /// Neighbours in the list of its band, oldest band change first.
  var previous: AppID = noApp
  var next: AppID = noApp
  /// The sequence number of its pending timer, low 32 bits; 0 = none.
  var timer: UInt32 = 0
  /// Dirty memory, charged at full size even when compressed.
  var footprint: UInt32 = 0
  /// The part of the footprint that is held compressed, at full size.
  var compressed: UInt32 = 0
  /// Clean file pages in the file cache.
  var filePages: UInt32 = 0
  /// Neighbours in the file cache, most recently used first.
  var filePrevious: AppID = noApp
  var fileNext: AppID = noApp
  /// The number of the visit, offer or demand that it serves: part of the keys of its draws.
  var occurrence: UInt32 = 0
  /// Footprint at launch, drawn once per replication.
  var base: UInt32 = 0
  var classIndex: UInt16 = 0
  /// Compressed to full size of its part of the pool, in 1/65536.
  var poolShare: UInt16 = 0
  var state: LifecycleState = .notRunning
  var phase: AppPhase = .settled
  var band: Band = .idle
  var flags: AppFlags = []
  /// In front, when its launch or resume is done; else, when it was last suspended from the front.
  var readyAt: UInt64 = 0
}

extension AppRecord {
  /// What the app takes of the compressor's pool, in KiB; nothing when it is on storage.
  @inline(__always)
  var pool: Int64 {
    flags.contains(.frozen) ? 0 : Int64((UInt64(compressed) &* UInt64(poolShare) &+ 65_535) &>> 16)
  }

  /// What a purge gives back, in KiB: resident + compressed / ratio, not the footprint.
  @inline(__always)
  var returned: Int64 { Int64(footprint) - Int64(compressed) + pool }

  /// Moves `amount` KiB more into the pool at a ratio ≥ 1.
  ///
  /// Each app keeps one share for all of its pool, so that what it put in is exactly what it takes
  /// out.
  mutating func compress(_ amount: UInt32, ratio: Double) {
    let total = Double(pool) + Double(amount) / ratio
    compressed += amount
    guard compressed > 0 else { return }
    poolShare = UInt16(min(65_535, (total * 65_536 / Double(compressed)).rounded(.up)))
  }
}

extension PlanEvent {
  /// The footprint of a launch at this event: the stated one, else the app's own.
  @inline(__always)
  func launchFootprint(_ base: UInt32) -> UInt32 {
    footprintKiB == PlanEvent.noFootprint ? base : footprintKiB
  }
}
