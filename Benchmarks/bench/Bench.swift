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
      for suite in allSuites { try StandardStreams.result("\(suite.name)  \(suite.summary)\n") }
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
    let regressions = baseline?.regressions(in: results) ?? []
    for regression in regressions { StandardStreams.note("bench: worse: \(regression)\n") }
    if !differing.isEmpty { return 2 }
    return regressions.isEmpty ? 0 : 1
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
    if all.isEmpty {
      throw BenchmarkFailure(message: "no case of that name", exitCode: 64)
    }
    if !arguments.json { try StandardStreams.result(table.text) }
    return all
  }
}
