import Glibc
import Testing

@testable import Experiment

@Suite struct AtomicFileTests {
  @Test func fileAppearsOnlyWhenCommitted() throws {
    let folder = TemporaryFolder()
    do {
      var file = try AtomicFile(path: folder.file("a.csv"))
      try file.append("one\n")
      #expect(!folder.names.contains("a.csv"))
      try file.append("two\n")
      try file.commit()
    }
    #expect(folder.names == ["a.csv"])
    #expect(folder.bytes("a.csv") == Array("one\ntwo\n".utf8))
  }

  @Test func withoutCommitTheOldFileStays() throws {
    let folder = TemporaryFolder()
    try AtomicFile.write("old", to: folder.file("a"))
    do {
      var file = try AtomicFile(path: folder.file("a"))
      try file.append(String(repeating: "new", count: 100_000))
    }
    #expect(folder.names == ["a"])
    #expect(folder.bytes("a") == Array("old".utf8))
  }

  @Test func linkIsFollowedNotReplaced() throws {
    let folder = TemporaryFolder()
    try AtomicFile.write("old", to: folder.file("target"))
    symlink("target", folder.file("link"))
    try AtomicFile.write("new", to: folder.file("link"))
    #expect(folder.bytes("target") == Array("new".utf8))
    #expect(folder.names == ["link", "target"])
  }

  @Test func deviceIsWrittenToNotReplaced() throws {
    try AtomicFile.write("lost", to: "/dev/null")
    #expect(try FileSystem.kind(of: "/dev/null") == .other)
    let error = #expect(throws: FileError.self) { try AtomicFile.write("x", to: "/dev/full") }
    #expect(error?.code == ENOSPC)
    #expect(error?.message == "/dev/full: cannot write: No space left on device")
    #expect(try FileSystem.kind(of: "/dev/full") == .other)
  }

  @Test func folderAndMissingParentAreErrors() {
    let folder = TemporaryFolder()
    #expect(throws: FileError(path: folder.path, operation: "write", code: EISDIR)) {
      try AtomicFile.write("x", to: folder.path)
    }
    let path = folder.file("no/such/file")
    #expect(throws: FileError(path: path, operation: "open", code: ENOENT)) {
      try AtomicFile.write("x", to: path)
    }
  }

  @Test func parentAndNameOfPaths() {
    let cases = [
      ("a", ".", "a"), ("a/b", "a", "b"), ("/a", "/", "a"), ("a/b/", "a", "b"), ("/", "/", "/"),
    ]
    for (path, parent, name) in cases {
      #expect(FileSystem.parent(of: path) == parent, "\(path)")
      #expect(FileSystem.name(of: path) == name, "\(path)")
    }
  }
}
