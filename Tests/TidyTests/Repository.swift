import Foundation

/// The working tree this test file belongs to.
struct Repository {
  /// One text file of the tree.
  struct TextFile {
    /// The path from the top of the tree.
    let path: String
    /// The lines, without line ends.
    let lines: [String]
  }

  /// The top of the tree.
  let root: URL

  /// The tree of this very file.
  static let current = Repository(
    root: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent())

  /// All text files that belong to the project, sorted by path.
  func textFiles() -> [TextFile] {
    let folders = ["Sources", "Tests", "Benchmarks", "Docs", "scenarios", ".ci"]
    let top = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    var paths = top.filter { name in
      var isFolder: ObjCBool = false
      let path = root.appendingPathComponent(name).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    for folder in folders {
      let base = root.appendingPathComponent(folder)
      guard let walk = FileManager.default.enumerator(atPath: base.path) else { continue }
      for case let name as String in walk { paths.append("\(folder)/\(name)") }
    }
    return paths.sorted().compactMap(textFile)
  }

  /// The Swift files below the given folders.
  func swiftFiles(in folders: [String]) -> [TextFile] {
    textFiles().filter { file in
      file.path.hasSuffix(".swift") && folders.contains { file.path.hasPrefix($0 + "/") }
    }
  }

  private func textFile(_ path: String) -> TextFile? {
    guard let data = FileManager.default.contents(atPath: root.appendingPathComponent(path).path),
      let text = String(data: data, encoding: .utf8)
    else { return nil }
    return TextFile(path: path, lines: text.components(separatedBy: "\n"))
  }
}

extension Repository.TextFile {
  /// The lines with string literals, and comments, blanked: what the compiler acts on.
  ///
  /// Good enough for formatted Swift: a multi-line string literal opens and closes on lines of its
  /// own, and block comments do not nest.
  var code: [String] {
    var result: [String] = []
    var inText = false
    for line in lines {
      if line.contains("\"\"\"") {
        inText.toggle()
        result.append("")
      } else {
        result.append(inText ? "" : Self.withoutLiterals(line))
      }
    }
    return result
  }

  private static func withoutLiterals(_ line: String) -> String {
    var kept = ""
    var inString = false
    var previous: Character = " "
    for character in line {
      if character == "\"", previous != "\\" {
        inString.toggle()
        kept.append(character)
      } else if !inString {
        if character == "/", previous == "/" {
          kept.removeLast()
          break
        }
        kept.append(character)
      }
      previous = previous == "\\" && character == "\\" ? " " : character
    }
    return kept
  }
}
