import Testing

@testable import Workload

/// A CSV file is read as RFC 4180 says, and what is wrong with it is said where it is.
@Suite struct CSVReaderTests {
  private static func rows(
    _ text: String, separator: Character? = nil, pieceSize: Int = .max
  ) throws -> [[String]] {
    let input = CSVInput(bytes: Array(text.utf8), name: "t.csv", pieceSize: pieceSize)
    var csv = try CSVReader(input, separator: separator?.asciiValue)
    var rows = [csv.header]
    while try csv.next() {
      var row: [String] = []
      for column in csv.header.indices { row.append(try csv.text(column)) }
      rows.append(row)
    }
    return rows
  }

  private static func message(_ text: String) -> String {
    do {
      return "read \(try rows(text))"
    } catch {
      return "\(error)"
    }
  }

  @Test func quotesLineEndsAndTheLastLine() throws {
    let expected = [["a", "b"], ["1", "x, \"y\""], ["", "2\u{e9}"]]
    for end in ["\n", "\r\n"] {
      for last in ["", end, end + end] {
        for mark in ["", "\u{feff}"] {
          let lines = ["a,b", "1,\"x, \"\"y\"\"\"", ",2\u{e9}"]
          let text = mark + lines.joined(separator: end) + last
          for pieceSize in [1, 2, 3, 5, 1000] {
            #expect(try Self.rows(text, pieceSize: pieceSize) == expected)
          }
        }
      }
    }
    #expect(try Self.rows("a,b\n\"\",\"\"") == [["a", "b"], ["", ""]])
    #expect(try Self.rows("a,b\n1,") == [["a", "b"], ["1", ""]])
    #expect(try Self.rows("a\n\n\"x\"\r") == [["a"], [""], ["x"]])
  }

  @Test func separatorIsDetectedFromTheHeader() throws {
    #expect(try Self.rows("a;b\n0,5;x") == [["a", "b"], ["0,5", "x"]])
    #expect(try Self.rows("a\tb\n0,5\tx") == [["a", "b"], ["0,5", "x"]])
    #expect(try Self.rows("\"a;;;\",b\n1,2") == [["a;;;", "b"], ["1", "2"]])
    #expect(try Self.rows("a,b;c\n1;2", separator: ";") == [["a,b", "c"], ["1", "2"]])
    #expect(try Self.rows("alone\n1") == [["alone"], ["1"]])
  }

  @Test func blanksAroundValuesAreRemovedAndNoted() throws {
    var csv = try CSVReader(CSVInput(bytes: Array("a , b\n1,\" x \"\n\n2,y\n".utf8), name: "t"))
    #expect(csv.header == ["a", "b"])
    while try csv.next() { _ = try csv.text(1) }
    #expect(
      csv.notes == ["blanks around values removed: 1, first on line 2", "empty lines skipped: 1"])
  }

  @Test func everyErrorHasItsPlace() {
    let cases: [(String, String)] = [
      ("", "t.csv:1:1: error: the file is empty; a header was expected"),
      ("\n\n", "t.csv:1:1: error: the file has empty lines only; a header was expected"),
      (
        "time_s,app,mem_mib\n0,5,Notes,48,5\n",
        "t.csv:2:11: error: 5 columns where the header has 3; quote fields that hold a comma; "
          + "decimals take a point"
      ),
      ("a;b\n1\n", "t.csv:2:2: error: 1 column where the header has 2"),
      (
        "a,b\n\"\n\",1,2",
        "t.csv:3:5: error: 3 columns where the header has 2; quote fields that"
          + " hold a comma; decimals take a point"
      ),
      ("a,b\nx,\"y", "t.csv:2:3: error: this quote is never closed"),
      (
        "a,b\nx,\"y\"z\n",
        "t.csv:2:6: error: text after a closing quote; double the quotes inside a quoted field"
      ),
      (
        "a,b\n\u{5fae},y\"z\n",
        "t.csv:2:4: error: a quote inside a field that does not begin with one; quote the whole "
          + "field and double the quotes inside"
      ),
      (
        "a,b\nx,\"y\"\rz",
        "t.csv:2:6: error: text after a closing quote; double the quotes "
          + "inside a quoted field"
      ),
      ("a,\n1,2", "t.csv:1:3: error: a column of the header has no name"),
      ("a\rb\r", "t.csv:1:1: error: 'a\\rb' holds control characters"),
    ]
    for (text, expected) in cases { #expect(Self.message(text) == expected) }
  }

  @Test func filesThatAreNoTextAreNamed() {
    let cases: [([UInt8], String)] = [
      ([0x1f, 0x8b, 8, 0], "t:1:1: error: the file is gzip-compressed; unpack it with gzip -dc"),
      (
        [0xff, 0xfe, 0x61, 0],
        "t:1:1: error: the file is UTF-16; UTF-8 was expected; convert it, "
          + "e.g. with iconv"
      ),
      (
        [0x50, 0x4b, 3, 4],
        "t:1:1: error: the file is a ZIP archive or a spreadsheet; export it "
          + "as CSV"
      ),
      (
        [0x61, 0x2c, 0xff], "t:1:3: error: this is no UTF-8 text; convert the file, e.g. with iconv"
      ),
      (
        Array("a.csv".utf8) + [UInt8](repeating: 0, count: 252) + Array("ustar".utf8),
        "t:1:1: error: the file is a tar archive; unpack it with tar"
      ),
      ([0x61, 0, 0x62], "t:1:1: error: the file is no text: it holds zero bytes"),
    ]
    for (bytes, expected) in cases {
      do {
        _ = try CSVReader(CSVInput(bytes: bytes, name: "t"))
        Issue.record("read \(bytes)")
      } catch {
        #expect("\(error)" == expected)
        #expect(error.kind.exitCode == 65)
      }
    }
  }

  @Test func rowsAreBounded() {
    let long = String(repeating: "x", count: CSVReader.rowLimit + 300_000)
    #expect(Self.message("a,b\n1,\(long)").hasPrefix("t.csv:2:1: error: a line of more than"))
    #expect(
      Self.message("a,b\n1,\"\(long)").hasPrefix("t.csv:2:3: error: a quoted field of more than"))
  }

  @Test func missingColumnNamesTheNearest() throws {
    let csv = try CSVReader(CSVInput(bytes: Array("time,app,app\n".utf8), name: "t"))
    #expect(try csv.column("size") == nil)
    #expect(throws: TraceError.self) { try csv.column("app") }
    do {
      _ = try csv.requiredColumn("tiem")
      Issue.record("found a column that is not there")
    } catch {
      #expect(
        "\(error)" == "t:1:1: error: the header has no column 'tiem'; it has 'time', 'app', 'app'; "
          + "did you mean 'time'?")
    }
  }

  /// What a plain writer wrote comes back, whatever the pieces in which it is read.
  @Test func randomTablesComeBack() throws {
    let alphabet = Array("ab,;\"\n\r \u{e9}\u{1f600}0")
    for seed in 0..<300 {
      var random = TraceTestRandom(UInt64(seed))
      let columns = 1 + random.below(4)
      var table: [[String]] = []
      for row in 0..<(2 + random.below(6)) {
        table.append(
          (0..<columns).map { column in
            if row == 0 { return "h\(column)" }
            let word = String(
              (0..<random.below(6)).map { _ in alphabet[random.below(alphabet.count)] })
            return word
          })
      }
      let end = random.below(2) == 0 ? "\n" : "\r\n"
      let text = table.map { $0.map(Self.quoted).joined(separator: ";") }.joined(separator: end)
      let pieceSize = 1 + random.below(9)
      let input = CSVInput(bytes: Array(text.utf8), name: "t", pieceSize: pieceSize)
      var csv = try CSVReader(input, separator: UInt8(ascii: ";"))
      var rows = [csv.header]
      while try csv.next() { rows.append(Self.rawRow(csv)) }
      #expect(rows == table, "seed \(seed), pieces of \(pieceSize)")
    }
  }

  /// The fields as they are: blanks kept, controls allowed.
  private static func rawRow(_ csv: borrowing CSVReader) -> [String] {
    var row: [String] = []
    for field in csv.fields {
      let text = String(decoding: csv.buffer[field.start..<field.end], as: UTF8.self)
      row.append(field.isEscaped ? text.replacing("\"\"", with: "\"") : text)
    }
    return row
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

/// A small generator for tests: SplitMix64, the same numbers everywhere.
struct TraceTestRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// A number from 0 to `bound` − 1.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
