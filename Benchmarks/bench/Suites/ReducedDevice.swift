import CShims
import EventQueue
import Glibc
import RandomStreams

/// A device reduced to what any simulator of apps has: launches, sessions, growth, a grant of time
/// in background, and purges of the app that has been suspended longest.
///
/// Each side draws by its own generator, so no digest can agree; the share of launches that are
/// cold is compared with the C++ peer's before anything is timed.
func reducedCases(_ settings: BenchmarkSettings) -> [BenchmarkCase] {
  let sizes = settings.quick ? [1000, 100_000] : [1000, 100_000, 1_000_000]
  return sizes.map { size in
    BenchmarkCase(
      name: "reduced", size: size, operations: settings.quick ? 200_000 : 2_000_000,
      ours: {
        try compareColdShares(apps: size, events: settings.quick ? 1_000_000 : 8_000_000)
        return ReducedRun(apps: size).subject
      },
      peers: [
        PeerCommand(name: "C++ app model", source: "app.cpp", arguments: [String(size)]),
        PeerCommand(
          name: "SimPy", source: "app_simpy.py", arguments: [String(size)], share: 0.02),
      ])
  }
}

/// Fails when the peer simulates something else: cold shares more than one per cent apart.
private func compareColdShares(apps: Int, events: Int) throws {
  guard let command = try? PeerBuild.command(for: "app.cpp"),
    let answer = outputOf(command + [String(apps), String(events)]),
    let peer = answer.split(separator: "\n").last.flatMap({ Double($0) })
  else { return }
  var device = ReducedDevice(apps: apps)
  device.perform(events)
  let ours = device.coldShare
  StandardStreams.note(
    "device/reduced \(apps): cold share \(fixed(ours, 4)), the peer's \(fixed(peer, 4))\n")
  guard abs(ours / peer - 1) < 0.01 else {
    throw BenchmarkFailure(message: "device/reduced \(apps): the peer's model differs", exitCode: 2)
  }
}

/// One app in 16 bytes: four share a cache line.
private struct ReducedApp: BitwiseCopyable {
  /// Memory in MiB.
  var footprint: Float = 0
  /// Neighbours among the suspended, most recently suspended first.
  var newer = noNeighbour
  var older = noNeighbour
  /// Counts launches modulo 64: timers of an earlier visit are recognised by it.
  var generation: UInt16 = 0
  var state = ReducedState.absent
}

private let noNeighbour = UInt32.max

private enum ReducedState: UInt8, BitwiseCopyable {
  case absent, front, background, suspended
}

private enum ReducedEvent {
  static let launch: UInt32 = 0
  static let sessionEnd: UInt32 = 1
  static let grantEnd: UInt32 = 2
  static let growth: UInt32 = 3
}

/// Owns the model for the rounds.
private final class ReducedRun {
  private var device: ReducedDevice

  init(apps: Int) { device = ReducedDevice(apps: apps) }

  var subject: Subject {
    Subject { operations in
      var sample = timed(operations) {
        self.device.perform(operations)
        return self.device.digest
      }
      sample.extras = [("cold_share", self.device.coldShare)]
      return sample
    }
  }
}

/// The model; events carry their kind in 2 bits of the payload, the generation in 6, the app in 20.
private struct ReducedDevice: ~Copyable {
  private static let batch = 64
  private let count: Int
  /// Whether the records outgrow the second-level cache.
  private let looksAhead: Bool
  private let apps: UnsafeMutablePointer<ReducedApp>
  private let upcoming: UnsafeMutablePointer<UInt32>
  private let popularity: AliasTable
  private var queue = EventQueue(minimumCapacity: 64)
  private var stream = StreamFamily(seed: 9, replication: 0)
    .stream(.bench, entity: 0, occurrence: 0)
  private var position = ReducedDevice.batch
  private var newest = noNeighbour
  private var oldest = noNeighbour
  private var memory = 0.0
  private var launches: UInt64 = 0
  private var coldLaunches: UInt64 = 0
  private(set) var digest: UInt64 = 0

  init(apps count: Int) {
    precondition(count < 1 << 20, "20 bits of the payload name the app")
    self.count = count
    looksAhead = count > 32_768
    apps = .allocate(capacity: count)
    apps.initialize(repeating: ReducedApp(), count: count)
    upcoming = .allocate(capacity: Self.batch)
    upcoming.initialize(repeating: 0, count: Self.batch)
    popularity = AliasTable(weights: (0..<count).map { pow(Double($0 + 1), -0.9) })
    schedule(after: 0, at: 0, ReducedEvent.launch)
    perform(max(200_000, 4 * count))
    (launches, coldLaunches) = (0, 0)
  }

  deinit {
    apps.deallocate()
    upcoming.deallocate()
  }

  /// The share of launches that found the app not running.
  var coldShare: Double { Double(coldLaunches) / Double(launches) }

  /// Takes so many events, outdated timers included, as the peers count.
  mutating func perform(_ operations: Int) {
    for _ in 0..<operations {
      let entry = queue.removeMin()
      if looksAhead, let following = queue.min { prefetch(following.payload >> 8) }
      let app = entry.payload >> 8
      let generation = entry.payload >> 2 & 63
      digest = (digest ^ (entry.time &+ UInt64(entry.payload))) &* digestFactor
      switch entry.payload & 3 {
      case ReducedEvent.launch: launch(at: entry.time)
      case ReducedEvent.sessionEnd:
        apps[Int(app)].state = .background
        schedule(
          after: 0.5 * stream.exponential(), at: entry.time, ReducedEvent.grantEnd, app, generation)
      case ReducedEvent.grantEnd where apps[Int(app)].generation == generation: suspend(app)
      case ReducedEvent.growth where apps[Int(app)].generation == generation:
        grow(app, generation, at: entry.time)
      default: break
      }
    }
  }

  private mutating func launch(at time: UInt64) {
    schedule(
      after: stream.exponential() / (0.02 * Double(count)), at: time, ReducedEvent.launch)
    let app = nextApp()
    let index = Int(app)
    launches &+= 1
    switch apps[index].state {
    case .front: return
    case .absent:
      coldLaunches &+= 1
      let size = Float(exp(4.105 + stream.normal()))
      apps[index].footprint = size
      memory += Double(size)
    case .suspended: unlink(app)
    case .background: break
    }
    let generation = (apps[index].generation &+ 1) & 63
    apps[index].generation = generation
    apps[index].state = .front
    let number = UInt32(generation)
    schedule(
      after: exp(-0.5 + stream.normal()), at: time, ReducedEvent.sessionEnd, app, number)
    schedule(
      after: 0.7 * stream.exponential(), at: time, ReducedEvent.growth, app, number)
    makeRoom()
  }

  private mutating func grow(_ app: UInt32, _ generation: UInt32, at time: UInt64) {
    guard apps[Int(app)].state == .front else { return }
    let size = Float(5 * stream.exponential())
    apps[Int(app)].footprint += size
    memory += Double(size)
    schedule(after: 0.7 * stream.exponential(), at: time, ReducedEvent.growth, app, generation)
    makeRoom()
  }

  // MARK: Choice of apps

  /// Whom the user launches next; drawn in batches, so that the misses of a large table overlap
  /// and records can be asked for early.
  @inline(__always)
  private mutating func nextApp() -> UInt32 {
    if position == Self.batch { drawApps() }
    let app = upcoming[position]
    position &+= 1
    let ahead = position &+ 4
    if ahead < Self.batch { prefetch(upcoming[ahead]) }
    return app
  }

  @inline(never)
  private mutating func drawApps() {
    let table = popularity.view
    for place in 0..<Self.batch {
      upcoming[place] = UInt32(truncatingIfNeeded: table.draw(&stream))
    }
    for place in 0..<4 { prefetch(upcoming[place]) }
    position = 0
  }

  @inline(__always)
  private func prefetch(_ app: UInt32) { jetsim_prefetch(apps + Int(app)) }

  // MARK: Timers

  /// Schedules an event some seconds ahead; time counts in nanoseconds.
  @inline(__always)
  private mutating func schedule(
    after seconds: Double, at now: UInt64, _ kind: UInt32, _ app: UInt32 = 0,
    _ generation: UInt32 = 0
  ) {
    // Added to 2⁵², a number below that leaves its nearest integer in the lowest bits.
    let ticks = (seconds * 1e9 + 0x1p52).bitPattern & 0xf_ffff_ffff_ffff
    queue.schedule(at: now &+ ticks, payload: app << 8 | generation << 2 | kind)
  }

  // MARK: The suspended

  private mutating func suspend(_ app: UInt32) {
    apps[Int(app)].state = .suspended
    apps[Int(app)].newer = noNeighbour
    apps[Int(app)].older = newest
    if newest == noNeighbour { oldest = app } else { apps[Int(newest)].newer = app }
    newest = app
  }

  private mutating func unlink(_ app: UInt32) {
    let record = apps[Int(app)]
    if record.newer == noNeighbour {
      newest = record.older
    } else {
      apps[Int(record.newer)].older = record.older
    }
    if record.older == noNeighbour {
      oldest = record.newer
    } else {
      apps[Int(record.older)].newer = record.newer
    }
  }

  @inline(__always)
  private mutating func makeRoom() {
    while memory > 10 * Double(count), oldest != noNeighbour {
      let victim = oldest
      unlink(victim)
      // The likely next victim.
      if oldest != noNeighbour { prefetch(oldest) }
      apps[Int(victim)].state = .absent
      memory -= Double(apps[Int(victim)].footprint)
    }
  }
}
