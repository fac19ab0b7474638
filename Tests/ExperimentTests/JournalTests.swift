import Testing

@testable import Experiment

@Suite struct JournalTests {
  /// Runs with awkward values: nothing, signed zero, subnormal, and a reason with every separator.
  static func runs(_ number: Int) -> [RunRecord] {
    var first = RunRecord()
    first.fingerprint = .max
    first.planFingerprint = UInt64(number)
    first.events = 12
    first.values = [nil, -0.0, .leastNonzeroMagnitude, 0.1 + 0.2, Double(number), nil]
    first.wallSeconds = 0.25
    return [first, RunRecord(failure: "line 3, column 4:\ttab, \"quote\" 100 % ±\n")]
  }

  @Test func linesReadBackExactly() throws {
    let line = JournalLine.encode(item: 7, runs: Self.runs(3))
    #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    let decoded = try #require(JournalLine.decode(line.dropLast()))
    #expect(decoded.item == 7)
    #expect(decoded.runs == Self.runs(3))
    #expect(decoded.runs[0].values[1]?.sign == .minus)
  }

  @Test func everyCutOrChangedByteIsNoticed() {
    let line = Array(JournalLine.encode(item: 1, runs: Self.runs(1)).dropLast())
    for length in 0..<line.count {
      #expect(JournalLine.decode(line[..<length]) == nil, "cut to \(length)")
    }
    for index in line.indices {
      var changed = line
      changed[index] ^= 1
      #expect(JournalLine.decode(changed) == nil, "byte \(index)")
    }
  }

  @Test func storeKeepsWhatAKilledProcessFinished() throws {
    let folder = TemporaryFolder()
    do {
      let store = try ResultStore(journal: folder.file("j"), header: "h", itemCount: 4)
      try store.append(item: 2, runs: Self.runs(2))
      try store.append(item: 0, runs: Self.runs(0))
    }
    let whole = folder.bytes("j")
    // Whatever byte the last line was cut at, the line before it counts and the rest is dropped.
    let firstLines = whole.count - JournalLine.encode(item: 0, runs: Self.runs(0)).count
    for length in stride(from: firstLines, to: whole.count, by: 17) {
      folder.write(Array(whole[..<length]), "k")
      let store = try ResultStore(journal: folder.file("k"), header: "h", itemCount: 4)
      #expect(store.finishedCount == 1)
      #expect(try store.runs(of: 2) == Self.runs(2))
      #expect(try store.runs(of: 0) == nil)
      try store.append(item: 1, runs: Self.runs(1))
      #expect(try store.runs(of: 1) == Self.runs(1))
    }
  }

  @Test func everythingBehindADamagedLineIsDropped() throws {
    let folder = TemporaryFolder()
    do {
      let store = try ResultStore(journal: folder.file("j"), header: "h", itemCount: 4)
      for item in 0..<4 { try store.append(item: item, runs: Self.runs(item)) }
    }
    var bytes = folder.bytes("j")
    let start = "h\n".utf8.count + JournalLine.encode(item: 0, runs: Self.runs(0)).count
    bytes[start + 5] ^= 4
    folder.write(bytes, "j")
    let store = try ResultStore(journal: folder.file("j"), header: "h", itemCount: 4)
    #expect(store.finishedCount == 1)
    #expect(folder.bytes("j").count == start)
  }

  @Test func headerCutByAKillIsWrittenAgain() throws {
    let folder = TemporaryFolder()
    folder.write(Array("hea".utf8), "j")
    let store = try ResultStore(journal: folder.file("j"), header: "header", itemCount: 1)
    try store.append(item: 0, runs: Self.runs(0))
    #expect(folder.bytes("j").starts(with: Array("header\n0\t".utf8)))
  }

  @Test func otherHeaderIsRefused() throws {
    let folder = TemporaryFolder()
    folder.write(Array("other\n".utf8), "j")
    #expect(throws: JournalError.otherHeader("other")) {
      _ = try ResultStore(journal: folder.file("j"), header: "mine", itemCount: 1)
    }
  }

  @Test func twoProcessesCannotShareAJournal() throws {
    let folder = TemporaryFolder()
    let store = try ResultStore(journal: folder.file("j"), header: "h", itemCount: 1)
    #expect(throws: JournalError.inUse) {
      _ = try ResultStore(journal: folder.file("j"), header: "h", itemCount: 1)
    }
    #expect(store.finishedCount == 0)
  }

  @Test func memoryStoreGivesTheSame() throws {
    let store = ResultStore(itemCount: 2)
    #expect(try store.runs(of: 1) == nil)
    try store.append(item: 1, runs: Self.runs(1))
    #expect(try store.runs(of: 1) == Self.runs(1))
    #expect(store.contains(1))
    #expect(!store.contains(0))
  }

  @Test func sealedStoreTakesNothingMore() throws {
    let folder = TemporaryFolder()
    let store = try ResultStore(journal: folder.file("j"), header: "h", itemCount: 2)
    try store.append(item: 0, runs: Self.runs(0))
    store.seal()
    let before = folder.bytes("j")
    try store.append(item: 1, runs: Self.runs(1))
    #expect(folder.bytes("j") == before)
  }
}
