import Device
import Glibc
import RandomStreams
import Workload

/// The whole device, profile `ios`, all metrics on, policy jetsam; and a reduced one against peers.
var deviceSuite: BenchmarkSuite {
  BenchmarkSuite(name: "device", summary: "the whole device: events a second, bytes an app") {
    settings in
    let sizes = settings.quick ? [1000, 100_000] : [1000, 100_000, 1_000_000]
    return sizes.map { size in
      BenchmarkCase(
        name: "ios", size: size, operations: settings.quick ? 200_000 : 1_000_000,
        ours: { try DeviceRunner(apps: size).subject })
    } + reducedCases(settings)
  }
}

/// A device whose load grows with the number of its apps, advanced event by event.
///
/// Visits and background refreshes come at 0.02 a second and app each, to apps of a Zipf law of
/// exponent 0.9; RAM is a tenth of the total footprint. A phone's user opens one app at a time;
/// here thousands are opened a second, so what is timed in seconds on a phone is shortened to
/// match: launches about 0.3 s, background work 0.5 s, ageing 0.2 s, and the one killer and the one
/// compressor work in proportion to the number of apps.
final class DeviceRunner {
  private static let visitsPerApp = 0.02
  private static let meanFootprintMiB = 100.0
  private let session: any DeviceSession
  private let bytesPerApp: Double
  private var time: Ticks = 0
  private let eventsPerSecond: Double

  /// Sets a device up, with purges under way and a plan for so many events more.
  init(apps: Int, events: Double = 24_000_000) throws {
    let warmSeconds = 100 + 1_000_000 / Double(apps)
    // Planned events are drawn beforehand, as in a batch, where all policies share them.
    let horizon = warmSeconds + events / (Double(apps) * Self.visitsPerApp * 8)
    let plan = Self.plan(apps: apps, seconds: horizon)
    let planned = residentBytes()
    let run = DeviceRun(
      configuration: Self.configuration(apps: apps), catalog: Self.catalog(apps: apps), seed: 5,
      replication: 0, end: Ticks(rounding: horizon))
    session = try PolicyRegistry.session(PolicySpecification("jetsam"), run, plan: plan)
    // Until memory is full and purges have begun.
    time = Ticks(rounding: warmSeconds)
    try session.advance(until: time)
    bytesPerApp = Double(max(0, residentBytes() - planned)) / Double(apps)
    eventsPerSecond = Double(session.events) / warmSeconds
  }

  /// One operation is one event that changed state; stale timers do not count.
  var subject: Subject {
    Subject { operations in
      let step = Ticks(rounding: Double(operations) / self.eventsPerSecond)
      let events = self.session.events
      let start = threadNanoseconds()
      self.time += step
      try self.session.advance(until: self.time)
      let seconds = Double(threadNanoseconds() - start) / 1e9
      let done = Double(self.session.events - events)
      return Sample(
        nanoseconds: seconds * 1e9 / done, digest: self.session.fingerprint,
        extras: [("events_per_s", done / seconds), ("bytes_per_app", self.bytesPerApp)])
    }
  }

  private static func catalog(apps: Int) -> AppCatalog {
    var app = AppClass(name: "app")
    app.count = apps
    app.footprintMiB = .lognormal(mu: 4.105, sigma: 1)
    app.filePagesMiB = 20
    app.coldLaunchSeconds = .lognormal(mu: -1.2, sigma: 0.5)
    app.warmLaunchSeconds = .constant(0.1)
    app.taskLengthSeconds = .exponential(mean: 0.5)
    return AppCatalog(classes: [app])
  }

  private static func configuration(apps: Int) -> DeviceConfiguration {
    var configuration = DeviceConfiguration(
      profile: .ios, ramMiB: 0.1 * meanFootprintMiB * Double(apps))
    configuration.killLatencySeconds = 5 / Double(apps)
    configuration.compressRate = 20 * Double(apps)
    configuration.ageingSeconds = 0.2
    return configuration
  }

  private static func plan(apps: Int, seconds: Double) -> UserPlan {
    var stream = StreamFamily(seed: 5, replication: 0).stream(.bench, entity: 0, occurrence: 0)
    let table = AliasTable(weights: (0..<apps).map { pow(Double($0 + 1), -0.9) })
    let rate = visitsPerApp * Double(apps)
    var events: [PlanEvent] = []
    events.reserveCapacity(Int(2.1 * rate * seconds))
    var open = stream.exponential() / rate
    var refresh = stream.exponential() / rate
    var opened: UInt32 = 0
    var refreshed: UInt32 = 0
    while min(open, refresh) < seconds {
      let app = UInt32(table.draw(&stream))
      if open <= refresh {
        events.append(
          PlanEvent(time: Ticks(rounding: open), kind: .open, app: app, occurrence: opened))
        opened += 1
        open += stream.exponential() / rate
      } else {
        events.append(
          PlanEvent(time: Ticks(rounding: refresh), kind: .refresh, app: app, occurrence: refreshed)
        )
        refreshed += 1
        refresh += stream.exponential() / rate
      }
    }
    return UserPlan(events: events)
  }
}

/// The resident memory of this process in bytes.
func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  guard fgets(&line, 256, file) != nil else { return 0 }
  let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  let fields = text.split(separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
}
