import Testing

@testable import Workload

/// A trace becomes the plan it describes: ends of visits and calls included, nothing shifted.
@Suite struct TracePlanTests {
  private static let catalog: AppCatalog = {
    var widget = AppClass(name: "widget")
    widget.kind = .extension
    var games = AppClass(name: "game")
    games.count = 3
    return AppCatalog(classes: [AppClass(name: "mail"), AppClass(name: "chat"), games, widget])
  }()

  /// The plan as text: `0 open chat; 5 home`.
  private static func plan(_ rows: String) throws -> String {
    let text = "time_s,app,visit_s,action\n" + rows.replacing("; ", with: "\n")
    let trace = try NativeTrace.read(CSVInput(bytes: Array(text.utf8), name: "t"))
    let events = try TracePlan.events(of: trace, catalog: catalog)
    for (event, next) in zip(events, events.dropFirst()) { #expect(event.time <= next.time) }
    let shown = events.map { event in
      let name = event.app == PlanEvent.noApp ? "" : " \(catalog.name(of: Int(event.app)))"
      return "\(NativeTrace.seconds(event.time)) \(event.kind)\(name)"
    }
    return shown.joined(separator: "; ")
  }

  @Test func aVisitEndsWhenItIsOver() throws {
    #expect(try Self.plan("0,chat,5,") == "0 open chat; 5 home")
    #expect(try Self.plan("0,chat,,; 9,mail,,") == "0 open chat; 9 open mail")
    #expect(try Self.plan("0,chat,5,; 9,mail,1,") == "0 open chat; 5 home; 9 open mail; 10 home")
    #expect(try Self.plan("0,chat,0,; 9,mail,,") == "0 open chat; 0 home; 9 open mail")
  }

  @Test func anotherActionMayEndItEarlier() throws {
    for action in [
      "mail,,open", "chat,,open", "-,,home", "-,,lock", "chat,,force_quit",
      "chat,,crash", "-,,call_accepted",
    ] {
      for time in [3, 5] {
        let plan = try Self.plan("0,chat,5,; \(time),\(action)")
        #expect(!plan.contains("5 home") || action == "-,,home", "\(action) at \(time)")
      }
    }
    #expect(try Self.plan("0,chat,5,; 3,-,,lock") == "0 open chat; 3 lock")
    #expect(
      try Self.plan("0,chat,5,; 3,mail,,crash") == "0 open chat; 3 crash mail; 5 home")
    #expect(
      try Self.plan("0,chat,5,; 2,chat,5,") == "0 open chat; 2 open chat; 7 home")
  }

  @Test func otherRowsAtTheEndOfAVisitGoFirst() throws {
    #expect(
      try Self.plan("0,chat,5,; 5,mail,,push; 6,mail,,refresh")
        == "0 open chat; 5 push mail; 5 home; 6 refresh mail")
    #expect(
      try Self.plan("0,chat,5,; 5,mail,,push; 5,mail,,open")
        == "0 open chat; 5 push mail; 5 open mail")
  }

  @Test func callsInterrupt() throws {
    #expect(
      try Self.plan("0,chat,,; 5,-,,call_declined") == "0 open chat; 5 callDeclined; 20 callEnd")
    #expect(
      try Self.plan("0,chat,9,; 5,-,2,call_declined")
        == "0 open chat; 5 callDeclined; 7 callEnd; 9 home")
    #expect(
      try Self.plan("0,chat,7,; 5,-,2,call_declined")
        == "0 open chat; 5 callDeclined; 7 callEnd; 7 home")
    #expect(
      try Self.plan("0,chat,6,; 5,-,2,call_declined") == "0 open chat; 5 callDeclined; 6 home")
    #expect(
      try Self.plan("0,chat,9,; 5,-,60,call_accepted")
        == "0 open chat; 5 callAccepted; 65 callEnd")
    #expect(
      try Self.plan("0,chat,9,; 5,-,,call_accepted; 50,mail,,")
        == "0 open chat; 5 callAccepted; 50 open mail")
    #expect(
      try Self.plan("0,chat,9,; 5,-,60,call_accepted; 8,chat,,force_quit")
        == "0 open chat; 5 callAccepted; 8 forceQuit chat")
    #expect(
      try Self.plan("0,chat,,; 5,-,60,call_accepted; 70,chat,,home")
        == "0 open chat; 5 callAccepted; 65 callEnd; 70 home")
  }

  @Test func occurrencesCountWithinEachKind() throws {
    var rows = (0..<6).map { TraceRow(time: Ticks($0), app: ["chat", "game-2"][$0 % 2]) }
    rows[3].action = .push
    rows[4].footprintKiB = 77
    let events = try TracePlan.events(of: Trace(rows: rows), catalog: Self.catalog)
    #expect(events.map(\.occurrence) == [0, 1, 2, 0, 3, 4])
    let none = PlanEvent.noFootprint
    #expect(events.map(\.footprintKiB) == [none, none, none, none, 77, none])
    #expect(events.map(\.app) == [0, 2, 0, 2, 0, 2])
    let notify = TraceRow(time: 0, app: "", action: .notify(.screen))
    let event = try TracePlan.events(of: Trace(rows: [notify]), catalog: Self.catalog)
    #expect(event.map(\.detail) == [NotificationKind.screen.rawValue])
  }

  @Test func wrongTracesAreRefused() throws {
    let cases: [([TraceRow], String)] = [
      (
        [TraceRow(time: 0, app: "chta")],
        "trace: error: row 1: no app is called 'chta'; did you mean 'chat'?"
      ),
      (
        [TraceRow(time: 0, app: "game")],
        "trace: error: row 1: no app is called 'game'; the class has 3 members; name one, game-1 "
          + "to game-3"
      ),
      ([TraceRow(time: 0, app: "game-4")], "trace: error: row 1: no app is called 'game-4'"),
      ([TraceRow(time: 0, app: "game-01")], "trace: error: row 1: no app is called 'game-01'"),
      ([TraceRow(time: 0, app: "chat-1")], "trace: error: row 1: no app is called 'chat-1'"),
      (
        [TraceRow(time: 0, app: "widget")],
        "trace: error: row 1: 'widget' is a helper (extension), not an app of the user"
      ),
      (
        [TraceRow(time: 0, app: "chat"), TraceRow(time: 1, app: "mail", action: .home)],
        "trace: error: row 2: it is about 'mail', but 'chat' is in front; write - for the app in "
          + "front"
      ),
      (
        [TraceRow(time: 5, app: "chat"), TraceRow(time: 4, app: "chat")],
        "trace: error: row 2: its time is before the last row's"
      ),
      (
        [TraceRow(time: .limit + 1, app: "chat")],
        "trace: error: row 1: its time is beyond 10,000 years"
      ),
      (
        [TraceRow(time: 0, app: "chat", footprintKiB: -1)],
        "trace: error: row 1: its footprint of -1 KiB is not within 0 and 4 TiB"
      ),
    ]
    for (rows, expected) in cases {
      do {
        _ = try TracePlan.events(of: Trace(rows: rows), catalog: Self.catalog)
        Issue.record("compiled \(rows)")
      } catch {
        #expect("\(error)".hasPrefix(expected), "\(error)")
      }
    }
  }

  @Test func nothingHappensAfterTheLimit() throws {
    let row = TraceRow(time: .limit - 1, app: "chat", visit: .limit)
    let events = try TracePlan.events(of: Trace(rows: [row]), catalog: Self.catalog)
    #expect(events.map(\.kind) == [.open])
  }

  @Test func appsInOrderOfFirstUseWithTheirLargestFootprint() {
    let rows = [("b", 5), ("a", nil), ("b", 9), ("c", 0), ("b", 7), ("", nil)].map {
      TraceRow(time: 0, app: $0.0, footprintKiB: $0.1.map(Int64.init))
    }
    #expect(
      TracePlan.appNames(in: Trace(rows: rows)) == [
        TraceApp(name: "b", largestFootprintKiB: 9), TraceApp(name: "a", largestFootprintKiB: nil),
        TraceApp(name: "c", largestFootprintKiB: 0),
      ])
  }

  @Test func manyNamesAreKeptApart() {
    let rows = (0..<5000).map { TraceRow(time: Ticks($0), app: "app \($0 * 7919 % 2500)") }
    let apps = TracePlan.appNames(in: Trace(rows: rows))
    #expect(apps.count == 2500)
    #expect(apps[1].name == "app 419")
  }
}
