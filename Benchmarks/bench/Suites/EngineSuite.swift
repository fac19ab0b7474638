import EventQueue
import RandomStreams

/// Two minimal engines on the event queue: PHOLD and the M/M/1 queue.
///
/// The plain cases draw as the simulator does, keyed stream and ziggurat, and keep time in ticks;
/// their peer draws by its own generator and logarithms, so digests cannot agree. The cases named
/// `_same_draws` do exactly what the peer does, generator and floating-point time included, and
/// digests must agree. All use `EventQueue`, those named `phold_ladder` a `LadderQueue`.
var engineSuite: BenchmarkSuite {
  BenchmarkSuite(name: "engine", summary: "minimal engines: PHOLD and M/M/1") { settings in
    let sizes = settings.quick ? [1000, 100_000] : [1000, 100_000, 1_000_000]
    return sizes.flatMap { size in
      [
        phold("phold", size, settings) {
          Phold<StreamDraws, EventQueue>(processes: size).subject
        },
        phold("phold_same_draws", size, settings) {
          Phold<PeerDraws, EventQueue>(processes: size).subject
        },
        phold("phold_ladder", size, settings) {
          Phold<StreamDraws, LadderQueue>(processes: size).subject
        },
        phold("phold_ladder_same_draws", size, settings) {
          Phold<PeerDraws, LadderQueue>(processes: size).subject
        },
      ]
    } + [
      station("mm1", settings) { Station<StreamDraws>().subject },
      station("mm1_same_draws", settings) { Station<PeerDraws>().subject },
    ]
  }
}

private func phold(
  _ name: String, _ size: Int, _ settings: BenchmarkSettings, ours: @escaping () -> Subject
) -> BenchmarkCase {
  let comparable = name.hasSuffix("same_draws") ? "same" : "own"
  var peers = [
    PeerCommand(
      name: "C++ engine", source: "engine.cpp", arguments: ["phold", comparable, String(size)])
  ]
  if name == "phold" && size == 1000 {
    peers.append(
      PeerCommand(
        name: "SimPy", source: "engine_simpy.py", arguments: ["phold", String(size)], share: 0.02))
  }
  return BenchmarkCase(
    name: name, size: size, operations: settings.quick ? 200_000 : 2_000_000, ours: ours,
    peers: peers)
}

private func station(
  _ name: String, _ settings: BenchmarkSettings, ours: @escaping () -> Subject
) -> BenchmarkCase {
  let comparable = name.hasSuffix("same_draws") ? "same" : "own"
  var peers = [
    PeerCommand(name: "C++ engine", source: "engine.cpp", arguments: ["mm1", comparable, "1"])
  ]
  if comparable == "own" {
    peers.append(
      PeerCommand(name: "SimPy", source: "engine_simpy.py", arguments: ["mm1", "1"], share: 0.02))
  }
  return BenchmarkCase(
    name: name, size: 1, operations: settings.quick ? 300_000 : 3_000_000, ours: ours,
    peers: peers)
}

// MARK: Draws

/// What the engines draw, and how they keep time.
private protocol EngineDraws {
  init()

  /// The time so much after `now`: a constant and an exponential number of this mean, in seconds.
  mutating func after(_ now: UInt64, _ constant: Double, mean: Double) -> UInt64

  /// True once in four.
  mutating func quarter() -> Bool

  /// A whole number below `bound`.
  mutating func below(_ bound: UInt32) -> UInt32
}

/// As in the simulator: a keyed stream, ziggurats, time in microseconds.
private struct StreamDraws: EngineDraws {
  private var stream = RandomStream(state: 1, gamma: 0x9e37_79b9_7f4a_7c15)

  @inline(__always)
  mutating func after(_ now: UInt64, _ constant: Double, mean: Double) -> UInt64 {
    let ticks = constant * 1e6 + mean * 1e6 * stream.exponential()
    // Added to 2⁵², a number below that leaves its nearest integer in the lowest bits.
    return now &+ (ticks + 0x1p52).bitPattern & 0xf_ffff_ffff_ffff
  }

  @inline(__always)
  mutating func quarter() -> Bool {
    stream.next() &>> 62 == 0
  }

  @inline(__always)
  mutating func below(_ bound: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: stream.next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}

/// As in the C++ peer: xoshiro256++, logarithms, time in floating-point seconds.
///
/// The bit patterns of numbers that are not negative are in the order of the numbers.
private struct PeerDraws: EngineDraws {
  private var generator = Xoshiro(seed: 1)

  @inline(__always)
  mutating func after(_ now: UInt64, _ constant: Double, mean: Double) -> UInt64 {
    (Double(bitPattern: now) + (constant + mean * generator.exponential())).bitPattern
  }

  @inline(__always)
  mutating func quarter() -> Bool {
    generator.uniform() < 0.25
  }

  @inline(__always)
  mutating func below(_ bound: UInt32) -> UInt32 {
    generator.below(bound)
  }
}

// MARK: PHOLD

/// Logical processes that pass events on, a quarter of them to a process drawn at random.
///
/// After R. M. Fujimoto, Performance of Time Warp under synthetic workloads, SCS 1990.
private final class Phold<Draws: EngineDraws, Queue: HoldQueue & ~Copyable> {
  private var queue: Queue
  private var draws = Draws()
  private var visits: [UInt64]
  private var digest: UInt64 = 0

  init(processes: Int) {
    queue = Queue(minimumCapacity: processes)
    visits = Array(repeating: 0, count: processes)
    for process in 0..<UInt32(truncatingIfNeeded: processes) {
      _ = queue.schedule(at: draws.after(0, 1, mean: 1), payload: process)
    }
    handle(max(processes, 100_000))
  }

  var subject: Subject {
    Subject { operations in
      timed(operations) {
        self.handle(operations)
        return self.digest
      }
    }
  }

  private func handle(_ events: Int) {
    visits.withUnsafeMutableBufferPointer { visits in
      digest = Self.handle(events, &queue, &draws, visits, digest)
    }
  }

  private static func handle(
    _ events: Int, _ queue: inout Queue, _ draws: inout Draws,
    _ visits: UnsafeMutableBufferPointer<UInt64>, _ digest: UInt64
  ) -> UInt64 {
    var digest = digest
    let processes = UInt32(truncatingIfNeeded: visits.count)
    for _ in 0..<events {
      let event = queue.removeMin()
      visits[Int(event.payload)] &+= 1
      var destination = event.payload
      if draws.quarter() { destination = draws.below(processes) }
      _ = queue.schedule(at: draws.after(event.time, 1, mean: 1), payload: destination)
      digest = (digest ^ (event.time &+ UInt64(event.payload))) &* digestFactor
    }
    return digest
  }
}

// MARK: M/M/1

/// One server at 90 % load; an operation is one arrival or one departure.
private final class Station<Draws: EngineDraws> {
  /// The kinds of event, which are the payloads.
  private enum Kind {
    static var arrival: UInt32 { 0 }
    static var departure: UInt32 { 1 }
  }

  private var queue = EventQueue()
  private var draws = Draws()
  private var waiting = 0
  private var busy = false
  private var digest: UInt64 = 0

  init() {
    queue.schedule(at: draws.after(0, 0, mean: 1 / 0.9), payload: Kind.arrival)
  }

  var subject: Subject {
    Subject { operations in
      timed(operations) {
        self.digest = Self.handle(
          operations, &self.queue, &self.draws, &self.waiting, &self.busy, self.digest)
        return self.digest
      }
    }
  }

  private static func handle(
    _ events: Int, _ queue: inout EventQueue, _ draws: inout Draws, _ waiting: inout Int,
    _ busy: inout Bool, _ digest: UInt64
  ) -> UInt64 {
    var digest = digest
    for _ in 0..<events {
      let event = queue.removeMin()
      if event.payload == Kind.arrival {
        queue.schedule(at: draws.after(event.time, 0, mean: 1 / 0.9), payload: Kind.arrival)
        if busy {
          waiting &+= 1
        } else {
          busy = true
          queue.schedule(at: draws.after(event.time, 0, mean: 1), payload: Kind.departure)
        }
      } else if waiting > 0 {
        waiting &-= 1
        queue.schedule(at: draws.after(event.time, 0, mean: 1), payload: Kind.departure)
      } else {
        busy = false
      }
      digest = (digest ^ (event.time &+ UInt64(truncatingIfNeeded: waiting))) &* digestFactor
    }
    return digest
  }
}
