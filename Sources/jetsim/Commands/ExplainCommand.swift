import Device
import Experiment
import Report
import Workload

/// `jetsim explain`: why apps were purged in one run, and whether they were missed.
let explainCommand = Command(
  name: "explain", summary: "Tell why apps were purged in one run, and whether they were missed.",
  synopsis: "DIR --run RUN [--app NAME] [OPTION]...",
  description: """
    Runs exactly that run again and tells of each purge which memory had run out, where the app
    was and what it held, how the policy chose it, which candidates were spared, and when the app
    was wanted again. The last line counts these purges by cause, and says of
    how many in runs.csv they are: without --helpers it leaves out extensions and daemons.
    """,
  example: "jetsim explain results/phone --run jetsam/0 --limit 3",
  operands: ["a results folder"],
  options: SavedRunArguments.options + [
    OptionDescription(
      "app", value: "NAME", isRepeatable: true,
      "only this app, or all apps of this class; may be repeated"),
    OptionDescription("helpers", "extensions and daemons too"),
    OptionDescription(
      "limit", value: "N", "tell of the first N purges, 0 = of all (default: 20)"),
    OptionDescription("format", value: "F", "text, csv or json (default: text)"),
  ],
  statuses: [.success, .mismatch, .someRunsFailed, .usage, .content, .inputOutput], run: explain)

private func explain(_ arguments: Arguments) throws(Failure) -> ExitStatus {
  let format = try format(arguments)
  let limit = try limit(arguments)
  let replay = try SavedRunArguments.replay(arguments)
  var request = PurgeStories.Request()
  request.limit = limit
  request.includesHelpers = arguments.has("helpers")
  let names = arguments.values("app")
  for name in names { request.apps += try members(name, of: replay.run.catalog) }
  var stories = PurgeStories(replay, request)
  let outcome: Replay.Outcome
  do {
    outcome = try replay.run { transitions, purges in stories.add(transitions, purges) }
  } catch {
    throw SavedRunArguments.failure(error)
  }
  let status = try SavedRunArguments.status(of: outcome, replay)
  if outcome.failedToChoose { stories.forgetFailedChoice() }
  stories.finish()
  let subject =
    names.isEmpty
    ? request.includesHelpers ? "processes" : "apps" : names.joined(separator: ", ")
  let report = PurgeReport(replay, stories, format: format, subject: subject)
  let shown = try Tool.show(report.text)
  return status == .success ? shown : status
}

private func format(_ arguments: Arguments) throws(Failure) -> PurgeReport.Format {
  try ScenarioArguments.choice("format", arguments) ?? .text
}

private func limit(_ arguments: Arguments) throws(Failure) -> Int {
  guard let text = arguments.value("limit") else { return 20 }
  guard let limit = Int(text), limit >= 0 else {
    throw .usage("--limit '\(text)' is no whole number from 0")
  }
  return limit == 0 ? .max : limit
}

/// The members that a name stands for: one app, or all of a class.
private func members(_ name: String, of catalog: AppCatalog) throws(Failure) -> [AppID] {
  if let index = catalog.classes.firstIndex(where: { $0.name.isExactly(name) }) {
    return (catalog.firstMember[index]..<catalog.firstMember[index + 1]).map { AppID($0) }
  }
  if let member = (0..<catalog.count).first(where: { catalog.name(of: $0).isExactly(name) }) {
    return [AppID(member)]
  }
  let members = catalog.classes.filter { $0.count > 1 }.map { "\($0.name)-1" }
  throw .usage(
    "the run has no app '\(name)'"
      + alternatives(to: name, among: catalog.classes.map(\.name) + members))
}
