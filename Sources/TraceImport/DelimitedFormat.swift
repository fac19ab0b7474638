import Workload

extension ImportFormat {
  /// Any CSV file with a header that has a time and an app on each row.
  static let delimited = ImportFormat(
    name: "csv",
    summary: "any CSV with a header; --map says which columns are time, app, footprint …",
    options: [
      ImportOption(
        "map", "KEY=COLUMN,…",
        "columns of time and app, and if there are any of footprint, visit, action; a name with a "
          + "comma in double quotes",
        isRepeatable: true),
      ImportOption("time-unit", oneOf: ["s", "ms", "us"], "unit of time and visit"),
      ImportOption("footprint-unit", oneOf: ["MiB", "MB", "KiB", "B"], "unit of footprint"),
      ImportOption(
        "time-origin", oneOf: ["auto", "first", "zero"],
        "first: the first row becomes 0; zero: times stay; auto: first when later than 1973"),
      ImportOption(
        "separator", oneOf: ["auto", "comma", "semicolon", "tab"],
        "what stands between columns; auto: most frequent in the header"),
      ImportOption(flag: "strict", "rows out of time order are an error instead of being sorted"),
    ],
    // A CSV file of unknown columns is never found by itself: its columns must be named.
    sniff: { _ in false },
    read: { (files, values) throws(ImportError) in
      let request = try DelimitedRequest(values)
      do throws(TraceError) {
        return try request.read(files)
      } catch {
        throw .trace(error)
      }
    })
}

/// An import of CSV files with named columns.
private struct DelimitedRequest {
  private static let keys = ["time", "app", "footprint", "visit", "action"]

  /// Times from here on (1973 in seconds since 1970) are dates, not times of a run.
  private static let epochStart: Ticks = 100_000_000 * .perSecond

  private var columns = NativeTraceColumns()
  private let separator: UInt8?
  private let origin: String
  private let isStrict: Bool

  init(_ values: ImportValues) throws(ImportError) {
    separator =
      switch values["separator"] {
      case "comma": UInt8(ascii: ",")
      case "semicolon": UInt8(ascii: ";")
      case "tab": UInt8(ascii: "\t")
      default: nil
      }
    origin = values["time-origin"] ?? "auto"
    isStrict = values.has("strict")
    columns.mayBeAbsent = false
    columns.timeScale =
      switch values["time-unit"] {
      case "ms": .milliseconds
      case "us": .microseconds
      default: .seconds
      }
    columns.footprintScale =
      switch values["footprint-unit"] {
      case "MB": .megabytes
      case "KiB": .kibibytes
      case "B": .bytes
      default: .mebibytes
      }
    let map = try Self.map(values.list("map"))
    func column(_ key: String) -> String? { map.first { $0.key.isExactly(key) }?.column }
    guard let time = column("time"), let app = column("app") else {
      throw .usage("csv needs --map time=COLUMN,app=COLUMN; further keys: footprint, visit, action")
    }
    columns.time = time
    columns.app = app
    columns.visit = column("visit")
    columns.footprint = column("footprint")
    columns.action = column("action")
  }

  private static func map(
    _ entries: [String]
  ) throws(ImportError) -> [(key: String, column: String)] {
    var map: [(key: String, column: String)] = []
    for entry in entries {
      let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw .usage("--map takes KEY=COLUMN, got \(TraceError.quote(entry))")
      }
      let key = String(parts[0])
      guard keys.containsExactly(key) else {
        let advice =
          NearestName.advice(key, in: keys) ?? "keys are \(keys.joined(separator: ", "))"
        throw .usage("--map has no key \(TraceError.quote(key)); \(advice)")
      }
      guard !map.contains(where: { $0.key.isExactly(key) }) else {
        throw .usage("--map names the column of \(key) twice")
      }
      let column = String(parts[1])
      if let other = map.first(where: { $0.column.isExactly(column) }) {
        throw .usage(
          "--map takes the column \(TraceError.quote(column)) for \(other.key) and \(key)")
      }
      map.append((key, column))
    }
    return map
  }

  func read(_ files: [ImportFile]) throws(TraceError) -> ImportResult {
    var rows: [TraceRow] = []
    var notes: [String] = []
    var unordered: (count: Int, place: String) = (0, "")
    var latest: (time: Ticks, place: String) = (0, "")
    for file in files {
      var reader = try NativeTraceRows(
        CSVReader(file.open(), separator: separator), columns: columns)
      let before = rows.count
      while let row = try reader.next() {
        let place = "line \(reader.line)" + (files.count > 1 ? " of \(file.name)" : "")
        if row.time < latest.time {
          if isStrict {
            throw reader.orderError(
              row.time, after: latest.time, place: "on \(latest.place)",
              suggestion: "without --strict they are sorted")
          }
          if unordered.count == 0 { unordered.place = place }
          unordered.count += 1
        } else {
          latest = (row.time, place)
        }
        rows.append(row)
      }
      guard rows.count > before else { throw reader.noRowsError() }
      notes += reader.notes.map { files.count > 1 ? "\(file.name): \($0)" : $0 }
    }
    var counts = [(what: "rows", count: rows.count)]
    if unordered.count > 0 {
      sort(&rows)
      notes.append(
        "rows out of time order sorted, equal times in file order: \(unordered.count), first "
          + "\(unordered.place)")
      counts.append(("rows out of order", unordered.count))
    }
    notes += moveOrigin(&rows)
    notes += footprintNotes(rows)
    let trace = Trace(rows: rows)
    counts.append(("apps", TracePlan.appNames(in: trace).count))
    return ImportResult(trace: trace, notes: notes, counts: counts)
  }

  /// Sorts by time; equal times keep their order, whatever the library's sort does with them.
  private func sort(_ rows: inout [TraceRow]) {
    let order = rows.indices.sorted { (rows[$0].time, $0) < (rows[$1].time, $1) }
    rows = order.map { rows[$0] }
  }

  private func moveOrigin(_ rows: inout [TraceRow]) -> [String] {
    guard let first = rows.first?.time else { return [] }
    guard origin == "first" || origin == "auto" && first >= Self.epochStart, first > 0 else {
      return []
    }
    for index in rows.indices { rows[index].time -= first }
    return ["time 0 is \(NativeTrace.seconds(first)) s of the file, its first row"]
  }

  private func footprintNotes(_ rows: [TraceRow]) -> [String] {
    let missing = rows.count { $0.action == .open && $0.footprintKiB == nil }
    guard missing > 0 else { return [] }
    let which =
      columns.footprint == nil ? "no footprints" : "opens without a footprint: \(missing)"
    return ["\(which); those of the scenario's apps apply, or its default"]
  }
}
