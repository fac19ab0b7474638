import Workload

/// What happened to one app over the whole run: a row of `apps.csv`.
public struct AppSummary: Sendable, Equatable, BitwiseCopyable {
  /// Launches of the user's that started it.
  public var starts: UInt32 = 0
  /// Launches of the user's that found it alive.
  public var resumes: UInt32 = 0
  /// Launches into background.
  public var backgroundStarts: UInt32 = 0
  /// Purges.
  public var purges: UInt32 = 0
  /// Purges that were regretted.
  public var regrets: UInt32 = 0

  /// Nothing happened yet.
  public init() {}

  /// Adds what happened to the same app in another run.
  public mutating func add(_ other: AppSummary) {
    starts += other.starts
    resumes += other.resumes
    backgroundStarts += other.backgroundStarts
    purges += other.purges
    regrets += other.regrets
  }
}

/// The counts of all apps, when they are kept.
struct AppCounts: ~Copyable {
  private let rows: AppColumn<AppSummary>
  private let count: Int
  /// Whether counts are kept; nothing before the measured time is counted.
  var isCounting = false

  init(appCount: Int) {
    rows = AppColumn(AppSummary(), count: appCount)
    count = appCount
  }

  @inline(__always)
  func launched(_ app: AppID) { if isCounting { rows[app].starts &+= 1 } }
  @inline(__always)
  func resumed(_ app: AppID) { if isCounting { rows[app].resumes &+= 1 } }
  @inline(__always)
  func started(_ app: AppID) { if isCounting { rows[app].backgroundStarts &+= 1 } }
  @inline(__always)
  func purged(_ app: AppID) { if isCounting { rows[app].purges &+= 1 } }
  @inline(__always)
  func regretted(_ app: AppID) { if isCounting { rows[app].regrets &+= 1 } }

  /// The counts in app order; empty when they are not kept.
  func summaries() -> [AppSummary] { (0..<count).map { rows[AppID($0)] } }
}
