import Glibc

/// Measures this package against its peers; `Benchmarks/README.md` says how to read the results.
@main
enum Bench {
  static func main() {
    do {
      exit(try run(Arguments(Array(CommandLine.arguments.dropFirst()), suites: allSuites)))
    } catch let failure as BenchmarkFailure {
      StandardStreams.note("bench: \(failure.message)\n")
      exit(failure.exitCode)
    } catch {
      StandardStreams.note("bench: \(error)\n")
      exit(74)
    }
  }

  /// Runs what was asked for and returns the exit code.
  static func run(_ arguments: Arguments) throws -> Int32 {
    if arguments.help {
      try StandardStreams.result(Arguments.usage)
      return 0
    }
    if arguments.list {
      try StandardStreams.result(SuiteList.text(of: allSuites, arguments.settings))
      return 0
    }
    if let (name, operations) = arguments.counted {
      try InstructionCount.perform(name, operations: operations)
      return 0
    }
    let baseline = try arguments.baseline.map { try Baseline(path: $0) }
    // A peer that dies must end the run with a message, not with a signal.
    signal(SIGPIPE, SIG_IGN)
    if arguments.pin && !Runner.pin() {
      StandardStreams.note("bench: not pinned to a processor, taskset is absent\n")
    }
    let results = try measure(arguments)
    let differing = results.filter { $0.digestsAgree == false }
    for result in differing {
      let peer = result.peer ?? "-"
      StandardStreams.note(
        "bench: \(result.suite)/\(result.name) \(result.size): digest differs from \(peer)\n")
    }
    let worse = try baseline.map { try compare($0, results) } ?? 0
    if !differing.isEmpty { return 2 }
    return worse == 0 ? 0 : 1
  }

  /// Says how the ratios compare with an earlier run's, and returns how many are worse.
  private static func compare(
    _ baseline: Baseline, _ results: [BenchmarkResult]
  ) throws -> Int {
    let comparison = baseline.compare(results)
    guard comparison.count > 0 else {
      throw BenchmarkFailure(
        message: "these results have no ratio in common with \(baseline.path)", exitCode: 65)
    }
    for line in comparison.worse { StandardStreams.note("bench: worse: \(line)\n") }
    let ratios = comparison.count == 1 ? "1 ratio" : "\(comparison.count) ratios"
    let worse = comparison.worse.isEmpty ? "none" : String(comparison.worse.count)
    StandardStreams.note(
      "bench: \(ratios) compared with \(baseline.path), \(worse) worse\n")
    return comparison.worse.count
  }

  /// Measures the selected cases, writing each result as soon as it is there.
  private static func measure(_ arguments: Arguments) throws -> [BenchmarkResult] {
    let runner = Runner(settings: arguments.settings)
    var table = ResultTable()
    var all: [BenchmarkResult] = []
    for suite in allSuites {
      for benchmark in suite.cases(arguments.settings)
      where arguments.selects(suite.name, benchmark.name, size: benchmark.size) {
        let results = try runner.run(benchmark, of: suite.name)
        for result in results {
          table.add(result)
          if arguments.json { try StandardStreams.result(JSONLine.text(of: result)) }
        }
        all += results
      }
    }
    if !arguments.json, !all.isEmpty { try StandardStreams.result(table.text) }
    return all
  }
}
