import Testing

/// The rules of the house that a formatter does not know.
@Suite struct SourceTidyTests {
  private let files = Repository.current.swiftFiles(in: ["Sources", "Tests", "Benchmarks"])
  private let products = Repository.current.swiftFiles(in: ["Sources"])

  @Test func everyRoomIsRead() {
    #expect(files.count > 20, "the walk over the tree finds no sources")
  }

  @Test func linesAreAtMost100Columns() {
    for file in files {
      for (number, line) in file.lines.enumerated() where line.count > 100 {
        Issue.record("\(file.path):\(number + 1) has \(line.count) columns")
      }
    }
  }

  @Test func filesAreAtMost600Lines() {
    for file in files where file.lines.count > 601 {
      Issue.record("\(file.path) has \(file.lines.count - 1) lines")
    }
  }

  @Test func functionsAreAtMost70Lines() {
    for file in files {
      for function in FunctionSpan.all(in: file.code) where function.length > 70 {
        Issue.record("\(file.path):\(function.firstLine) is a function of \(function.length) lines")
      }
    }
  }

  /// What must not appear in a product, and why.
  private static let banned: [(text: String, why: String)] = [
    ("Double.random", "draw from a keyed stream"),
    ("SystemRandomNumberGenerator", "draw from a keyed stream"),
    (".randomElement", "draw from a keyed stream"),
    (".shuffle", "draw from a keyed stream"),
    ("Date(", "no clock may decide anything; timing uses clock_gettime"),
    ("String(format:", "13 times slower than description, and it follows the locale"),
    ("try!", "throw"),
    ("import Foundation", "no Foundation in a product"),
    ("fatalError(", "end the run, not the process"),
    ("hashValue", "differs in each process"),
  ]

  @Test func productsAvoidBannedNames() {
    for file in products {
      for (number, line) in file.code.enumerated() {
        for ban in Self.banned where line.contains(ban.text) {
          Issue.record("\(file.path):\(number + 1) uses \(ban.text): \(ban.why)")
        }
        let printed = line.ranges(of: "print(").contains { range in
          guard range.lowerBound > line.startIndex else { return true }
          let before = line[line.index(before: range.lowerBound)]
          return !before.isLetter && !before.isNumber && before != "_"
        }
        if printed {
          Issue.record("\(file.path):\(number + 1) uses print(: it loses data on a full disk")
        }
      }
    }
  }

  @Test func nothingIsLeftUnfinished() {
    let marks = [
      "FIX" + "ME", "TO" + "DO", "XX" + "X", "HA" + "CK", "<<<<" + "<<<", ">>>>" + ">>>",
    ]
    for file in files {
      for (number, line) in file.lines.enumerated() {
        for mark in marks where line.contains(mark) {
          Issue.record("\(file.path):\(number + 1) carries the mark \(mark)")
        }
      }
    }
  }

  /// Files of engine rooms that may name a Set or Dictionary, because their order decides nothing:
  /// they are built once before a run and only looked up in.
  private static let mayHash: [String] = []

  @Test func engineHasNoHashedContainers() {
    let engine = ["EventQueue", "RandomStreams", "Statistics", "Workload", "Device"]
    for file in Repository.current.swiftFiles(in: engine.map { "Sources/\($0)" })
    where !Self.mayHash.contains(file.path) {
      for (number, line) in file.code.enumerated() {
        let hashed = [
          "Set<", "Dictionary<", "Dictionary(", "Set(", "[String:", "[Int:", "[UInt64:",
        ]
        for text in hashed {
          for range in line.ranges(of: text) {
            let before =
              range.lowerBound == line.startIndex
              ? " " : line[line.index(before: range.lowerBound)]
            if before.isLetter || before == "_" { continue }
            Issue.record("\(file.path):\(number + 1) uses \(text)")
          }
        }
      }
    }
  }
}

/// Where a function begins and how many lines it has.
struct FunctionSpan {
  /// Line of its `func` or `init`, from 1.
  let firstLine: Int
  /// Lines from there to the closing brace.
  let length: Int

  /// All functions of a file, nested ones included.
  static func all(in code: [String]) -> [FunctionSpan] {
    var spans: [FunctionSpan] = []
    var open: [(line: Int, depth: Int)] = []
    var depth = 0
    var pending: Int?
    for (index, line) in code.enumerated() {
      let text = line.trimmingPrefix { $0 == " " }
      // A requirement of a protocol has no body: the next declaration is not it.
      if text.isEmpty || text.hasPrefix("}") { pending = nil }
      if startsFunction(line) { pending = index }
      for character in line {
        if character == "{" {
          if let start = pending {
            open.append((start, depth))
            pending = nil
          }
          depth += 1
        } else if character == "}" {
          depth -= 1
          if let last = open.last, last.depth == depth {
            spans.append(FunctionSpan(firstLine: last.line + 1, length: index - last.line + 1))
            open.removeLast()
          }
        }
      }
    }
    return spans
  }

  private static func startsFunction(_ line: String) -> Bool {
    let words = line.split(whereSeparator: { $0 == " " || $0 == "(" || $0 == "<" })
    return words.contains { $0 == "func" || $0 == "init" || $0 == "init?" }
      && !line.contains(".init(") && !line.contains("self.init(")
  }
}
