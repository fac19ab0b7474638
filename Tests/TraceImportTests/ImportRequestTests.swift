import Testing

@testable import TraceImport
@testable import Workload

/// Formats are found by name or by content, and options are checked before files are read.
@Suite struct ImportRequestTests {
  private func message(
    _ format: String, _ paths: [String], _ options: [(name: String, value: String)] = []
  ) -> String {
    do {
      return TemporaryFiles.shown(
        try ImportRequest(format: format, paths: paths, options: options).run())
    } catch {
      return "\(error.exitCode) \(error)"
    }
  }

  @Test func wrongUsageIsNamed() {
    let missing = "/no/such/file"
    let cases: [(String, [String], [(name: String, value: String)], String)] = [
      ("cvs", [missing], [], "no import format is called 'cvs'; did you mean 'csv'?"),
      (
        "lsof", [missing], [],
        "no import format is called 'lsof'; there are native, studentlife, csv, auto"
      ),
      ("native", [], [], "no file to import is named; - is standard input"),
      (
        "csv", [missing], [("mpa", "x")],
        "import format 'csv' has no option --mpa; did you mean --map?"
      ),
      (
        "native", [missing], [("map", "x")],
        "import format 'native' has no option --map; its options are: none"
      ),
      ("csv", [missing], [("strict", "yes")], "--strict takes no value, got 'yes'"),
      ("csv", [missing], [("strict", ""), ("strict", "")], "--strict is given twice"),
      ("csv", [missing], [("map", "")], "--map needs a value, KEY=COLUMN,…"),
      ("csv", [missing], [("time-unit", "h")], "--time-unit is one of s, ms, us, got 'h'"),
    ]
    for (format, paths, options, expected) in cases {
      #expect(message(format, paths, options) == "64 error: \(expected)")
    }
  }

  @Test func missingFilesAreIOErrors() {
    #expect(
      message("native", ["/no/such/file"])
        == "74 /no/such/file: error: cannot open: No such file or directory")
    #expect(message("auto", ["/"]) == "74 /: error: cannot read: it is a directory")
  }

  @Test func contentDecidesTheFormat() throws {
    let files = try TemporaryFiles()
    #expect(try files.imported("auto", "\u{feff}app;time_s\nchat;1\n") == "1 chat")
    #expect(
      try files.imported("auto", "user,unix_time,rank,base_package\n7,1000,0,chat\n") == "0 chat")
    #expect(
      try files.imported("auto", "time,app_id\n0,1\n")
        == "in.csv:1:1: error: no format is known by this beginning; for a CSV file with the "
        + "columns time, app_id use format csv with --map time=…,app=…")
    #expect(
      try files.imported("auto", "hello\n")
        == "in.csv:1:1: error: no format is known by this beginning; name the format; "
        + "import --list shows all")
    let archive = "a.csv" + String(repeating: "\0", count: 252) + "ustar  \0"
    #expect(
      try files.imported("auto", archive + String(repeating: "\0", count: 300))
        == "in.csv:1:1: error: the file is a tar archive; unpack it with tar")
    #expect(try files.imported("auto", "") == "in.csv:1:1: error: the file is empty")
    let path = try files.write("time_s,app\n0,chat\n")
    let result = try ImportRequest(format: "auto", paths: [path]).run()
    #expect(result.notes == ["format found: native"])
  }

  @Test func everyFormatDescribesItself() {
    #expect(ImportFormat.names == ["native", "studentlife", "csv", "auto"])
    for format in ImportFormat.all {
      #expect(!format.summary.isEmpty && !format.summary.contains("\n"))
      for option in format.options {
        #expect(!option.meaning.isEmpty && option.name.allSatisfy { $0.isLetter || $0 == "-" })
      }
    }
  }

  @Test func aLogIsNotTakenForColumns() throws {
    let files = try TemporaryFiles()
    let log = try files.write("03-04 10:00:01.000  1  2 I lmkd: Kill 'x', reason 3\n", as: "l.log")
    #expect(
      files.without(folder: message("auto", [log])).hasSuffix(
        "no format is known by this beginning; name the format; import --list shows all"))
    let table = try files.write("when,who\n1,x\n", as: "t.csv")
    #expect(message("auto", [table]).contains("the columns when, who use format csv"))
  }

  @Test func nativeTracesAreJoinedInOrder() throws {
    let files = try TemporaryFiles()
    let first = try files.write("time_s,app,extra\n0,chat,1\n5,mail,2\n", as: "1.csv")
    let second = try files.write("app,time_s\n chat,5\n", as: "2.csv")
    let result = try ImportRequest(format: "native", paths: [first, second]).run()
    #expect(TemporaryFiles.shown(result) == "0 chat; 5 mail; 5 chat")
    #expect(
      result.notes.map { files.without(folder: $0) } == [
        "1.csv: columns ignored: 'extra'",
        "2.csv: blanks around values removed: 1, first on line 2",
      ])
    #expect(result.counts.map(\.count) == [3, 2])
    let wrong = message("native", [first, try files.write("time_s,app\n4,a\n", as: "3.csv")])
    #expect(
      files.without(folder: wrong)
        == "65 3.csv:2:1: error: the file begins at 4 s, before the end of the file before it, "
        + "5 s; name the files in time order; import csv sorts rows")
  }
}
