import Experiment
import Report
import Scenario
import Workload

/// `jetsim check`: tells whether a scenario is right, and what it says.
let checkCommand = Command(
  name: "check", summary: "Check a scenario and the files it names; run nothing.",
  synopsis: "SCENARIO [--resolved] [OPTION]...",
  description: """
    Reads the scenario and every file it names. An error comes with file, line and column and, for
    a mistyped name, the nearest one. With --resolved every field is printed with its value, as a
    scenario that gives the same results.
    """,
  example: "jetsim check scenarios/phone.yaml --resolved",
  operands: ["a SCENARIO"],
  options: [OptionDescription("resolved", "print every field, defaults included")]
    + ScenarioArguments.changing,
  statuses: [.success, .usage, .content, .inputOutput], run: check)

private func check(_ arguments: Arguments) throws(Failure) -> ExitStatus {
  let batch = try ScenarioArguments.batch(arguments)
  let runner = try ScenarioArguments.runner(batch, jobs: 1)
  if let problem = runner.problems.first { throw .located(.content, problem) }
  if arguments.has("resolved") { return try Tool.show(batch.scenario.resolvedText()) }
  return try Tool.show(
    "\(TraceError.escape(arguments.operands[0])): ok, \(PlanReport(batch).size)\n")
}
