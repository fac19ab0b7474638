import Experiment
import Report

/// `jetsim plan`: tells what would be run, and how long it would take.
let planCommand = Command(
  name: "plan", summary: "List the runs of a scenario and estimate their cost; run nothing.",
  synopsis: "SCENARIO [OPTION]...",
  description: """
    Lists the points of the sweep with their ids, the policies and the replications, as CSV, and
    estimates on standard error how long all runs take. Ids stay the same when points, policies or
    replications are added.
    """,
  example: "jetsim plan scenarios/phone.yaml",
  operands: ["a SCENARIO"],
  options: [ScenarioArguments.running[0]] + ScenarioArguments.changing
    + ScenarioArguments.choosing,
  statuses: [.success, .usage, .content, .inputOutput], run: plan)

private func plan(_ arguments: Arguments) throws(Failure) -> ExitStatus {
  let jobs = try ScenarioArguments.jobs(arguments)
  let batch = try ScenarioArguments.batch(arguments)
  let runner = try ScenarioArguments.runner(batch, jobs: jobs)
  let report = PlanReport(batch)
  let status = try Tool.show(report.text)
  // An item is not divided among threads.
  let threads = min(jobs, batch.itemCount)
  Output.message(report.closing(estimate: runner.estimatedSeconds(), jobs: threads))
  return status
}
