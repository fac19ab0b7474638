public import RandomStreams
public import Workload

/// Everything one replication needs besides the policy; a value that workers copy.
public struct DeviceRun: Sendable {
  /// The device.
  public var configuration: DeviceConfiguration
  /// The processes.
  public var catalog: AppCatalog
  /// The seed of the scenario; neither the policy nor the sweep point enters any key.
  public var seed: UInt64
  /// The replication's number, from 0.
  public var replication: UInt64
  /// The end of the run; events at the end still happen.
  public var end: Ticks
  /// Start of the measured time; nothing before it is counted.
  public var warmUp: Ticks
  /// The most events a run may have; nil = no limit.
  public var maxEvents: UInt64?
  /// What holds the pending events; the results do not depend on it.
  public var queue: QueueKind = .auto
  /// How samplers draw.
  public var samplerMode: SamplerMode = .fast
  /// Whether invariants are checked after every event (always in debug builds).
  public var checksInvariants = false
  /// Whether the report has a row for each app.
  public var keepsAppCounts = false

  /// Describes a run.
  public init(
    configuration: DeviceConfiguration, catalog: AppCatalog, seed: UInt64, replication: UInt64,
    end: Ticks, warmUp: Ticks = 0, maxEvents: UInt64? = nil
  ) {
    self.configuration = configuration
    self.catalog = catalog
    self.seed = seed
    self.replication = replication
    self.end = end
    self.warmUp = warmUp
    self.maxEvents = maxEvents
  }
}
