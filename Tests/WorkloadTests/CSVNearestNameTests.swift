import Testing

@testable import Workload

/// A misspelt name leads to the one that was meant.
@Suite struct CSVNearestNameTests {
  @Test func nearNamesAreFound() {
    let names = ["force_quit", "home", "lock", "open", "push"]
    #expect(NearestName.find("opne", in: names) == "open")
    #expect(NearestName.find("Home", in: names) == "home")
    #expect(NearestName.find("forcequit", in: names) == "force_quit")
    #expect(NearestName.find("time", in: ["size", "time_ms"]) == "time_ms")
    #expect(
      NearestName.find("footprint", in: ["foot", "footprint_mib", "footprint"]) == "footprint")
    #expect(NearestName.find("push", in: names) == "push")
  }

  @Test func farNamesAreNot() {
    #expect(NearestName.find("ab", in: ["xy"]) == nil)
    #expect(NearestName.find("", in: ["a"]) == nil)
    #expect(NearestName.find("a", in: [""]) == nil)
    #expect(NearestName.find("calendar", in: ["chat", "mail"]) == nil)
    #expect(NearestName.find(String(repeating: "x", count: 100_000), in: ["x"]) == nil)
    #expect(NearestName.advice("hoem", in: ["home"]) == "did you mean 'home'?")
  }
}
