import Testing

/// Texts of the user are compared by their bytes: Swift's own comparison takes equivalent Unicode
/// texts for one.
@Suite struct TextTidyTests {
  private let rooms = ["Scenario", "Workload", "TraceImport", "Experiment", "jetsim"]

  /// What compares or hashes a text as Unicode does.
  private func violation(in line: String) -> String? {
    if line.contains("KeyValuePairs") { return nil }
    if line.contains("[String: ") || line.contains("Set<String>") {
      return "keys are ExactText"
    }
    let compared = #/\.(name|label|key|symbol|traceName) (==|!=) /#
    let other = #/(==|!=) ([A-Za-z$0-9]+\.)*(name|label|key|symbol|traceName)\b/#
    if line.firstMatch(of: compared) != nil || line.firstMatch(of: other) != nil {
      return "compare with isExactly"
    }
    let text = #/(contains\(|firstIndex\(of: )([a-z]\w*\.)*(name|label|key|word|text|user)\)/#
    if line.firstMatch(of: text) != nil {
      return "look it up with containsExactly or firstIndex(ofExactly:)"
    }
    return nil
  }

  @Test func textsOfTheUserAreComparedByTheirBytes() {
    var read = 0
    for room in rooms {
      for file in Repository.current.swiftFiles(in: ["Sources/\(room)"])
      where !file.path.hasSuffix("ExactText.swift") {
        read += 1
        for (number, line) in file.code.enumerated() {
          if let violation = violation(in: line) {
            Issue.record("\(file.path):\(number + 1): \(violation)")
          }
        }
      }
    }
    #expect(read > 100)
  }

  @Test func theRuleFindsWhatItMust() {
    for line in [
      "if a.name == other {", "where x != entry.label", "names.contains(name)",
      "list.firstIndex(of: app.name)", "users.contains(user)", "var a: [String: Int] = [:]",
      "Set<String>()",
    ] { #expect(violation(in: line) != nil, "\(line)") }
    for line in ["if name.isExactly(other) {", "range.contains(value)", "count == names.count"] {
      #expect(violation(in: line) == nil, "\(line)")
    }
  }
}
