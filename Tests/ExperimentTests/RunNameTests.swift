import Testing

@testable import Experiment

@Suite struct RunNameTests {
  private let points = ["3f2a00000000", "3f2b00000000", "a00000000000"]
  private let labels = ["lru", "gdsf[cost=1]", "score[idle / size]"]

  private func find(_ text: String, points: [String]? = nil) throws -> [Int] {
    let name = try RunName(text, points: points ?? self.points, labels: labels)
    return [name.point, name.policy, name.replication]
  }

  @Test func pointsMayBeShortenedAndLabelsMayHoldSlashes() throws {
    #expect(try find("3f2a00000000/lru/0") == [0, 0, 0])
    #expect(try find("3f2b/gdsf[cost=1]/12") == [1, 1, 12])
    #expect(try find("a/score[idle / size]/3") == [2, 2, 3])
    #expect(try find("lru/4", points: ["a0"]) == [0, 0, 4])
    #expect(try find("score[idle / size]/4", points: ["a0"]) == [0, 2, 4])
    #expect(try find("a0/score[idle / size]/4", points: ["a0"]) == [0, 2, 4])
  }

  @Test func whatNamesNoRunIsRefused() {
    let cases = [
      ("lru", "write POINT/POLICY/REPLICATION"), ("lru/0", "names no point"),
      ("3f2/lru/0", "the beginning of 2 points"), ("b/lru/0", "there is no point 'b'"),
      ("a/lur/0", "did you mean 'lru'?"), ("a/lru/-1", "no replication"), ("a/lru/", "replication"),
      ("//0", "no point ''"), ("", "is no run"),
    ]
    for (text, expected) in cases {
      let refusal = #expect(throws: RunName.Refusal.self) { _ = try find(text) }
      #expect(refusal?.message.contains(expected) == true, "\(text): \(refusal?.message ?? "")")
    }
  }
}
