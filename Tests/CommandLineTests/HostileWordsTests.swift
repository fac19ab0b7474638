import Foundation
import Testing

/// Words of the command line that steer terminals, name nothing or name no folder.
@Suite struct HostileWordsTests {
  private static let scenario =
    "version: 1\nduration: 2 h\napps: [{name: a, footprint: 1 MiB}]\npolicies: [lru]\n"

  @Test func controlCharactersAreSpelled() throws {
    let program = try Program()
    defer { program.cleanUp() }
    try program.write(Self.scenario, "s.yaml")
    for line in [
      "x\u{1b}[31m", "check no\nfile\u{1b}[2J", "run s.yaml -o x\u{7}/y\u{1b} --set a\u{1b}b=1",
      "check s.yaml --set \u{9b}31m=1", "check s.yaml --\u{1b}[31m", "compare a\u{1b}b\nc",
      "replay out\u{1b} --run a", "import csv \u{1b}x --map time=t,app=a",
    ] {
      let result = try program.run(line)
      #expect(result.status != 0)
      let lines = result.messages.split(separator: "\n")
      #expect(lines.count <= 2, "\(result.messages)")
      #expect(!result.messages.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{9b}" })
    }
  }

  @Test func foldersAreNamedSensibly() throws {
    let program = try Program()
    defer { program.cleanUp() }
    try program.write(Self.scenario, "s.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: "\(program.folder)/link", withDestinationPath: "nowhere")
    for (name, expected) in [("-", "a folder is needed"), ("new/..", "'..'"), ("link", "a link")] {
      let result = try program.run("run s.yaml --output=\(name) --progress none")
      #expect(result.status == 64, "\(name)")
      #expect(result.messages.contains(expected), "\(result.messages)")
    }
    #expect(program.names(".").filter { !$0.hasSuffix("yaml") } == ["link"])
    for name in ["one/.", "two/./", "three/.//", "four/"] {
      let result = try program.run("run s.yaml -o \(name) --progress none")
      #expect(result.status == 0, "\(name): \(result.messages)")
      #expect(program.names(String(name.prefix { $0 != "/" })).contains("runs.csv"))
    }
  }

  @Test func seedsAndChoicesAreRead() throws {
    let program = try Program()
    defer { program.cleanUp() }
    try program.write(Self.scenario, "s.yaml")
    for seed in ["1e3", "1e19", "18446744073709551615", "1000.0"] {
      #expect(try program.run("check s.yaml --seed \(seed)").status == 0, "\(seed)")
      #expect(try program.run("check s.yaml --set seed=\(seed)").status == 0, "\(seed)")
    }
    for seed in ["1.5", "2e19", "-1", "x"] {
      #expect(try program.run("check s.yaml --seed=\(seed)").status == 64, "\(seed)")
      #expect(try program.run("check s.yaml --set seed=\(seed)").status == 65, "\(seed)")
    }
    for (option, hint) in [
      ("--adjust hol", "'holm'"), ("--format jso", "'json'"), ("--progress plane", "'plain'"),
    ] {
      let result = try program.run("compare s.yaml \(option)")
      #expect(result.status == 64)
      #expect(result.messages.contains("did you mean \(hint)"), "\(result.messages)")
    }
  }

  @Test func controlBackslashEndsARunAsSIGTERMDoes() throws {
    let program = try Program()
    defer { program.cleanUp() }
    try program.write(
      Self.scenario.replacing("2 h", with: "300 d") + "replications: 1000\n", "s.yaml")
    let result = try program.run("run s.yaml -o out --progress none -j 1", signal: SIGQUIT)
    #expect(result.status == 75, "\(result.messages)")
    #expect(result.messages.contains("--resume"))
    #expect(!result.messages.contains("Thread"))
  }
}
