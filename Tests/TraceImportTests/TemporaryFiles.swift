import Foundation

@testable import TraceImport
@testable import Workload

/// Files for one test, removed when it ends.
final class TemporaryFiles {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trace-import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file and returns its path.
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = folder.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Writes a file and returns its path.
  func write(_ text: String, as name: String = "in.csv") throws -> String {
    try write(Array(text.utf8), as: name)
  }

  /// Imports a file with this text and shows the trace, or the error without the folder.
  func imported(
    _ format: String, _ text: String, _ options: [(name: String, value: String)] = []
  ) throws -> String {
    let path = try write(text)
    do {
      return TemporaryFiles.shown(
        try ImportRequest(format: format, paths: [path], options: options).run())
    } catch {
      return without(folder: "\(error)")
    }
  }

  /// A message with the folder of this test left out.
  func without(folder message: String) -> String {
    message.replacing(folder.path + "/", with: "")
  }

  /// The rows of a trace in short: `0 chat 180; 5 mail`.
  static func shown(_ result: ImportResult) -> String {
    result.trace.rows.map { row in
      var parts = [NativeTrace.seconds(row.time), row.app.isEmpty ? "-" : row.app]
      if let visit = row.visit { parts.append("for \(NativeTrace.seconds(visit))") }
      if let size = row.footprintKiB { parts.append(NativeTrace.mebibytes(size)) }
      if row.action != .open { parts.append(row.action.name) }
      return parts.joined(separator: " ")
    }.joined(separator: "; ")
  }
}
