import Foundation
import Testing

/// What the documents must hold to.
@Suite struct DocumentTidyTests {
  private let files = Repository.current.textFiles()

  @Test func documentsHaveOneTitle() {
    for file in files where file.path.hasSuffix(".md") {
      let titles = Self.prose(file.lines).filter { $0.text.hasPrefix("# ") }
      #expect(titles.count == 1, "\(file.path) has \(titles.count) titles")
    }
  }

  @Test func relativeLinksResolve() {
    for file in files where file.path.hasSuffix(".md") {
      let folder = Repository.current.root.appendingPathComponent(file.path)
        .deletingLastPathComponent()
      for line in Self.prose(file.lines) {
        for match in line.text.matches(of: /\]\(([^)#\s]+)(#[^)]*)?\)/) {
          let target = String(match.1)
          if target.contains("://") || target.hasPrefix("mailto:") { continue }
          let path = folder.appendingPathComponent(target).path
          #expect(
            FileManager.default.fileExists(atPath: path),
            "\(file.path):\(line.number) links to \(target)")
        }
      }
    }
  }

  /// Nobody else has the folders of the machine on which a line was written.
  @Test func noPathOfOneMachine() {
    let places = ["/wo" + "rk/", "/fa" + "rm/", "/.libr" + "ary", "/ro" + "ot/", "/ho" + "me/"]
    for file in files {
      for (number, line) in file.lines.enumerated() {
        for place in places where line.contains(place) {
          Issue.record("\(file.path):\(number + 1) names a path of one machine: \(place)")
        }
      }
    }
  }

  @Test func textFilesEndWithOneLineEnd() {
    for file in files where !file.lines.isEmpty {
      let isTidy = file.lines.last == "" && file.lines.dropLast().last != ""
      #expect(isTidy || file.lines == [""], "\(file.path) does not end with one line end")
    }
  }

  /// The lines outside fenced code, with their numbers.
  private static func prose(_ lines: [String]) -> [(number: Int, text: String)] {
    var inFence = false
    var kept: [(number: Int, text: String)] = []
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        inFence.toggle()
      } else if !inFence {
        kept.append((index + 1, line))
      }
    }
    return kept
  }
}
