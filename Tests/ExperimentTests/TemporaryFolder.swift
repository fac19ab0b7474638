import Foundation

/// A folder of its own for one test, removed at its end.
final class TemporaryFolder {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "jetsim-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  func file(_ name: String) -> String { path + "/" + name }

  /// The names in it.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The bytes of a file in it.
  func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: file(name)).map(Array.init) ?? []
  }

  /// Writes a file in it.
  func write(_ bytes: [UInt8], _ name: String) {
    _ = FileManager.default.createFile(atPath: file(name), contents: Data(bytes))
  }
}
