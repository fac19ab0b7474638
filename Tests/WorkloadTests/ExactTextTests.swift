import Testing
import Workload

/// Texts are compared by their bytes, whatever Unicode calls equivalent.
@Suite struct ExactTextTests {
  private static let composed = "\u{e9}"
  private static let decomposed = "e\u{301}"

  @Test func equivalentTextsDiffer() {
    #expect(Self.composed == Self.decomposed)
    #expect(!Self.composed.isExactly(Self.decomposed))
    #expect(!"\u{212a}iB".isExactly("KiB"))
    #expect("KiB".isExactly("KiB"))
    #expect(!"a".isExactly("ab"))
    #expect("".isExactly(""))
  }

  @Test func keysAreDistinctAndOrderedByBytes() {
    let names = [Self.composed, Self.decomposed, "z"].map(ExactText.init)
    #expect(Set(names).count == 3)
    #expect(names.sorted().map { Array($0.text.utf8)[0] } == [0x65, 0x7a, 0xc3])
  }

  @Test func listsKeepEachOnce() {
    let names = [Self.composed, "a", Self.decomposed, "a"]
    #expect(names.distinct.count == 3)
    #expect(names.firstIndex(ofExactly: Self.decomposed) == 2)
    #expect(names.containsExactly("a"))
    #expect(!["K"].containsExactly("\u{212a}"))
  }

  @Test func theCatalogIsSortedByBytes() {
    let classes = [Self.composed, "z", Self.decomposed].map { AppClass(name: $0) }
    let sorted = AppCatalog(classes: classes).classes.map { Array($0.name.utf8)[0] }
    #expect(sorted == [0x65, 0x7a, 0xc3])
  }

  @Test func namesKeepToOneRule() {
    #expect(NameRule.problem(of: "a b") == nil)
    #expect(NameRule.problem(of: String(repeating: "a", count: 256)) == nil)
    for text in ["", " a", "a\u{a0}", "a\u{85}b", "a\u{1b}", String(repeating: "a", count: 257)] {
      #expect(NameRule.problem(of: text) != nil, "\(text.debugDescription)")
    }
  }
}
