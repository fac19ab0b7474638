import Foundation
import Testing

/// The built program, called as a user does.
struct Program {
  /// How a call ended.
  struct Result {
    let status: Int32
    let output: String
    let messages: String
  }

  /// The binary beside the test bundle.
  private static let path: String? = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<4 {
      let candidate = folder.appendingPathComponent("jetsim").path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
      folder = folder.deletingLastPathComponent()
    }
    return nil
  }()

  /// A folder that every call works in.
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "jetsim-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Removes the folder.
  func cleanUp() { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a file into the folder.
  func write(_ text: String, _ name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  /// The text of a file in the folder; empty when it is not there.
  func read(_ name: String) -> String {
    (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
  }

  /// The names in a folder within the folder.
  func names(_ name: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) ?? []).sorted()
  }

  /// Calls the program with the words of a line; `input` is its standard input and `output` a file
  /// that replaces its standard output; `signal` is sent once its journal is there.
  func run(
    _ line: String, input: String = "", output: String? = nil, signal: Int32? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.path, "no binary is built"))
    process.arguments = line.split(separator: " ").map(String.init)
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C"]
    // Files, not pipes: a full pipe would stop the program while the test waits for it.
    let id = UUID().uuidString
    try write(input, "\(id).in")
    for name in ["out", "err"] { try write("", "\(id).\(name)") }
    let outputPath = output ?? "\(folder)/\(id).out"
    process.standardInput = FileHandle(forReadingAtPath: "\(folder)/\(id).in")
    process.standardOutput = FileHandle(forWritingAtPath: outputPath)
    process.standardError = FileHandle(forWritingAtPath: "\(folder)/\(id).err")
    try process.run()
    if let signal {
      while process.isRunning, names("out").isEmpty { usleep(10_000) }
      usleep(200_000)
      kill(process.processIdentifier, signal)
    }
    process.waitUntilExit()
    defer {
      for name in ["in", "out", "err"] {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(id).\(name)")
      }
    }
    return Result(
      status: process.terminationStatus, output: output == nil ? read("\(id).out") : "",
      messages: read("\(id).err"))
  }
}
