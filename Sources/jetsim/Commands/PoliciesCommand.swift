import Device
import Report
import Workload

/// `jetsim policies`: what there is to choose from.
let policiesCommand = Command(
  name: "policies", summary: "List the purge policies, or explain one.",
  synopsis: "[NAME]",
  description: """
    Without a name, one line for each policy: which app goes first. With a name, also where the
    policy comes from, what it costs and its parameters with their defaults.
    """,
  example: "jetsim policies gdsf",
  operands: ["a policy"], requiredOperands: 0,
  statuses: [.success, .usage, .inputOutput], run: policies)

private func policies(_ arguments: Arguments) throws(Failure) -> ExitStatus {
  guard let name = arguments.operands.first else {
    return try Tool.show(PolicyCatalog.overview(PolicyRegistry.entries))
  }
  guard let policy = PolicyRegistry.description(of: name) else {
    let names = PolicyRegistry.entries.map(\.name)
    throw .usage(
      "there is no policy '\(name)'" + alternatives(to: name, among: names, most: names.count))
  }
  return try Tool.show(PolicyCatalog.explanation(of: policy))
}
