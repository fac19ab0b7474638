import Device
import Experiment
import Glibc
import Report
import Scenario
import Workload

/// What several commands have in common: a scenario with overrides, and how it is run.
enum ScenarioArguments {
  /// Options that change the scenario.
  static let changing = [
    OptionDescription("seed", value: "S", "the seed, instead of the scenario's"),
    OptionDescription(
      "set", value: "KEY=VALUE", isRepeatable: true,
      "replace a field of the scenario, as in --set device.ram='6 GiB'; may be repeated"),
  ]

  /// Options that choose among the runs.
  static let choosing = [
    OptionDescription(
      "filter", value: "EXPR",
      "only these runs: policy=lru (a name or a label), device.ram!=4 GiB, replication<5, "
        + "point=ID, joined by ',' or ' and '"),
    OptionDescription(
      "shard", value: "I/N", "only every N-th work item, from the I-th on (1/4 … 4/4)"),
  ]

  /// Options of what takes a while.
  static let running = [
    OptionDescription(
      "jobs", letter: "j", value: "N",
      "threads (default: all processors); results do not depend on it"),
    OptionDescription(
      "progress", value: "WHEN",
      "auto: a bar on a terminal, else a line every 10 s; plain; json; none (default: auto)"),
  ]

  /// Reads the scenario that the first operand names.
  static func scenario(_ arguments: Arguments) throws(Failure) -> ScenarioFile {
    let overrides = try overrides(arguments)
    do {
      return try ScenarioFile.load(
        path: arguments.operands[0], overrides: overrides, policies: PolicyRegistry.entries)
    } catch {
      throw .located(error.exitCode == 65 ? .content : .inputOutput, error.description)
    }
  }

  /// The bytes of the scenario and the fields to replace, for whoever reads it several times.
  static func source(
    _ arguments: Arguments
  ) throws(Failure) -> (bytes: [UInt8], path: String, overrides: [ScenarioOverride]) {
    let path = arguments.operands[0]
    do {
      return (
        try FileSystem.read(path), path == "-" ? "<stdin>" : path, try overrides(arguments)
      )
    } catch let error as FileError {
      throw Failure(.inputOutput, error.message)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.inputOutput, "\(error)")
    }
  }

  private static func overrides(_ arguments: Arguments) throws(Failure) -> [ScenarioOverride] {
    var overrides: [ScenarioOverride] = []
    if let seed = arguments.value("seed") {
      guard let override = ScenarioOverride(seed: seed) else {
        throw .usage("--seed '\(seed)' is no whole number from 0 to 18446744073709551615")
      }
      overrides.append(override)
    }
    for text in arguments.values("set") {
      guard let override = ScenarioOverride(argument: text) else {
        throw .usage("--set '\(text)' is not KEY=VALUE")
      }
      overrides.append(override)
    }
    return overrides
  }

  /// Lays out the runs that were asked for.
  static func batch(_ arguments: Arguments) throws(Failure) -> Batch {
    let scenario = try scenario(arguments)
    do {
      var selection = Selection.all
      if let text = arguments.value("filter") {
        selection = try Selection(text, swept: scenario.sweptKeys)
      }
      return try Batch(scenario, selection: selection, shard: try shard(arguments))
    } catch let refusal as Selection.Refusal {
      throw .usage(refusal.message)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .usage("\(error)")
    }
  }

  /// Lays out runs that are to be run now.
  static func runnableBatch(_ arguments: Arguments) throws(Failure) -> Batch {
    let batch = try batch(arguments)
    if let error = batch.excess { throw .located(.content, error.description) }
    return batch
  }

  /// Prepares the runs; notes go to standard error.
  static func runner(
    _ batch: Batch, jobs: Int, keepsDetails: Bool = false
  ) throws(Failure) -> BatchRunner {
    let runner: BatchRunner
    do {
      runner = try BatchRunner(batch, jobs: jobs, keepsDetails: keepsDetails)
    } catch {
      throw .located(error.kind == .content ? .content : .inputOutput, error.description)
    }
    if let problem = runner.totalProblem { throw .located(.content, problem) }
    for note in runner.notes { Output.line("note: \(note)") }
    return runner
  }

  /// The number of threads.
  static func jobs(_ arguments: Arguments) throws(Failure) -> Int {
    guard let text = arguments.value("jobs") else { return availableProcessors() }
    guard let jobs = Int(text), (1...1024).contains(jobs) else {
      throw .usage("--jobs '\(text)' is no number from 1 to 1024")
    }
    return jobs
  }

  /// How progress is told.
  static func progress(_ arguments: Arguments) throws(Failure) -> ProgressStyle {
    try choice("progress", arguments) ?? .auto
  }

  /// The value of an option that is one of some words; nil when it is not given.
  static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ option: String, _ arguments: Arguments
  ) throws(Failure) -> Choice? {
    guard let text = arguments.value(option) else { return nil }
    if let choice = Choice.allCases.first(where: { $0.rawValue.isExactly(text) }) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let hint = NearestName.advice(text, in: words).map { ", \($0)" } ?? ""
    throw .usage("--\(option) '\(text)' is none of \(words.joined(separator: ", "))\(hint)")
  }

  private static func shard(_ arguments: Arguments) throws(Failure) -> Shard {
    guard let text = arguments.value("shard") else { return .whole }
    if text == "auto" { throw .usage("this version does not have --shard auto yet") }
    guard let shard = Shard(text) else {
      throw .usage("--shard '\(text)' is not I/N with 1 <= I <= N, as in 2/8")
    }
    return shard
  }
}
