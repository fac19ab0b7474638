import Testing

@testable import TraceImport
@testable import Workload

/// What was used between two lists is what explains the second from the first.
@Suite struct TaskVisitRuleTests {
  private func list(_ time: Ticks, _ apps: String) -> TaskSnapshot {
    var list = TaskSnapshot(time: time)
    for app in apps { list.add(String(app)) }
    return list
  }

  private func used(_ earlier: String, _ later: String) -> String {
    TaskVisitRule.order.usedApps(from: list(0, earlier), to: list(1, later)).joined()
  }

  @Test func movedAppsWereUsed() {
    #expect(used("abc", "abc") == "")
    #expect(used("abc", "bac") == "b")
    #expect(used("abc", "cab") == "c")
    #expect(used("abc", "acb") == "ca")
    #expect(used("abc", "xabc") == "x")
    #expect(used("abc", "axbc") == "xa")
    #expect(used("abc", "zyx") == "xyz")
  }

  @Test func removedAppsAreNotUsed() {
    #expect(used("abc", "ac") == "")
    #expect(used("abc", "bc") == "b")
    #expect(used("abcd", "cd") == "c")
    #expect(used("abcd", "ca") == "c")
  }

  @Test func onlyTheMostRecentTaskOfAnAppCounts() {
    let once = list(5, "abab")
    #expect(once.apps == ["a", "b"] && once.entries == 4)
    #expect(once.without(["b"]).apps == ["a"])
    #expect(once.without(["x"]) == once)
  }

  @Test func timesAreSpreadEvenlyUpToTheList() {
    let visits = TaskVisitRule.order.visits([list(10, "ab"), list(16, ""), list(19, "xyab")])
    #expect(visits.map(\.app) == ["a", "y", "x"])
    #expect(visits.map(\.time) == [10, 14, 19])
  }

  /// Using the apps found, in order, turns the first list into the second; no shorter tail would
  /// do.
  @Test func theUseFoundExplainsTheList() {
    let alphabet = Array("abcdefgh")
    for seed in 0..<2000 {
      var random = RandomNumbers(UInt64(seed))
      var apps = Array("abcde")
      let before = String(apps)
      var really: [Character] = []
      for _ in 0..<random.below(6) {
        let app = alphabet[random.below(alphabet.count)]
        Self.use(app, &apps)
        really.append(app)
      }
      let found = used(before, String(apps))
      var replayed = Array(before)
      for app in found { Self.use(app, &replayed) }
      #expect(replayed == apps, "seed \(seed)")
      #expect(found.allSatisfy { really.contains($0) }, "seed \(seed)")
      let first = TaskVisitRule.firstRank.usedApps(from: list(0, before), to: list(1, String(apps)))
      #expect(first == (before.first == apps.first ? [] : [String(apps[0])]), "seed \(seed)")
    }
  }

  private static func use(_ app: Character, _ apps: inout [Character]) {
    apps.removeAll { $0 == app }
    apps.insert(app, at: 0)
  }
}

/// A linear congruential generator (Knuth's MMIX constants), the same numbers everywhere.
private struct RandomNumbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
