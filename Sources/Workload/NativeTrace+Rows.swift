/// Where a CSV file keeps what a trace needs, and in which units.
public struct NativeTraceColumns: Sendable, Equatable {
  /// The column of the time.
  public var time = "time_s"
  /// The column of the app.
  public var app = "app"
  /// The column of the length of a visit, ring or call; nil = none.
  public var visit: String? = "visit_s"
  /// The column of the footprint; nil = none.
  public var footprint: String? = "footprint_mib"
  /// The column of the action; nil = none.
  public var action: String? = "action"
  /// The unit of times and lengths.
  public var timeScale = CSVScale.seconds
  /// The unit of footprints.
  public var footprintScale = CSVScale.mebibytes
  /// Whether the last three columns may be absent from the file.
  public var mayBeAbsent = true

  /// The columns of the native format.
  public init() {}

  /// The names, absent ones left out.
  var names: [String] { [time, app] + [visit, footprint, action].compactMap { $0 } }
}

/// Reads the rows of a trace from CSV one by one, each checked by itself; the order of rows is the
/// caller's.
public struct NativeTraceRows: ~Copyable {
  private var csv: CSVReader
  private let columns: NativeTraceColumns
  private var time = 0
  private var app = 0
  private var visit: Int?
  private var footprint: Int?
  private var action: Int?
  private var withoutEffect: (count: Int, line: Int) = (0, 0)

  private static let listedActions =
    "open, home, lock, call_declined, call_accepted, force_quit, push, refresh, crash, "
    + "memory_warning or notify:KIND"

  /// Finds the columns in the header.
  ///
  /// - Throws: ``TraceError`` naming the nearest column when one is missing.
  public init(
    _ csv: consuming CSVReader, columns: NativeTraceColumns = NativeTraceColumns()
  ) throws(TraceError) {
    self.csv = csv
    self.columns = columns
    let advice = "a native trace begins with 'time_s,app,…'; for other CSV files see import csv"
    time = try self.csv.requiredColumn(columns.time, advice: columns.mayBeAbsent ? advice : nil)
    app = try self.csv.requiredColumn(columns.app, advice: columns.mayBeAbsent ? advice : nil)
    visit = try optionalColumn(columns.visit)
    footprint = try optionalColumn(columns.footprint)
    action = try optionalColumn(columns.action)
  }

  private func optionalColumn(_ name: String?) throws(TraceError) -> Int? {
    guard let name else { return nil }
    return try columns.mayBeAbsent ? csv.column(name) : csv.requiredColumn(name)
  }

  /// The line on which the last row begins.
  public var line: Int { csv.line }

  /// Reads one row; nil after the last.
  ///
  /// - Throws: ``TraceError`` with the place of a value that is not allowed.
  public mutating func next() throws(TraceError) -> TraceRow? {
    guard try csv.next() else { return nil }
    let at = try csv.requiredNumber(time, columns.timeScale)
    let what = try readAction()
    var row = TraceRow(time: at, app: try readApp(what), action: what)
    if let visit, let length = try csv.number(visit, columns.timeScale) {
      if what.hasLength { row.visit = length } else { noteWithoutEffect() }
    }
    if let footprint, let size = try csv.number(footprint, columns.footprintScale) {
      if what.subject == .app { row.footprintKiB = Int64(size) } else { noteWithoutEffect() }
    }
    return row
  }

  private mutating func noteWithoutEffect() {
    if withoutEffect.count == 0 { withoutEffect.line = csv.line }
    withoutEffect.count += 1
  }

  private mutating func readAction() throws(TraceError) -> TraceAction {
    guard let action, !csv.isBlank(action) else { return .open }
    let name = try csv.text(action)
    if let known = TraceAction(name: name) { return known }
    throw csv.error(
      action, "unknown action \(TraceError.quote(name)); \(Self.listedActions) was expected",
      suggestion: NearestName.advice(name, in: TraceAction.names))
  }

  /// Returns the app of a row, empty for the one in front or none.
  private mutating func readApp(_ action: TraceAction) throws(TraceError) -> String {
    let name = try csv.name(app)
    let isNone = name.isEmpty || name.isExactly(NativeTrace.frontApp)
    switch action.subject {
    case .front: return isNone ? "" : name
    case .device:
      if !isNone { noteWithoutEffect() }
      return ""
    case .app:
      guard isNone else { return name }
      let found = "\(columns.app) is \(name.isEmpty ? "empty" : "'-'")"
      throw csv.error(app, "\(found); \(action.name) needs the name of an app")
    }
  }

  // MARK: Errors and notes

  /// Makes an error at the time of the last row.
  public func timeError(_ message: String, suggestion: String? = nil) -> TraceError {
    csv.error(time, message, suggestion: suggestion)
  }

  /// Puts an error to the last row: to its time, or to its app.
  func located(_ error: TraceError, atTime: Bool) -> TraceError {
    csv.error(atTime ? time : app, error.message, suggestion: error.suggestion)
  }

  /// Makes the error that the last row is earlier than the one before, which stands at `place`.
  public func orderError(
    _ now: Ticks, after last: Ticks, place: String,
    suggestion: String = "rows must stand in time order; import csv sorts them"
  ) -> TraceError {
    timeError(
      "\(columns.time) \(NativeTrace.seconds(now)) s is earlier than "
        + "\(NativeTrace.seconds(last)) s "
        + place, suggestion: suggestion)
  }

  /// Makes the error that nothing follows the header.
  public func noRowsError() -> TraceError {
    TraceError(
      file: csv.fileName, line: csv.line, column: 1,
      message: "the trace has a header but no rows")
  }

  /// What the user should know about the file, one line each; complete after the last row.
  public var notes: [String] {
    var notes: [String] = []
    let ignored = csv.header.filter { !columns.names.containsExactly($0) }
    if !ignored.isEmpty {
      let unused = columns.names.filter { !csv.header.containsExactly($0) }
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
    return notes
  }
}
