import Testing

@testable import TraceImport
@testable import Workload

/// Any CSV file becomes a trace once its columns are named.
@Suite struct DelimitedFormatTests {
  private let files: TemporaryFiles

  init() throws { files = try TemporaryFiles() }

  private func csv(
    _ text: String, _ map: String, _ options: (name: String, value: String)...
  ) throws -> String {
    try files.imported("csv", text, [("map", map)] + options)
  }

  @Test func columnsAreNamedApart() throws {
    #expect(try csv("\"a,b\",app\n1,x\n", "time=\"a,b\",app=app") == "1 x")
    #expect(try csv("t,a\n1,x\n", "app=t,time=t").contains("takes the column 't' for app and time"))
    let one = try csv("t,a\n1,x\n", "time=t,app=a", ("separator", "semicolon"))
    #expect(one.contains("it has 't,a'; is it separated by something else?"), "\(one)")
  }

  @Test func namesKeepToTheRuleOfScenarios() throws {
    let long = String(repeating: "n", count: 257)
    for name in [long, "a\u{85}b", "\u{a0}a"] {
      let message = try csv("t,a\n1,\(name)\n", "time=t,app=a")
      #expect(message.contains("the name '"), "\(message)")
      #expect(message.utf8.count < 200)
    }
    #expect(try csv("t,a\n1,\u{e9}\n2,e\u{301}\n", "time=t,app=a") == "1 \u{e9}; 2 e\u{301}")
  }

  @Test func columnsAndUnits() throws {
    #expect(
      try csv(
        "time,app_id,size\n1700000179,8,82\n1700000771,7,105\n",
        "time=time,app=app_id,footprint=size") == "0 8 82; 592 7 105")
    #expect(
      try csv(
        "t;who;kb\n1500;A;1024\n1500;007;1\n", "time=t,app=who,footprint=kb",
        ("time-unit", "ms"), ("footprint-unit", "KiB")) == "1.5 A 1; 1.5 007 0.001")
    #expect(
      try csv(
        "t\ta\tb\n7\tx\t1048576\n", "time=t,app=a,footprint=b",
        ("time-unit", "us"), ("footprint-unit", "B")) == "0.000007 x 1")
    #expect(
      try csv("t,a,b\n0,x,1.048576\n", "time=t,app=a,footprint=b", ("footprint-unit", "MB"))
        == "0 x 1")
    #expect(
      try csv("t,a,l,k\n0,x,2.5,\n1,-,,home\n2,y,,push\n", "time=t,app=a,visit=l,action=k")
        == "0 x for 2.5; 1 - home; 2 y push")
    #expect(try csv("a,b;c\n1;2\n", "time=c,app=a,b", ("separator", "semicolon")).contains("takes"))
    #expect(
      try files.imported("csv", "a=b,t\nx,1\n", [("map", "time=t"), ("map", "app=a=b")]) == "1 x")
  }

  @Test func originIsMovedWhenTimesAreDates() throws {
    let text = "t,a\n1700000000.5,x\n1700000003,y\n"
    #expect(try csv(text, "time=t,app=a") == "0 x; 2.5 y")
    #expect(try csv(text, "time=t,app=a", ("time-origin", "zero")).hasPrefix("1700000000.5 x"))
    #expect(try csv("t,a\n5,x\n6,y\n", "time=t,app=a") == "5 x; 6 y")
    #expect(try csv("t,a\n5,x\n6,y\n", "time=t,app=a", ("time-origin", "first")) == "0 x; 1 y")
    let path = try files.write(text)
    let request = ImportRequest(
      format: "csv", paths: [path], options: [("map", "time=t,app=a")])
    #expect(
      try request.run().notes == [
        "time 0 is 1700000000.5 s of the file, its first row",
        "no footprints; those of the scenario's apps apply, or its default",
      ])
  }

  @Test func disorderIsSortedStablyOrRefused() throws {
    let text = "t,a\n5,x\n3,y\n5,z\n3,w\n9,v\n"
    #expect(try csv(text, "time=t,app=a") == "3 y; 3 w; 5 x; 5 z; 9 v")
    #expect(
      try csv(text, "time=t,app=a", ("strict", ""))
        == "in.csv:3:1: error: t 3 s is earlier than 5 s on line 2; without --strict they are "
        + "sorted")
    let path = try files.write(text)
    let second = try files.write("t,a\n1,u\n", as: "second.csv")
    let result = try ImportRequest(
      format: "csv", paths: [path, second], options: [("map", "time=t,app=a")]
    ).run()
    #expect(TemporaryFiles.shown(result) == "1 u; 3 y; 3 w; 5 x; 5 z; 9 v")
    #expect(
      result.notes.first
        == "rows out of time order sorted, equal times in file order: 3, first line 3 of \(path)")
    #expect(
      result.counts.map { "\($0.what) \($0.count)" } == [
        "rows 6", "rows out of order 3", "apps 6",
      ])
  }

  @Test func missingColumnsAndKeysAreNamed() throws {
    let text = "time,app_id,size\n0,a,1\n"
    let cases: [(String, String)] = [
      (
        "time=tiem,app=app_id",
        "in.csv:1:1: error: the header has no column 'tiem'; it has 'time', 'app_id', 'size'; did "
          + "you mean 'time'?"
      ),
      (
        "time=time,app=app_id,visit=length",
        "in.csv:1:1: error: the header has no column 'length'; it has 'time', 'app_id', 'size'"
      ),
      (
        "time=time",
        "error: csv needs --map time=COLUMN,app=COLUMN; further keys: footprint, visit, action"
      ),
      ("tmie=time", "error: --map has no key 'tmie'; did you mean 'time'?"),
      ("time", "error: --map takes KEY=COLUMN, got 'time'"),
      ("time=time,,app=app_id", "error: --map takes KEY=COLUMN, got ''"),
      ("time=time,time=size", "error: --map names the column of time twice"),
    ]
    for (map, expected) in cases { #expect(try csv(text, map) == expected) }
  }

  @Test func wrongValuesHaveTheirPlace() throws {
    #expect(
      try csv("time,app\n2031-01-16 06:01:05,x\n", "time=time,app=app")
        == "in.csv:2:1: error: time '2031-01-16 06:01:05' is not a number; a number of seconds ≥ 0 "
        + "was expected")
    #expect(
      try csv("t,a\n0,x\n1,\n", "time=t,app=a")
        == "in.csv:3:3: error: a is empty; open needs the name of an app")
    #expect(
      try csv("t,a,s\n0,x,1,5\n", "time=t,app=a,footprint=s")
        == "in.csv:2:7: error: 4 columns where the header has 3; quote fields that hold a comma; "
        + "decimals take a point")
    #expect(
      try csv("t,a\n", "time=t,app=a")
        == "in.csv:2:1: error: the trace has a header but no rows")
    #expect(try csv("", "time=t,app=a").hasPrefix("in.csv:1:1: error: the file is empty"))
  }
}
