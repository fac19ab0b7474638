public import Workload

/// A format that can be turned into a native trace.
///
/// A new format is one file with an extension that makes one of these, and one line in ``all``.
public struct ImportFormat: Sendable {
  /// The name on the command line.
  public let name: String
  /// One line: what it reads.
  public let summary: String
  /// The options it has.
  public let options: [ImportOption]
  /// Whether the first bytes of a file look like this format.
  let sniff: @Sendable ([UInt8]) -> Bool
  /// Reads the files, in the order given.
  let read: @Sendable ([ImportFile], ImportValues) throws(ImportError) -> ImportResult

  /// All formats, in the order in which `auto` tries them.
  public static let all: [ImportFormat] = [native, studentLife, delimited]

  /// The name that stands for the format found by looking at the first file.
  public static let auto = "auto"

  /// One line about ``auto`` for a list of formats.
  public static let autoSummary = "finds the format by looking into the first file"

  /// The names of all formats and ``auto``.
  public static var names: [String] { all.map(\.name) + [auto] }

  /// Returns the columns when the bytes begin with the header of a CSV file, else none.
  static func header(_ sample: [UInt8]) -> [String] {
    let end = sample.firstIndex(of: UInt8(ascii: "\n")) ?? sample.count
    guard let csv = try? CSVReader(CSVInput(bytes: Array(sample[..<end]), name: "")) else {
      return []
    }
    return csv.header
  }
}

/// What an import makes of its files.
public struct ImportResult: Sendable {
  /// The trace, rows in time order.
  public var trace: Trace
  /// What the user should know, one line each: what was assumed, what is lost.
  public var notes: [String]
  /// How many things were left after each step, in order.
  public var counts: [(what: String, count: Int)]

  /// Wraps a trace.
  public init(
    trace: Trace, notes: [String] = [], counts: [(what: String, count: Int)] = []
  ) {
    self.trace = trace
    self.notes = notes
    self.counts = counts
  }
}

/// A request to import some files.
public struct ImportRequest: Sendable {
  /// The name of the format, or `auto`.
  public var format: String
  /// The files, at least one; `-` is standard input.
  public var paths: [String]
  /// The options with their values, in the order given; the value of a flag is empty.
  public var options: [(name: String, value: String)]

  /// Describes a request.
  public init(
    format: String, paths: [String], options: [(name: String, value: String)] = []
  ) {
    self.format = format
    self.paths = paths
    self.options = options
  }

  /// Reads the files.
  ///
  /// - Returns: The trace with notes and counts; notes first say what `auto` found.
  /// - Throws: ``ImportError``: usage (64), content (65) or input/output (74).
  public func run() throws(ImportError) -> ImportResult {
    guard !paths.isEmpty else { throw .usage("no file to import is named; - is standard input") }
    guard !format.isExactly(ImportFormat.auto) else { return try runFound() }
    // Options are checked before any file is read.
    let chosen = try named()
    let values = try checked(for: chosen)
    return try chosen.read(open(), values)
  }

  private func runFound() throws(ImportError) -> ImportResult {
    let files = try open()
    let chosen = try found(in: files[0])
    var result = try chosen.read(files, checked(for: chosen))
    result.notes.insert("format found: \(chosen.name)", at: 0)
    return result
  }

  private func open() throws(ImportError) -> [ImportFile] {
    do {
      var files: [ImportFile] = []
      for path in paths { files.append(try ImportFile(path: path)) }
      return files
    } catch {
      throw .trace(error)
    }
  }

  private func checked(for format: ImportFormat) throws(ImportError) -> ImportValues {
    try ImportValues(options, options: format.options, format: format.name)
  }

  private func named() throws(ImportError) -> ImportFormat {
    if let format = ImportFormat.all.first(where: { $0.name.isExactly(format) }) { return format }
    let known = ImportFormat.names.joined(separator: ", ")
    let advice = NearestName.advice(format, in: ImportFormat.names) ?? "there are \(known)"
    throw .usage("no import format is called \(TraceError.quote(format)); \(advice)")
  }

  private func found(in file: ImportFile) throws(ImportError) -> ImportFormat {
    let sample: [UInt8]
    do {
      sample = try file.sample()
    } catch {
      throw .trace(error)
    }
    if let format = ImportFormat.all.first(where: { $0.sniff(sample) }) { return format }
    guard !sample.isEmpty else {
      throw .trace(
        TraceError(file: file.name, line: 1, column: 1, message: "the file is empty"))
    }
    do {
      _ = try CSVReader(CSVInput(bytes: sample, name: file.name))
    } catch {
      // An archive or a spreadsheet is known, and what to do about it.
      if error.message.hasPrefix("the file is ") { throw .trace(error) }
    }
    let header = ImportFormat.header(sample)
    let columns = header.prefix(10).joined(separator: ", ")
    // The first line of a log is none of names.
    let areNames = header.allSatisfy { $0.unicodeScalars.first?.properties.isAlphabetic ?? false }
    let advice =
      header.count > 1 && areNames
      ? "for a CSV file with the columns \(columns) use format csv with --map time=…,app=…"
      : "name the format; import --list shows all"
    throw .trace(
      TraceError(
        file: file.name, line: 1, column: 1, message: "no format is known by this beginning",
        suggestion: advice))
  }
}
