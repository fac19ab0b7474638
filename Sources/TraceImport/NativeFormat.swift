import Workload

extension ImportFormat {
  /// Native traces: checked, several files joined, written in normal form.
  static let native = ImportFormat(
    name: "native",
    summary: "native traces (time_s,app,visit_s,footprint_mib,action): checked, joined, normalised",
    options: [],
    sniff: { sample in
      let columns = header(sample)
      return ["time_s", "app"].allSatisfy(columns.containsExactly)
    },
    read: { (files, _) throws(ImportError) in
      do throws(TraceError) {
        return try readNative(files)
      } catch {
        throw .trace(error)
      }
    })

  private static func readNative(_ files: [ImportFile]) throws(TraceError) -> ImportResult {
    var joined = Trace(rows: [])
    for file in files {
      let trace = try NativeTrace.read(file.open())
      if let last = joined.rows.last, let first = trace.rows.first, first.time < last.time {
        throw TraceError(
          file: file.name, line: 2, column: 1,
          message: "the file begins at \(NativeTrace.seconds(first.time)) s, before the end of the "
            + "file before it, \(NativeTrace.seconds(last.time)) s",
          suggestion: "name the files in time order; import csv sorts rows")
      }
      joined.rows += trace.rows
      joined.notes += trace.notes.map { files.count > 1 ? "\(file.name): \($0)" : $0 }
    }
    let apps = TracePlan.appNames(in: joined).count
    let notes = joined.notes
    joined.notes = []
    return ImportResult(
      trace: joined, notes: notes, counts: [("rows", joined.rows.count), ("apps", apps)])
  }
}
