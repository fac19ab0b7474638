/// The trace format that everything else is turned into: CSV with a header and the columns
/// `time_s`,
/// `app`, `visit_s`, `footprint_mib`, `action`.
///
///     time_s,app,visit_s,footprint_mib,action
///     0,chat,12.5,180,
///     40,mail,,,open
///     55,-,,,home
///
/// `time_s` and `app` are required. Rows stand in time order, equal times keep their order. An
/// empty
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

  /// From a first row this late on (ten years), times are likely seconds since 1970.
  private static let lateStart: Ticks = 3650 * .perDay

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
    var reader = try NativeTraceRows(CSVReader(input))
    var rows: [TraceRow] = []
    var lastLine = 0
    while let row = try reader.next() {
      if let last = rows.last, row.time < last.time {
        throw reader.orderError(row.time, after: last.time, place: "on line \(lastLine)")
      }
      guard rows.count < rowLimit else {
        throw reader.timeError("the trace has more than \(rowLimit) rows")
      }
      rows.append(row)
      lastLine = reader.line
    }
    guard let first = rows.first else { throw reader.noRowsError() }
    var notes = reader.notes
    if first.time >= lateStart {
      notes.append(
        "the first row is at \(seconds(first.time)) s, which looks like seconds since 1970: "
          + "nothing happens until then; import csv --time-origin first moves it to 0")
    }
    return Trace(rows: rows, notes: notes)
  }

  /// Gives an error that names a row its line and column, for which the file is read again.
  ///
  /// - Parameters:
  ///   - error: The error; it stays as it is when it names no row.
  ///   - path: The file; standard input cannot be read again, and the error stays as it is.
  ///   - atTime: Whether the time of the row is meant, else its app.
  /// - Returns: The error with line and column where they can be found.
  /// - Complexity: O(bytes up to the row).
  public static func locating(_ error: TraceError, path: String, atTime: Bool) -> TraceError {
    guard error.row > 0, error.line == 0, path != "-" else { return error }
    do {
      var reader = try NativeTraceRows(CSVReader(CSVInput(path: path)))
      for _ in 0..<error.row { if try reader.next() == nil { return error } }
      return reader.located(error, atTime: atTime)
    } catch _ {
      return error
    }
  }
}
