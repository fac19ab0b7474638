import Testing

@testable import Scenario

@Suite struct ValueTextTests {
  @Test func equalAmountsAreEqual() {
    let equal = [
      ("4 GiB", "4096 MiB"), ("4GiB", "4 GiB"), ("90 s", "1.5 min"), ("5 %", "0.05"),
      ("3", "3.0"), ("200 MiB/s", "204800 KiB/s"), ("lru", "lru"),
      ("{lognormal: {mu: 1}}", "{lognormal:{mu:1}}"),
    ]
    for (first, second) in equal {
      #expect(ValueText.areEqual(first, second) && ValueText.areEqual(second, first), "\(first)")
    }
    for (first, second) in [
      ("4 GiB", "4 GB"), ("4 GiB", "4"), ("1 s", "1 min"), ("lru", "lfu"), ("5", "5 %"),
    ] {
      #expect(!ValueText.areEqual(first, second), "\(first) \(second)")
    }
  }
}
