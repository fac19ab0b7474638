import Foundation
import Testing

@testable import Workload

/// The native trace is read exactly as documented and written so that it reads back the same.
@Suite struct NativeTraceTests {
  private static func read(_ text: String) throws -> Trace {
    try NativeTrace.read(CSVInput(bytes: Array(text.utf8), name: "t.csv"))
  }

  private static func message(_ text: String) -> String {
    do {
      return "read \(try read(text))"
    } catch {
      return "\(error)"
    }
  }

  @Test func everyColumnAndAction() throws {
    let trace = try Self.read(
      """
      time_s,app,visit_s,footprint_mib,action
      0,chat,12.5,180.5,
      0,-,3,,call_declined
      40,mail,,,open
      41.25,mail,,,home
      42,,,,lock
      43,-,9,,call_accepted
      44,chat,,,force_quit
      45,chat,,90,push
      46,chat,,,refresh
      47,mail,,,crash
      48,-,,,notify:battery_level
      49,-,,,memory_warning

      """)
    let second = Ticks.perSecond
    let expected: [TraceRow] = [
      TraceRow(time: 0, app: "chat", visit: 12_500_000, footprintKiB: 184_832),
      TraceRow(time: 0, app: "", visit: 3 * second, action: .callDeclined),
      TraceRow(time: 40 * second, app: "mail"),
      TraceRow(time: 41_250_000, app: "mail", action: .home),
      TraceRow(time: 42 * second, app: "", action: .lock),
      TraceRow(time: 43 * second, app: "", visit: 9 * second, action: .callAccepted),
      TraceRow(time: 44 * second, app: "chat", action: .forceQuit),
      TraceRow(time: 45 * second, app: "chat", footprintKiB: 92_160, action: .push),
      TraceRow(time: 46 * second, app: "chat", action: .refresh),
      TraceRow(time: 47 * second, app: "mail", action: .crash),
      TraceRow(time: 48 * second, app: "", action: .notify(.batteryLevel)),
      TraceRow(time: 49 * second, app: "", action: .memoryWarning),
    ]
    #expect(trace.rows == expected)
    #expect(trace.notes.isEmpty)
    #expect(try Self.read(String(decoding: NativeTrace.write(trace), as: UTF8.self)) == trace)
  }

  @Test func namesAreTextComparedByteForByte() throws {
    let trace = try Self.read(
      "app,time_s,mem_mib,footprint\nA,0,1,2\n007,1,1,2\n7,2,1,2\na,3,1,2\n A,4,1,2\n\u{e9},5,1,2\n"
        + "e\u{301},6,1,2\n")
    let apps = TracePlan.appNames(in: trace).map { Array($0.name.utf8) }
    #expect(apps == ["A", "007", "7", "a", "\u{e9}", "e\u{301}"].map { Array($0.utf8) })
    #expect(
      trace.notes == [
        "columns ignored: 'mem_mib', 'footprint' (footprint_mib?)",
        "blanks around values removed: 1, first on line 6",
      ])
  }

  private static let errors: [(String, String)] = {
    let list =
      "open, home, lock, call_declined, call_accepted, force_quit, push, refresh, crash, "
      + "memory_warning or notify:KIND was expected"
    return [
      ("time_s,app\n", "t.csv:2:1: error: the trace has a header but no rows"),
      (
        "time,app\n0,a\n",
        "t.csv:1:1: error: the header has no column 'time_s'; it has 'time', 'app'; did you mean "
          + "'time'?"
      ),
      (
        "0,chat\n1,mail\n",
        "t.csv:1:1: error: the header has no column 'time_s'; it has '0', 'chat'; a native trace "
          + "begins with 'time_s,app,…'; for other CSV files see import csv"
      ),
      (
        "time_s,app\n9,a\n\n5,b\n",
        "t.csv:4:1: error: time_s 5 s is earlier than 9 s on line 2; "
          + "rows must stand in time order; "
          + "import csv sorts them"
      ),
      (
        "time_s;app\n0,5;Notes\n",
        "t.csv:2:1: error: time_s '0,5' has a decimal comma; a number of seconds was expected; "
          + "write a point, as in 0.5"
      ),
      (
        "time_s,app\n\"1,234.5\",a\n",
        "t.csv:2:1: error: time_s '1,234.5' has thousands separators; a number of seconds was "
          + "expected; write plain digits, 1234.5"
      ),
      (
        "time_s,app\n0,a\n-1,a\n",
        "t.csv:3:1: error: time_s '-1' is negative; a number of seconds ≥ 0 was expected"
      ),
      (
        "app,time_s\na,nan\n",
        "t.csv:2:3: error: time_s 'nan' is not finite; a number of seconds ≥ 0 was expected"
      ),
      (
        "app,time_s\na,\n",
        "t.csv:2:3: error: time_s is empty; a number of seconds ≥ 0 was expected"
      ),
      (
        "app,time_s\na,1e12\n",
        "t.csv:2:3: error: time_s '1e12' is too large; a number of seconds, at most 10,000 years, "
          + "was expected"
      ),
      (
        "time_s,app,footprint_mib\n0,a,-4\n",
        "t.csv:2:5: error: footprint_mib '-4' is negative; a number of MiB ≥ 0 was expected"
      ),
      ("time_s,app\n0,\n", "t.csv:2:3: error: app is empty; open needs the name of an app"),
      (
        "time_s,app,action\n0,-,crash\n",
        "t.csv:2:3: error: app is '-'; crash needs the name of an app"
      ),
      (
        "time_s,app,action\n0,a,opne\n",
        "t.csv:2:5: error: unknown action 'opne'; \(list); did you mean 'open'?"
      ),
      (
        "time_s,app,action\n0,-,notify:batery_level\n",
        "t.csv:2:5: error: unknown action 'notify:batery_level'; \(list); did you mean "
          + "'notify:battery_level'?"
      ),
      (
        "time_s,app\n0,\"a\nb\"\n",
        "t.csv:2:3: error: the name 'a\\nb' has control characters"
      ),
    ]
  }()

  @Test func everyErrorHasItsPlace() {
    for (text, expected) in Self.errors { #expect(Self.message(text) == expected) }
  }

  @Test func notesSayWhatHasNoEffect() throws {
    let trace = try Self.read(
      "time_s,app,visit_s,footprint_mib,action\n1364095883,a,,,\n1364095884,a,5,,home\n"
        + "1364095885,a,,3,lock\n1364095886,a,,,memory_warning\n")
    #expect(
      trace.notes == [
        "values that mean nothing for their action ignored: 3, first on line 3",
        "the first row is at 1364095883 s, which looks like seconds since 1970: nothing happens "
          + "until then; import csv --time-origin first moves it to 0",
      ])
  }

  @Test func filesThatCannotBeRead() throws {
    for (path, reason) in [
      ("/no/such/trace.csv", "No such file or directory"), ("/", "it is a directory"),
      ("a\0b", "zero byte"),
    ] {
      do {
        _ = try NativeTrace.read(path: path)
        Issue.record("read \(path)")
      } catch {
        #expect(error.kind == .io && error.kind.exitCode == 74)
        #expect("\(error)".contains(reason))
      }
    }
    #expect(throws: TraceError.self) {
      _ = try CSVReader(CSVInput(descriptor: 1 << 20, name: "closed"))
    }
  }

  @Test func aFileIsReadInPieces() throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("native-trace-\(getpid()).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    let rows = (0..<20_000).map {
      TraceRow(time: Ticks($0) * 1_500_001, app: "app number \($0 % 7), \"\($0 % 3)\"")
    }
    try Data(NativeTrace.write(Trace(rows: rows))).write(to: file)
    #expect(try NativeTrace.read(path: file.path).rows == rows)
  }

  /// Whatever the bytes, they are read or refused in one line.
  @Test func damagedTracesAreReadOrRefused() {
    let text =
      "time_s,app,visit_s,footprint_mib,action\n0,\"a,\"\"b\",1.5,20,\n"
      + "7e1,-,,,home\r\n80,\u{e9},,,push\n"
    let sound = Array(text.utf8)
    let spice = Array(",;\t\"\n\r\0 -.e+9\u{ff}\u{e9}nai".utf8) + [0xff, 0x80]
    for seed in 0..<3000 {
      var random = TraceTestRandom(UInt64(seed))
      var bytes = sound
      for _ in 0..<(1 + random.below(5)) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = spice[random.below(spice.count)]
        case 1: bytes.insert(spice[random.below(spice.count)], at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(20)))
        }
        if bytes.isEmpty { bytes = [0] }
      }
      do {
        let trace = try NativeTrace.read(CSVInput(bytes: bytes, name: "t", pieceSize: 7))
        let again = try NativeTrace.read(CSVInput(bytes: NativeTrace.write(trace), name: "t"))
        #expect(again.rows == trace.rows, "seed \(seed)")
      } catch {
        #expect(!"\(error)".contains("\n") && error.line > 0 && error.column > 0, "seed \(seed)")
      }
    }
  }

  @Test func numbersAreWrittenShortest() {
    for (time, text) in [
      (0, "0"), (1, "0.000001"), (2_500_000, "2.5"), (10_000_000, "10"),
      (Ticks.limit, "315360000000"),
    ] as [(Ticks, String)] {
      #expect(NativeTrace.seconds(time) == text)
    }
    for (size, text) in [
      (0, "0"), (1024, "1"), (49_664, "48.5"), (1, "0.001"), (1023, "0.999"), (512, "0.5"),
      (839_680, "820"),
    ] as [(Int64, String)] {
      #expect(NativeTrace.mebibytes(size) == text)
    }
  }

  @Test func everyKibibyteComesBack() {
    for size in UInt64(0)..<3000 {
      let text = Array(NativeTrace.mebibytes(Int64(size)).utf8)
      #expect(CSVDecimal(text.span)?.scaled(.mebibytes) == .value(size))
    }
  }

  @Test func randomTracesComeBack() throws {
    let names = ["a", "7", "007", "a,b", "\"", "\u{5fae}\u{4fe1}", "com.example.chat", "a b"]
    for seed in 0..<100 {
      var random = TraceTestRandom(UInt64(seed))
      var time: Ticks = 0
      var rows: [TraceRow] = []
      for _ in 0..<(1 + random.below(30)) {
        time += random.next() % 3_000_000
        let action = TraceAction(name: TraceAction.names[random.below(TraceAction.names.count)])
        var row = TraceRow(time: time, app: "", action: try #require(action))
        if row.action.subject == .app { row.app = names[random.below(names.count)] }
        if row.action.hasLength, random.below(2) == 0 { row.visit = random.next() % 100_000_000 }
        if row.action.subject == .app, random.below(2) == 0 {
          row.footprintKiB = Int64(random.below(5_000_000))
        }
        rows.append(row)
      }
      let written = NativeTrace.write(Trace(rows: rows))
      let read = try NativeTrace.read(CSVInput(bytes: written, name: "t", pieceSize: 13))
      #expect(read == Trace(rows: rows), "seed \(seed)")
    }
  }
}
