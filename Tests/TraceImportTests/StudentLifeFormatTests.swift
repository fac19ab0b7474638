import Testing

@testable import TraceImport
@testable import Workload

/// Lists of recent tasks become visits of one user.
@Suite struct StudentLifeFormatTests {
  private let files: TemporaryFiles

  init() throws { files = try TemporaryFiles() }

  private static let header = "user,unix_time,rank,task_id,base_package,top_package\n"

  /// Rows of lists written as `user time app app…`; `a/b` is an app with another on top.
  private static func lists(_ lists: String...) -> String {
    var text = header
    for list in lists {
      let words = list.split(separator: " ")
      for (rank, app) in words.dropFirst(2).enumerated() {
        let parts = app.split(separator: "/")
        text += "\(words[0]),\(words[1]),\(rank),1,\(parts[0]),\(parts[parts.count - 1])\n"
      }
    }
    return text
  }

  private static let two = lists(
    "00 1000 a b home", "0 1000 z", "00 2200 a b home", "00 3400 c home b a", "0 9 y",
    "00 4600 c/d b")

  @Test func firstRankChangesAreVisits() throws {
    #expect(try files.imported("studentlife", Self.two, [("user", "00")]) == "0 a; 2400 c")
    #expect(
      try files.imported("studentlife", Self.two, [("user", "00"), ("package", "top")])
        == "0 a; 2400 c; 3600 d")
  }

  @Test func orderTellsMore() throws {
    let options = [(name: "user", value: "00"), (name: "visits", value: "order")]
    #expect(
      try files.imported("studentlife", Self.two, options)
        == "0 a; 1600 b; 2000 home; 2400 c")
    #expect(
      try files.imported("studentlife", Self.two, options + [("drop", "home")])
        == "0 a; 1800 b; 2400 c")
  }

  @Test func oneUserMustBeChosen() throws {
    let cases: [([(name: String, value: String)], String)] = [
      ([], "error: the file has the users '00', '0'; choose one with --user"),
      ([("user", "01")], "error: there is no user '01', only '00', '0'; did you mean '00'?"),
      (
        [("user", "all")],
        "error: a trace is one user's: --user all would mix several; import one by one"
      ),
    ]
    for (options, expected) in cases {
      #expect(try files.imported("studentlife", Self.two, options) == expected)
    }
    #expect(try files.imported("studentlife", Self.lists("7 5 a", "7 6 b")) == "0 a; 1 b")
  }

  @Test func whatIsLostAndCountedIsSaid() throws {
    let path = try files.write(
      Self.lists(
        "u 0 x.launcher a", "u 1200 x.launcher", "u 2400 x.launcher b", "u 99999 x.launcher c"))
    let options = [(name: "drop", value: "x.launcher,y.lancher")]
    let result = try ImportRequest(format: "studentlife", paths: [path], options: options).run()
    #expect(TemporaryFiles.shown(result) == "0 a; 2400 b; 99999 c")
    #expect(
      result.counts.map { "\($0.what) \($0.count)" } == [
        "rows 7", "rows of the user 7", "task lists 4", "tasks dropped 4",
        "task lists left empty 1", "visits 3", "apps 3",
      ])
    #expect(
      result.notes == [
        "time 0 is Unix time 0, the first task list",
        "task lists are 1200 s apart (median)",
        "gaps of more than twice that, phone off or not logged: 1, the longest 97599 s; what was "
          + "used in them is unknown",
        "lost: every visit that began and ended between two lists (--visits order finds some of "
          + "them), and a return to the same app",
        "lost: lengths of visits; each lasts until the next",
        "no footprints; those of the scenario's apps apply, or its default",
        "--drop 'y.lancher' is in no list; did you mean 'x.launcher'?",
      ])
    let kept = try ImportRequest(format: "studentlife", paths: [path]).run()
    #expect(kept.notes.last == "x.launcher may be a home screen; --drop leaves it out")
  }

  @Test func brokenListsHaveTheirPlace() throws {
    let cases: [(String, String)] = [
      (
        "u,5,0,1,a,a\nu,4,0,1,b,b\n",
        "in.csv:3:3: error: unix_time goes back from 5; sort the "
          + "rows by user, time and rank"
      ),
      (
        "u,5,1,1,a,a\n",
        "in.csv:2:5: error: rank 1 where 0 was expected; the ranks of a list count "
          + "from 0"
      ),
      (
        "u,5,0,1,a,a\nu,5,2,1,a,a\n",
        "in.csv:3:5: error: rank 2 where 1 was expected; the ranks of "
          + "a list count from 0"
      ),
      (
        "u,5,0,1,a,a\nu,5,0,1,a,a\n",
        "in.csv:3:5: error: rank 0 where 1 was expected; the ranks of "
          + "a list count from 0"
      ),
      ("u,5,0,1,,a\n", "in.csv:2:9: error: base_package is empty; the name of an app was expected"),
      (
        "u,5,x,1,a,a\n",
        "in.csv:2:5: error: rank 'x' is not a number; a whole number ≥ 0 was "
          + "expected"
      ),
    ]
    for (rows, expected) in cases {
      #expect(try files.imported("studentlife", Self.header + rows) == expected)
    }
    #expect(
      try files.imported("studentlife", "user,unix_time,rank,package\n").hasPrefix(
        "in.csv:1:1: error: the header has no column 'base_package'"))
    #expect(
      try files.imported("studentlife", Self.lists("u 1 a"), [("drop", "a")])
        == "in.csv: error: no task list holds an app that is left")
  }
}
