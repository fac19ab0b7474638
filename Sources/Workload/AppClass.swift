public import RandomStreams

/// What a process is to the system.
public enum ProcessKind: String, Sendable, CaseIterable {
  /// A user app: opened and left by the user.
  case app
  /// An extension (widget, keyboard, share sheet): launched on demand by the system.
  case `extension`
  /// A daemon: launched on demand by the system, relaunched after a kill at its next demand.
  case daemon

  /// Whether the system, not the user, launches it.
  public var isHelper: Bool { self != .app }
}

/// A group of processes that share one description: `count` members, each with draws of its own.
public struct AppClass: Sendable, Equatable {
  /// The name; members are called `name-1` … `name-count`, or just `name` when there is one.
  public var name: String
  /// What the members are to the system.
  public var kind: ProcessKind = .app
  /// How many members there are, at least 1.
  public var count: Int = 1
  /// Dirty memory at launch in MiB, drawn once per replication and member.
  public var footprintMiB: Distribution = .constant(150)
  /// Clean file pages of a member in MiB.
  public var filePagesMiB: Double = 60
  /// Memory in MiB, part of the footprint, that the system may purge before it kills.
  public var purgeableMiB: Double = 0
  /// Time from the tap to ready when nothing is cached, in seconds, drawn per visit.
  public var coldLaunchSeconds: Distribution = .constant(2)
  /// Time from the tap to ready when the file pages are still cached, in seconds.
  public var warmLaunchSeconds: Distribution = .constant(0.8)
  /// Relative popularity: a factor of the Zipf weight of the member's rank; 0 = never opened.
  public var popularity: Double = 1
  /// Silent pushes offered to each member, a day.
  public var pushesPerDay: Double = 0
  /// Background refreshes offered to each member, a day.
  public var refreshesPerDay: Double = 0
  /// Helpers only: how often each member is needed, a day.
  public var demandsPerDay: Double = 0
  /// Helpers only: how long it runs at each demand, in seconds.
  public var demandLengthSeconds: Distribution = .constant(1)
  /// Probability that it asks for time to finish a task when it is left.
  public var taskProbability: Double = 0.3
  /// Length of such a task in seconds, drawn per visit.
  public var taskLengthSeconds: Distribution = .lognormal(mu: 2.0794415416798357, sigma: 1)
  /// Probability that it plays audio in background when it is left, and for how long.
  public var audioProbability: Double = 0
  /// How long it plays, in seconds, drawn per visit.
  public var audioLengthSeconds: Distribution = .constant(1200)
  /// Probability that it keeps following the location when it is left (navigation).
  public var locationProbability: Double = 0
  /// How long it follows the location, in seconds, drawn per visit.
  public var locationLengthSeconds: Distribution = .constant(900)
  /// Probability that it keeps a Bluetooth or external accessory session when it is left.
  public var accessoryProbability: Double = 0
  /// How long that session lasts, in seconds, drawn per visit.
  public var accessoryLengthSeconds: Distribution = .constant(1800)
  /// Significant location changes that wake each member, a day.
  public var locationsPerDay: Double = 0
  /// VoIP pushes to each member, a day; they are never refused but after a force-quit.
  public var voipPushesPerDay: Double = 0
  /// Processing tasks offered to each member, a day; they run only while the device is idle.
  public var processingPerDay: Double = 0
  /// Length of a processing task in seconds.
  public var processingLengthSeconds: Distribution = .constant(180)
  /// Probability that it holds a file lock when it is suspended (0xdead10cc).
  public var lockProbability: Double = 0
  /// Crashes an hour in front.
  public var crashesPerHour: Double = 0
  /// Whether its tasks have an expiration handler; without one an overrun is a kill (0x8badf00d).
  public var hasExpirationHandler: Bool = true
  /// Whether it terminates instead of being suspended.
  public var exitsOnSuspend: Bool = false
  /// Footprint in MiB above which it may be killed below the soft line; none = no limit.
  public var softLimitMiB: Double?
  /// Footprint in MiB above which it is killed at once; none = the device's limit.
  public var fatalLimitMiB: Double?

  /// Soft limit while idle; none = `softLimitMiB`.
  public var inactiveSoftLimitMiB: Double?
  /// Fatal limit while idle; none = no other limit than the active one.
  public var inactiveFatalLimitMiB: Double?

  /// All background offers to a member, a day.
  var offersPerDay: Double {
    pushesPerDay + refreshesPerDay + locationsPerDay + voipPushesPerDay + processingPerDay
  }

  /// A class with the default description.
  public init(name: String) { self.name = name }
}

extension AppClass {
  /// The configurable fields besides `name` and `kind`.
  public static let parameterFields: [ParameterField<AppClass>] =
    baseFields + backgroundFields

  private static let baseFields: [ParameterField<AppClass>] = [
    .init("count", .number, .integer(\.count, 1...8_000_000), "members of the class"),
    .init(
      "footprint", .mebibytes, .distribution(\.footprintMiB),
      "dirty memory at launch, drawn per replication and member [assumed: 150 MiB]"),
    .init(
      "file_pages", .mebibytes, .number(\.filePagesMiB, 0...1e7),
      "clean file pages of a member [assumed]"),
    .init(
      "purgeable", .mebibytes, .number(\.purgeableMiB, 0...1e7),
      "part of the footprint the system may purge before a kill [assumed]"),
    .init(
      "cold_launch", .seconds, .distribution(\.coldLaunchSeconds),
      "tap to ready with nothing cached [2 s: NimbleDroid's top 100]"),
    .init(
      "warm_launch", .seconds, .distribution(\.warmLaunchSeconds),
      "tap to ready with file pages cached [assumed]"),
    .init(
      "popularity", .number, .number(\.popularity, 0...1e9),
      "multiplies the weight of the member's popularity rank; 0 = never opened"),
    .init(
      "pushes_per_day", .perDay, .number(\.pushesPerDay, 0...1e6),
      "silent pushes offered to each member"),
    .init(
      "refreshes_per_day", .perDay, .number(\.refreshesPerDay, 0...1e6),
      "background refreshes offered to each member"),
    .init(
      "demands_per_day", .perDay, .number(\.demandsPerDay, 0...1e6),
      "helpers: how often each member is needed"),
    .init(
      "demand_length", .seconds, .distribution(\.demandLengthSeconds),
      "helpers: how long it runs at each demand [assumed]"),
    .init(
      "task_probability", .fraction, .number(\.taskProbability, 0...1),
      "probability of asking for background time when left [assumed]"),
    .init(
      "task_length", .seconds, .distribution(\.taskLengthSeconds),
      "length of that task [assumed: lognormal, median 8 s, sigma 1]"),
    .init(
      "expiration_handler", .number, .flag(\.hasExpirationHandler),
      "whether an overrun task is cut cleanly instead of killed"),
    .init(
      "exits_on_suspend", .number, .flag(\.exitsOnSuspend),
      "terminates instead of being suspended [UIApplicationExitsOnSuspend]"),
    .init(
      "soft_limit", .mebibytes, .optionalNumber(\.softLimitMiB, 0...1e7),
      "above it the member may be killed below the soft line"),
    .init(
      "fatal_limit", .mebibytes, .optionalNumber(\.fatalLimitMiB, 0...1e7),
      "above it the member is killed at once"),
    .init(
      "inactive_soft_limit", .mebibytes, .optionalNumber(\.inactiveSoftLimitMiB, 0...1e7),
      "soft limit while idle"),
    .init(
      "inactive_fatal_limit", .mebibytes, .optionalNumber(\.inactiveFatalLimitMiB, 0...1e7),
      "fatal limit while idle"),
  ]

  private static let backgroundFields: [ParameterField<AppClass>] = [
    .init(
      "audio_probability", .fraction, .number(\.audioProbability, 0...1),
      "probability of playing audio in background when left"),
    .init("audio_length", .seconds, .distribution(\.audioLengthSeconds), "how long [assumed]"),
    .init(
      "location_probability", .fraction, .number(\.locationProbability, 0...1),
      "probability of following the location in background when left"),
    .init(
      "location_length", .seconds, .distribution(\.locationLengthSeconds), "how long [assumed]"),
    .init(
      "accessory_probability", .fraction, .number(\.accessoryProbability, 0...1),
      "probability of a Bluetooth or accessory session when left"),
    .init(
      "accessory_length", .seconds, .distribution(\.accessoryLengthSeconds),
      "how long [assumed]"),
    .init(
      "locations_per_day", .perDay, .number(\.locationsPerDay, 0...1e6),
      "significant location changes that wake each member"),
    .init(
      "voip_pushes_per_day", .perDay, .number(\.voipPushesPerDay, 0...1e6),
      "VoIP pushes to each member; refused only after a force-quit"),
    .init(
      "processing_per_day", .perDay, .number(\.processingPerDay, 0...1e6),
      "processing tasks offered; they run only while the device is idle"),
    .init(
      "processing_length", .seconds, .distribution(\.processingLengthSeconds),
      "length of a processing task [Apple: minutes]"),
    .init(
      "lock_probability", .fraction, .number(\.lockProbability, 0...1),
      "probability of holding a file lock at suspension (0xdead10cc)"),
    .init(
      "crashes_per_hour", .number, .number(\.crashesPerHour, 0...3600), "crashes an hour in front"),
  ]
}
