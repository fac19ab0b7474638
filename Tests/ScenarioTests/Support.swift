import Device
import Foundation
import Testing

@testable import Scenario

/// Policies as the registry describes them, so that these tests do not depend on which ones exist.
let somePolicies: [PolicyDescription] = [
  .init(name: "jetsam", summary: "lowest band first", source: "test"),
  .init(name: "lru", summary: "longest unused first", source: "test"),
  .init(name: "random", summary: "any", source: "test"),
  .init(
    name: "gdsf", summary: "least value first", source: "test",
    parameters: [
      .init("cost", .word(["1", "launch"], orNumber: true), default: .word("launch"), "cost"),
      .init("ageing", .flag, default: .flag(true), "whether it ages"),
    ]),
  .init(
    name: "ttl", summary: "after a time", source: "test",
    parameters: [.init("after", .seconds(1...1e6), default: .number(300), "idle time")]),
  .init(
    name: "lrfu", summary: "decayed use", source: "test",
    parameters: [.init("half_life", .number(0.1...1e6), default: .number(20), "launches")]),
  .init(name: "belady", summary: "farthest next use", source: "test", isClairvoyant: true),
]

/// The smallest scenario, to which tests add.
let smallScenario = """
  version: 1
  duration: 1 d
  apps: [{name: chat, footprint: 100 MiB}]
  policies: [lru]
  """

/// Parses a scenario from text.
func parse(_ text: String, set overrides: [String] = []) throws -> ScenarioFile {
  try ScenarioFile.parse(
    Array(text.utf8), path: "s.yaml",
    overrides: overrides.compactMap { ScenarioOverride(argument: $0) }, policies: somePolicies)
}

/// The error of a scenario, or a failure when it parses.
func failure(
  _ text: String, set overrides: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
) -> String {
  do {
    _ = try parse(text, set: overrides)
    Issue.record("parsed: \(text)", sourceLocation: sourceLocation)
    return ""
  } catch {
    return "\(error)"
  }
}

/// The error of a small scenario with one more line, which is line 5.
func failure(adding line: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
  failure(smallScenario + "\n" + line, sourceLocation: sourceLocation)
}

/// The error of the smallest scenario whose only app has more fields: `{name: chat, …}`.
func failure(app fields: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
  failure(
    """
    version: 1
    duration: 1 d
    policies: [lru]
    apps:
      - name: chat
        \(fields)
    """, sourceLocation: sourceLocation)
}

/// A folder that is removed when the test is done with it.
func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("scenario-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  for (name, text) in files {
    try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
  }
  try body(folder)
}
