/// The trace format that everything else is turned into: CSV with a header and the columns `time_s`,
/// `app`, `visit_s`, `footprint_mib`, `action`.
///
///     time_s,app,visit_s,footprint_mib,action
///     0,chat,12.5,180,
///     40,mail,,,open
///     55,-,,,home
///
/// `time_s` and `app` are required. Rows stand in time order, equal times keep their order. An empty
/// `action` is `open`; `-` stands for the app in front, or for no app. Names are text and compared
/// byte for byte. Times are exact to the microsecond, footprints to the KiB; further decimals are
/// rounded.
public enum NativeTrace {
  /// The columns, in the order in which they are written.
  public static let columns = ["time_s", "app", "visit_s", "footprint_mib", "action"]

  /// The most rows a trace may have: an occurrence number has 32 bits.
  public static let rowLimit = 1 << 32

  /// Stands in the column `app` for the app in front or for no app.
  public static let frontApp = "-"

  /// Reads a native trace; `-` is standard input.
  ///
  /// - Throws: ``TraceError``, of kind io when the file cannot be read, else with line and column.
  /// - Complexity: O(bytes). It holds the rows, never the text of the file.
  public static func read(path: String) throws(TraceError) -> Trace {
    try read(CSVInput(path: path))
  }

  /// Reads a native trace from any input.
  ///
  /// - Throws: ``TraceError``, of kind io when the input fails, else with line and column.
  public static func read(_ input: consuming CSVInput) throws(TraceError) -> Trace {
    var reader = try NativeTraceReader(CSVReader(input))
    while try reader.readRow() {}
    return try reader.trace()
  }
}

/// Reads the rows of a native trace one by one.
private struct NativeTraceReader: ~Copyable {
  private var csv: CSVReader
  private var time = 0
  private var app = 0
  private var visit: Int?
  private var footprint: Int?
  private var action: Int?
  private var rows: [TraceRow] = []
  private var lastLine = 0
  private var withoutEffect: (count: Int, line: Int) = (0, 0)

  /// From a first row this late on (ten years), times are likely seconds since 1970.
  private static let lateStart: Ticks = 3650 * .perDay

  init(_ csv: consuming CSVReader) throws(TraceError) {
    self.csv = csv
    let advice = "a native trace begins with 'time_s,app,…'; for other CSV files see import csv"
    time = try self.csv.requiredColumn("time_s", advice: advice)
    app = try self.csv.requiredColumn("app", advice: advice)
    visit = try self.csv.column("visit_s")
    footprint = try self.csv.column("footprint_mib")
    action = try self.csv.column("action")
  }

  /// Reads one row; false after the last.
  mutating func readRow() throws(TraceError) -> Bool {
    guard try csv.next() else { return false }
    let at = try csv.requiredNumber(time, .seconds)
    if let last = rows.last, at < last.time {
      throw csv.error(
        time,
        "time_s \(NativeTrace.seconds(at)) is earlier than \(NativeTrace.seconds(last.time)) on "
          + "line \(lastLine)",
        suggestion: "rows must stand in time order; import csv sorts them")
    }
    guard rows.count < NativeTrace.rowLimit else {
      throw csv.error(time, "the trace has more than \(NativeTrace.rowLimit) rows")
    }
    let what = try readAction()
    var row = TraceRow(time: at, app: try readApp(what), action: what)
    if let visit, let length = try csv.number(visit, .seconds) {
      if what.hasLength { row.visit = length } else { noteWithoutEffect() }
    }
    if let footprint, let size = try csv.number(footprint, .mebibytes) {
      if what.subject == .app { row.footprintKiB = Int64(size) } else { noteWithoutEffect() }
    }
    rows.append(row)
    lastLine = csv.line
    return true
  }

  private mutating func noteWithoutEffect() {
    if withoutEffect.count == 0 { withoutEffect.line = csv.line }
    withoutEffect.count += 1
  }

  private mutating func readAction() throws(TraceError) -> TraceAction {
    guard let action, !csv.isBlank(action) else { return .open }
    let name = try csv.text(action)
    if let known = TraceAction(name: name) { return known }
    let listed =
      "open, home, lock, call_declined, call_accepted, force_quit, push, refresh, "
      + "crash, memory_warning or notify:KIND"
    throw csv.error(
      action, "unknown action \(TraceError.quote(name)); \(listed) was expected",
      suggestion: NearestName.advice(name, in: TraceAction.names))
  }

  /// Returns the app of a row, empty for the one in front or none.
  private mutating func readApp(_ action: TraceAction) throws(TraceError) -> String {
    let name = try csv.text(app)
    let isNone = name.isEmpty || name == NativeTrace.frontApp
    switch action.subject {
    case .front: return isNone ? "" : name
    case .device:
      if !isNone { noteWithoutEffect() }
      return ""
    case .app:
      guard isNone else { return name }
      let found = name.isEmpty ? "app is empty" : "app is '-'"
      throw csv.error(app, "\(found); \(action.name) needs the name of an app")
    }
  }

  /// Returns all rows, with what the user should know about the file.
  consuming func trace() throws(TraceError) -> Trace {
    guard let first = rows.first else {
      throw TraceError(
        file: csv.fileName, line: csv.line, column: 1,
        message: "the trace has a header but no rows")
    }
    var notes: [String] = []
    let ignored = csv.header.filter { !NativeTrace.columns.contains($0) }
    if !ignored.isEmpty {
      let unused = NativeTrace.columns.filter { !csv.header.contains($0) }
      let shown = ignored.map { name -> String in
        let advice = NearestName.find(name, in: unused).map { " (\($0)?)" } ?? ""
        return TraceError.quote(name) + advice
      }
      notes.append("columns ignored: \(shown.joined(separator: ", "))")
    }
    notes += csv.notes
    if withoutEffect.count > 0 {
      notes.append(
        "values that mean nothing for their action ignored: \(withoutEffect.count), "
          + "first on line \(withoutEffect.line)")
    }
    if first.time >= Self.lateStart {
      notes.append(
        "the first row is at \(NativeTrace.seconds(first.time)) s, which looks like seconds since "
          + "1970: nothing happens until then; import csv --time-origin first moves it to 0")
    }
    return Trace(rows: rows, notes: notes)
  }
}
