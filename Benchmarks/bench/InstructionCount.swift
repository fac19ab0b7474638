import Device
import EventQueue

/// Cases small enough to be run under an instruction counter; `Benchmarks/thresholds/check` does.
///
/// A processor's time varies with its neighbours, the number of instructions does not. The counter
/// sees the whole program, start and set-up included; two runs with different numbers of operations
/// tell them apart from the operations.
enum InstructionCount {
  /// Sets a case up and performs so many operations once; the counter watches from outside.
  ///
  /// - Parameters:
  ///   - name: Such as `queue/hold`.
  ///   - operations: How many operations.
  /// - Throws: `BenchmarkFailure` with exit code 64 for a name that is not known.
  static func perform(_ name: String, operations: Int) throws {
    let sample: Sample
    switch name {
    case "queue/hold":
      sample = try HoldRun<EventQueue>(size: 1000, .exponential).subject.run(operations)
    case "queue/ladder":
      sample = try HoldRun<LadderQueue>(size: 1000, .exponential).subject.run(operations)
    case "device/ios":
      sample = try DeviceRunner(apps: 1000, events: 600_000).subject.run(operations)
    case "trace/lru":
      // The plan has the same length whatever is performed, so that drawing it cancels out.
      let trace = LazyTrace(ids: 20_000, requests: 300_000).value
      sample = try ReplayRun(trace, PolicySpecification("lru")).subject.run(operations)
    default:
      throw BenchmarkFailure(
        message: "no instructions are counted of '\(name)'; there are queue/hold, queue/ladder, "
          + "device/ios, trace/lru\nTry 'bench --help'.", exitCode: 64)
    }
    let digest = sample.digest.map { String($0, radix: 16) } ?? "-"
    try StandardStreams.result("\(name) \(operations) \(digest)\n")
  }
}
