import RandomStreams
import Testing

@Suite struct StableHashTests {
  /// FNV-1a of "foobar" is 0x85944171f73967e8 in the reference implementation.
  @Test func isFNVMixedWithTheOrdinal() {
    #expect(stableHash("foobar", ordinal: 0) == mix64(mix64(0x8594_4171_f739_67e8)))
    #expect(stableHash("", ordinal: 0) == mix64(mix64(0xcbf2_9ce4_8422_2325)))
  }

  @Test func tellsNamesAndOrdinalsApart() {
    var seen = Set<UInt64>()
    for name in 0..<300 {
      for ordinal in 0..<100 { seen.insert(stableHash("app\(name)", ordinal: ordinal)) }
    }
    #expect(seen.count == 30_000)
    #expect(stableHash("a1", ordinal: 0) != stableHash("a", ordinal: 1))
  }

  /// A letter spelt with a combining accent has other bytes than the composed one.
  @Test func readsBytesNotCharacters() {
    let composed = "caf\u{e9}"
    let decomposed = "cafe\u{301}"
    #expect(composed == decomposed)
    #expect(stableHash(composed, ordinal: 0) != stableHash(decomposed, ordinal: 0))
  }
}
