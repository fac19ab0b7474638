import Device
import Experiment
import Glibc
import RandomStreams
import Workload

/// Replay of a trace in profile `plain`, against a cache simulator where one is installed.
///
/// One operation is one request. The digest is the number of misses, and so is the peer's: both
/// read the same trace, and both begin with an empty store in every round.
var traceSuite: BenchmarkSuite {
  BenchmarkSuite(name: "trace", summary: "requests a second of a replay, against libCacheSim") {
    settings in
    let ids = settings.quick ? 50_000 : 1_000_000
    let trace = LazyTrace(ids: ids, requests: settings.quick ? 500_000 : 5_000_000)
    // The order of jetsam is that of lru here, miss for miss.
    let policies: [(name: String, peer: String, arguments: [PolicySpecification.Argument])] = [
      ("jetsam", "LRU", []), ("lru", "LRU", []), ("fifo", "FIFO", []),
      ("sieve", "Sieve", []), ("lfu", "LFU", []),
      ("gdsf", "GDSF", [.init("cost", .number(1)), .init("bypass", .flag(true))]),
    ]
    return policies.map { policy in
      BenchmarkCase(
        name: policy.name, size: ids, operations: trace.requests,
        ours: {
          try trace.write()
          let specification = PolicySpecification(policy.name, arguments: policy.arguments)
          return ReplayRun(trace.value, specification).subject
        },
        peers: [
          PeerCommand(
            name: "libCacheSim", source: "trace_libcachesim.py",
            arguments: [policy.peer, trace.path, String(trace.capacityKiB)])
        ])
    }
  }
}

/// Requests to a store of whole apps: the plan, and what the store holds.
struct RequestTrace {
  let plan: UserPlan
  let catalog: AppCatalog
  let configuration: DeviceConfiguration
}

/// A trace that is drawn when the first case needs it.
final class LazyTrace {
  let requests: Int
  let capacityKiB: Int
  private let ids: Int
  private let sizes: [UInt32]
  /// Where the peer finds the trace.
  let path = Package.root + "/.build/peers/trace.oracleGeneral.bin"

  private(set) lazy var value = draw()
  private var isWritten = false

  /// Sizes are lognormal, the store holds a tenth of them all.
  init(ids: Int, requests: Int) {
    self.ids = ids
    self.requests = requests
    var stream = StreamFamily(seed: 3, replication: 0).stream(.bench, entity: 1, occurrence: 0)
    sizes = (0..<ids).map { _ in UInt32(max(1, 8192 * exp(1.5 * stream.normal()))) }
    capacityKiB = sizes.reduce(0) { $0 + Int($1) } / 10
  }

  /// Draws the requests by a Zipf law of exponent 0.9.
  private func draw() -> RequestTrace {
    var stream = StreamFamily(seed: 3, replication: 0).stream(.bench, entity: 0, occurrence: 0)
    let popularity = AliasTable(weights: (0..<ids).map { pow(Double($0 + 1), -0.9) })
    // The popular ones must not be neighbours in memory.
    var order = Array(0..<UInt32(ids))
    order.shuffle(using: &stream)
    var events: [PlanEvent] = []
    events.reserveCapacity(requests)
    for number in 0..<requests {
      let app = order[popularity.draw(&stream)]
      events.append(
        PlanEvent(
          time: Ticks(number + 1) * 1000, kind: .open, app: app, occurrence: UInt32(number),
          footprintKiB: sizes[Int(app)]))
    }
    var app = AppClass(name: "app")
    app.count = ids
    app.coldLaunchSeconds = .constant(1)
    let configuration = DeviceConfiguration(profile: .plain, ramMiB: Double(capacityKiB) / 1024)
    return RequestTrace(
      plan: UserPlan(events: events), catalog: AppCatalog(classes: [app]),
      configuration: configuration)
  }

  /// Writes the trace as libCacheSim's `oracleGeneral`: 24 bytes a request, packed.
  func write() throws {
    guard !isWritten, let events = value.plan.storedEvents else { return }
    try Package.createFolder(Package.root + "/.build/peers")
    var next = [Int64](repeating: -1, count: ids)
    var words = [UInt64](repeating: 0, count: 3 * events.count)
    words.withUnsafeMutableBytes { bytes in
      for position in events.indices.reversed() {
        let event = events[position]
        let place = position * 24
        bytes.storeBytes(of: UInt32(event.time / 1000), toByteOffset: place, as: UInt32.self)
        bytes.storeBytes(of: UInt64(event.app), toByteOffset: place + 4, as: UInt64.self)
        bytes.storeBytes(of: event.footprintKiB, toByteOffset: place + 12, as: UInt32.self)
        bytes.storeBytes(of: next[Int(event.app)], toByteOffset: place + 16, as: Int64.self)
        next[Int(event.app)] = Int64(position + 1)
      }
    }
    try Package.write(words, to: path)
    isWritten = true
  }
}

/// Replays a trace from the start in every round.
final class ReplayRun {
  private let trace: RequestTrace
  private let specification: PolicySpecification

  init(_ trace: RequestTrace, _ specification: PolicySpecification) {
    self.trace = trace
    self.specification = specification
  }

  var subject: Subject {
    Subject { operations in
      let end = Ticks(operations) * 1000
      let run = DeviceRun(
        configuration: self.trace.configuration, catalog: self.trace.catalog, seed: 1,
        replication: 0, end: end)
      let session = try PolicyRegistry.session(self.specification, run, plan: self.trace.plan)
      var sample = try timed(operations) {
        try session.advance(until: end)
        return nil
      }
      let values = try session.finish().values
      let misses = Metric.index(of: "cold_launches").flatMap { values[$0] } ?? 0
      sample.digest = UInt64(misses)
      sample.extras = [
        ("requests_per_s", 1e9 / sample.nanoseconds), ("miss_share", misses / Double(operations)),
      ]
      return sample
    }
  }
}
