import Experiment
import Report
import TraceImport
import Workload

/// `jetsim import`: turns logs and usage data into a native trace.
let importCommand = Command(
  name: "import", summary: "Turn logs and usage data into a trace that scenarios can use.",
  synopsis: "FORMAT FILE... [-o TRACE.csv] [OPTION]...",
  description: """
    Reads the files in the order given and writes a native trace: time_s, app, visit_s,
    footprint_mib, action. FORMAT may be auto. What was assumed and what was left out is told on
    standard error, step by step. Each format has options of its own; --list names them.
    """,
  example: "jetsim import native scenarios/trace.csv -o trace.csv",
  operands: ["a FORMAT", "a FILE"], requiredOperands: 0, extraOperands: true,
  options: [
    OptionDescription(
      "output", letter: "o", value: "FILE", "the trace to write (default: -, standard output)"),
    OptionDescription("list", "list the formats and their options"),
  ] + formatOptions,
  statuses: [.success, .usage, .content, .inputOutput], run: importTrace)

/// The options of all formats; a format refuses those of the others by name.
private let formatOptions: [OptionDescription] = {
  var options: [OptionDescription] = []
  for option in ImportFormat.all.flatMap(\.options)
  where !options.contains(where: { $0.name.isExactly(option.name) }) {
    let formats = ImportFormat.all.filter { $0.options.contains { $0.name.isExactly(option.name) } }
    options.append(
      OptionDescription(
        option.name, value: option.valueName, isRepeatable: option.isRepeatable,
        "\(formats.map(\.name).joined(separator: ", ")): \(option.meaning)"
          + (option.isRepeatable ? "; may be repeated" : "")
          + (option.defaultValue.map { " (default: \($0))" } ?? "")))
  }
  return options
}()

private func importTrace(_ arguments: Arguments) throws(Failure) -> ExitStatus {
  if arguments.has("list") { return try Tool.show(FormatCatalog.text) }
  guard let format = arguments.operands.first else { throw .usage("import needs a FORMAT") }
  guard arguments.operands.count > 1 else {
    throw .usage("import \(format) needs a FILE; - is standard input")
  }
  let own = ["output", "help", "list"]
  let request = ImportRequest(
    format: format, paths: Array(arguments.operands.dropFirst()),
    options: arguments.options.filter { !own.containsExactly($0.name) }.map { ($0.name, $0.value) })
  let result: ImportResult
  do {
    result = try request.run()
  } catch {
    switch error {
    case .usage(let text): throw .usage(text)
    case .trace(let error):
      throw .located(error.kind == .content ? .content : .inputOutput, error.description)
    }
  }
  for note in result.notes + result.trace.notes { Output.line("note: \(note)") }
  for step in result.counts { Output.line("\(step.what): \(CountText.grouped(step.count))") }
  do {
    var file = try AtomicFile(path: arguments.value("output") ?? "-")
    try file.append(bytes: NativeTrace.write(result.trace))
    try file.commit()
  } catch {
    if !error.isBrokenPipe { throw Failure(.inputOutput, error.message) }
  }
  return .success
}

/// The formats in words.
private enum FormatCatalog {
  static var text: String {
    var text = "auto: \(ImportFormat.autoSummary)\n"
    for format in ImportFormat.all {
      text += "\(format.name): \(format.summary)\n"
      for option in format.options {
        text += "    --\(option.name)\(option.valueName.map { " \($0)" } ?? "")"
        text += "  \(option.meaning)\(option.isRepeatable ? "; may be repeated" : "")"
        text += option.defaultValue.map { " (default: \($0))\n" } ?? "\n"
      }
    }
    return text
  }
}
