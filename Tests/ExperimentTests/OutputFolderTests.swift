import Testing

@testable import Experiment

@Suite struct OutputFolderTests {
  private let identity = BatchIdentity(fields: [("scenario", "abc"), ("seed", "42")])

  private func prepare(
    _ path: String, _ existing: ExistingFolder, seed: String = "42"
  ) throws(FolderError) -> PreparedFolder {
    try OutputFolder.prepare(
      path, existing: existing,
      identity: BatchIdentity(fields: [("scenario", "abc"), ("seed", seed)]), itemCount: 2)
  }

  /// What a finished batch leaves.
  private func finish(_ prepared: PreparedFolder) throws {
    guard case .open(let folder, _) = prepared else { return }
    let manifest = "{\n  \"\(BatchIdentity.manifestKey)\": \"\(identity.line)\"\n}\n"
    try AtomicFile.write("point\n", to: folder.file("runs.csv"))
    try AtomicFile.write(manifest, to: folder.file(OutputFolder.manifestName))
    try folder.finish()
  }

  @Test func newFolderHoldsOnlyAJournal() throws {
    let parent = TemporaryFolder()
    let prepared = try prepare(parent.file("out"), .refuse)
    #expect(try FileSystem.names(in: parent.file("out")) == ["unfinished.journal"])
    try finish(prepared)
    #expect(try FileSystem.names(in: parent.file("out")) == ["manifest.json", "runs.csv"])
  }

  @Test func existingFolderIsRefusedEvenWhenEmpty() {
    let folder = TemporaryFolder()
    #expect(throws: FolderError.self) { _ = try prepare(folder.path, .refuse) }
    #expect(folder.names.isEmpty)
  }

  @Test func forceReplacesResultsAndKeepsOtherFiles() throws {
    let parent = TemporaryFolder()
    try finish(try prepare(parent.file("out"), .refuse))
    try AtomicFile.write("mine", to: parent.file("out/notes.txt"))
    _ = try prepare(parent.file("out"), .replace)
    #expect(try FileSystem.names(in: parent.file("out")) == ["notes.txt", "unfinished.journal"])
  }

  @Test func forceAndResumeNeverTouchAForeignFolder() {
    for existing in [ExistingFolder.replace, .resume] {
      let folder = TemporaryFolder()
      folder.write(Array("precious".utf8), "runs.csv")
      folder.write(Array("{}".utf8), "manifest.json")
      #expect(throws: FolderError.self) { _ = try prepare(folder.path, existing) }
      #expect(folder.names == ["manifest.json", "runs.csv"])
      #expect(folder.bytes("runs.csv") == Array("precious".utf8))
    }
  }

  @Test func forceWaitsForNobody() throws {
    let parent = TemporaryFolder()
    let running = try prepare(parent.file("out"), .refuse)
    guard case .open(_, let store) = running else { return }
    try store.append(item: 0, runs: JournalTests.runs(0))
    #expect(throws: FolderError.usage("another jetsim is writing to \(parent.file("out"))")) {
      _ = try prepare(parent.file("out"), .replace)
    }
    #expect(try store.runs(of: 0) == JournalTests.runs(0))
  }

  @Test func resumeContinuesTheSameBatchOnly() throws {
    let parent = TemporaryFolder()
    do {
      guard case .open(_, let store) = try prepare(parent.file("out"), .resume) else { return }
      try store.append(item: 1, runs: JournalTests.runs(1))
    }
    let error = #expect(throws: FolderError.self) {
      _ = try prepare(parent.file("out"), .resume, seed: "43")
    }
    #expect(error?.message.contains("the seed was 42, now it is 43") == true)
    let prepared = try prepare(parent.file("out"), .resume)
    guard case .open(_, let store) = prepared else {
      Issue.record("the folder is not open")
      return
    }
    #expect(store.finishedCount == 1)
  }

  @Test func whatAKillLeftHalfWrittenIsRemoved() throws {
    let parent = TemporaryFolder()
    _ = try prepare(parent.file("out"), .refuse)
    try AtomicFile.write("half", to: parent.file("out/.runs.csv.4711.tmp"))
    try AtomicFile.write("mine", to: parent.file("out/.notes.tmp"))
    _ = try prepare(parent.file("out"), .resume)
    #expect(try FileSystem.names(in: parent.file("out")) == [".notes.tmp", "unfinished.journal"])
  }

  @Test func resumeOfACompleteFolderSaysSo() throws {
    let parent = TemporaryFolder()
    try finish(try prepare(parent.file("out"), .refuse))
    guard case .complete = try prepare(parent.file("out"), .resume) else {
      Issue.record("the folder is not complete")
      return
    }
    #expect(throws: FolderError.self) { _ = try prepare(parent.file("out"), .resume, seed: "1") }
  }

  @Test func fileInTheWayIsRefused() {
    let parent = TemporaryFolder()
    parent.write([], "out")
    for existing in [ExistingFolder.refuse, .replace, .resume] {
      #expect(throws: FolderError.self) { _ = try prepare(parent.file("out"), existing) }
    }
    #expect(throws: FolderError.self) { _ = try prepare(parent.file("out/in"), .refuse) }
  }

  @Test func missingFoldersAboveAreMade() throws {
    let parent = TemporaryFolder()
    try finish(try prepare(parent.file("a/b/c"), .refuse))
    #expect(try FileSystem.names(in: parent.file("a/b/c")) == ["manifest.json", "runs.csv"])
    _ = try prepare(parent.file("a/b/d/"), .resume)
    #expect(try FileSystem.names(in: parent.file("a/b")) == ["c", "d"])
  }

  /// Nobody is told to use an option that is refused next.
  @Test func aForeignFolderIsCalledSoAtOnce() {
    let folder = TemporaryFolder()
    folder.write([], "mine.txt")
    let error = #expect(throws: FolderError.self) { _ = try prepare(folder.path, .refuse) }
    #expect(error?.message.contains("--force") == false)
    #expect(error?.message.contains("choose another folder") == true)
  }
}
