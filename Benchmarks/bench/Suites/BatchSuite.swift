import Experiment
import Glibc
import Scenario

/// Batches of small runs: what sharing the plan, a second worker and the start of the program cost
/// and give.
///
/// Times are those of the clock on the wall, per run, as several threads are involved.
var batchSuite: BenchmarkSuite {
  BenchmarkSuite(name: "batch", summary: "shared plans, two workers, start-up, memory of a batch") {
    settings in
    let replications = settings.quick ? 2 : 8
    let phone = SmallBatch(days: 14, replications: replications)
    let many = settings.quick ? 2000 : 100_000
    return [
      BenchmarkCase(
        name: "shared_plan", size: replications, operations: phone.runs,
        ours: { try phone.subject(jobs: 1) },
        localPeers: [
          (name: "a plan per policy", make: { try phone.subject(jobs: 1, sharesPlan: false) })
        ]),
      BenchmarkCase(
        name: "two_workers", size: replications, operations: phone.runs,
        ours: { try phone.subject(jobs: 2) },
        localPeers: [(name: "one worker", make: { try phone.subject(jobs: 1) })]),
      BenchmarkCase(
        name: "memory", size: many, operations: many,
        ours: { try MemoryRun(replications: many).subject }),
    ] + startUp
  }
}

/// The phone scenario, for some days.
struct SmallBatch {
  static let policies = ["jetsam", "lru", "fifo", "lfu", "largest", "gdsf", "random"]
  let days: Int
  let replications: Int

  /// Runs of the whole batch.
  var runs: Int { Self.policies.count * replications }

  /// Lays the batch out, for all policies or for one.
  func batch(policy: String? = nil) throws -> Batch {
    let policies = policy ?? Self.policies.joined(separator: ", ")
    let scenario = try ScenarioFile.load(
      path: Package.root + "/scenarios/phone.yaml",
      overrides: [
        ScenarioOverride(key: "duration", text: "\(days) d"),
        ScenarioOverride(key: "replications", text: "\(replications)"),
        ScenarioOverride(key: "policies", text: "[\(policies)]"),
        ScenarioOverride(key: "compare.baseline", text: policy ?? "jetsam"),
      ])
    return try Batch(scenario)
  }

  /// The batch run from the start in every round, in memory.
  func subject(jobs: Int, sharesPlan: Bool = true) throws -> Subject {
    let batches =
      try sharesPlan ? [batch()] : Self.policies.map { try batch(policy: $0) }
    let runners = try batches.map { try BatchRunner($0, jobs: jobs) }
    return Subject { operations in
      let affinity = Affinity.all()
      defer { affinity.restore() }
      var digest: UInt64 = 0
      let start = wallNanoseconds()
      for runner in runners {
        let store = ResultStore(itemCount: runner.batch.itemCount)
        try runner.run(into: store, jobs: jobs)
        for item in 0..<store.itemCount {
          for run in try store.runs(of: item) ?? [] { digest &+= run.fingerprint }
        }
      }
      let spent = Double(wallNanoseconds() - start)
      return Sample(
        nanoseconds: spent / Double(operations), digest: digest,
        extras: [("runs_per_s", Double(operations) / spent * 1e9)])
    }
  }
}

/// The time on the wall in nanoseconds since some start.
func wallNanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Which processors this thread may use; threads that it starts inherit it.
private struct Affinity {
  private let before: String?

  /// Allows all processors until ``restore()``; `bench` pins itself to one.
  static func all() -> Affinity {
    let answer = outputOf(["taskset", "-cp", String(getpid())], isQuiet: true)
    let before = answer?.split(separator: "\n").first?.split(separator: " ").last
    _ = outputOf(["taskset", "-cp", "0-1023", String(getpid())], isQuiet: true)
    return Affinity(before: before.map { String($0) })
  }

  func restore() {
    if let before { _ = outputOf(["taskset", "-cp", before, String(getpid())], isQuiet: true) }
  }
}

// MARK: Start-up

/// Starts `jetsim --version` and waits for its end; only where it has been built.
private var startUp: [BenchmarkCase] {
  let program = Package.root + "/.build/release/jetsim"
  func starting(_ command: [String]) -> Subject {
    Subject { operations in
      var times: [Double] = []
      for _ in 0..<operations {
        let start = wallNanoseconds()
        guard outputOf(command) != nil else {
          throw BenchmarkFailure(message: "\(command[0]) cannot be started")
        }
        times.append(Double(wallNanoseconds() - start))
      }
      return Sample(nanoseconds: median(times), digest: nil)
    }
  }
  return [
    BenchmarkCase(
      name: "start_up", size: 1, operations: 20,
      ours: {
        guard access(program, X_OK) == 0 else {
          throw PeerAbsence(reason: "\(program) has not been built")
        }
        return starting([program, "--version"])
      },
      localPeers: [(name: "/bin/true", make: { starting(["/bin/true"]) })])
  ]
}

// MARK: Memory

/// Very many very small replications, journal and result files included.
private final class MemoryRun {
  private let batch: Batch
  private let folder: String

  init(replications: Int) throws {
    let text = """
      version: 1
      seed: 1
      duration: 1 h
      replications: \(replications)
      device: {profile: ios, ram: 1 GiB}
      apps:
        - {name: app, count: 20, footprint: 100 MiB, cold_launch: 1 s}
      user:
        sessions: {gap: {exponential: {mean: 600 s}}, length: {exponential: {mean: 60 s}}}
      policies: [jetsam]

      """
    batch = try Batch(ScenarioFile.parse(Array(text.utf8), path: "memory"))
    folder = Package.root + "/.build/peers"
    try Package.createFolder(folder)
  }

  /// One operation is one replication; the peak is that of the whole process while they run.
  var subject: Subject {
    Subject { operations in
      let path = self.folder + "/memory.\(getpid()).journal"
      defer { unlink(path) }
      resetPeak()
      let start = wallNanoseconds()
      let runner = try BatchRunner(self.batch, jobs: 1)
      let store = try ResultStore(
        journal: path, header: "bench", itemCount: operations, discarding: true)
      try runner.run(into: store, jobs: 1)
      let spent = Double(wallNanoseconds() - start)
      return Sample(
        nanoseconds: spent / Double(operations), digest: nil,
        extras: [("peak_mib", Double(peakBytes()) / 1_048_576)])
    }
  }
}

/// Lets the peak of resident memory begin anew (Linux, `proc(5)`: 5 in `clear_refs`).
private func resetPeak() {
  guard let file = fopen("/proc/self/clear_refs", "w") else { return }
  fputs("5", file)
  fclose(file)
}

/// The largest resident memory of this process since the peak was reset, in bytes.
private func peakBytes() -> Int {
  guard let text = try? Package.contents("/proc/self/status") else { return residentBytes() }
  for line in text.split(separator: "\n") where line.hasPrefix("VmHWM:") {
    let digits = line.filter { $0.isNumber }
    return (Int(digits) ?? 0) * 1024
  }
  return residentBytes()
}
