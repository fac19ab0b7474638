import Testing

@testable import Scenario

/// The YAML layer: trees, positions and everything that is refused.
@Suite struct YAMLTests {
  private func tree(_ text: String) throws -> YAMLNode {
    try YAMLNode.parse(Array(text.utf8), file: "f")
  }

  private func failure(_ bytes: [UInt8]) -> String {
    do {
      _ = try YAMLNode.parse(bytes, file: "f")
      Issue.record("parsed \(String(decoding: bytes.prefix(80), as: UTF8.self))")
      return ""
    } catch {
      return "\(error)"
    }
  }

  private func failure(_ text: String) -> String { failure(Array(text.utf8)) }

  @Test func everyNodeKnowsItsPlace() throws {
    let root = try tree("a: 1\nlist:\n  - x\n  - {b: \"two\"}\n")
    #expect(root.position == SourcePosition(file: "f", line: 1, column: 1))
    guard case .sequence(let items)? = root.value("list")?.content else {
      Issue.record("no list")
      return
    }
    #expect(items[0].position == SourcePosition(file: "f", line: 3, column: 5))
    #expect(items[1].position == SourcePosition(file: "f", line: 4, column: 5))
    let b = try #require(items[1].value("b"))
    #expect(b.position == SourcePosition(file: "f", line: 4, column: 9))
    guard case .scalar("two", .quoted) = b.content else {
      Issue.record("not a quoted two")
      return
    }
  }

  @Test func columnsCountCharactersNotBytes() throws {
    let root = try tree("{ä: é, b: x}")
    #expect(root.value("b")?.position.column == 11)
    #expect(failure("ä: é\nö: \u{1}") == "f:2:4: error: found the control character 0x01")
  }

  @Test func scalarsStayText() throws {
    let root = try tree("{no: yes, on: 012, nan: .inf, null: 1e3, 12306: ~}")
    guard case .mapping(let pairs) = root.content else {
      Issue.record("no mapping")
      return
    }
    #expect(pairs.map(\.key) == ["no", "on", "nan", "null", "12306"])
    let texts = pairs.map { pair in
      if case .scalar(let text, _) = pair.value.content { text } else { "?" }
    }
    #expect(texts == ["yes", "012", ".inf", "1e3", "~"])
  }

  @Test func byteOrderMarks() throws {
    let plain = try tree("ram: 4 GiB\nend: 10\n")
    let marked = try YAMLNode.parse([0xef, 0xbb, 0xbf] + Array("ram: 4 GiB".utf8), file: "f")
    #expect(marked.value("ram")?.position == plain.value("ram")?.position)
    let message = "found a byte-order mark in mid-text: it may stand at the very start only"
    #expect(failure("---\n\u{feff}ram: 4 GiB\n") == "f:2:1: error: \(message)")
    #expect(failure("a: x\u{feff}y\n") == "f:1:5: error: \(message)")
  }

  @Test func otherEncodings() {
    let utf16: [UInt8] = [0xff, 0xfe, 0x61, 0, 0x3a, 0, 0x20, 0, 0x31, 0]
    let message = "found UTF-16 or UTF-32, expected UTF-8: save the file as UTF-8"
    #expect(failure(utf16) == "f:1:1: error: \(message)")
    #expect(failure([0xfe, 0xff, 0, 0x61]) == "f:1:1: error: \(message)")
    #expect(
      failure(Array("a: ".utf8) + [0xe4, 0x0a])
        == "f:1:4: error: found the byte 0xe4, which is not valid UTF-8")
    // Overlong, a surrogate, a truncated character, a lone continuation, above U+10FFFF.
    for bytes: [UInt8] in [
      [0xc0, 0xaf], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0x80],
      [0xf4, 0x90, 0x80, 0x80], [0xff],
    ] {
      #expect(failure(Array("k: ".utf8) + bytes).contains("f:1:4: error: found the byte 0x"))
    }
    #expect(
      failure([0x61, 0x3a, 0x20, 0])
        == "f:1:4: error: found a NUL character: the file is binary or not UTF-8")
  }

  @Test func lineEndsAreAlike() throws {
    let unix = try tree("a: 1\nb:\n  - name: chat\n    note: \"a\n      b\"\nc: 3\n")
    let dos = try tree("a: 1\r\nb:\r\n  - name: chat\r\n    note: \"a\r\n      b\"\r\nc: 3\r\n")
    #expect(ResolvedValue(unix) == ResolvedValue(dos))
    #expect(unix.value("c")?.position == dos.value("c")?.position)
    #expect(failure("a: 1\r\nb: \u{2}\r\n") == "f:2:4: error: found the control character 0x02")
  }

  @Test func tabsAreNamed() throws {
    let message = "found a tab in the indentation, expected spaces"
    #expect(failure("apps:\n\t- name: chat\n") == "f:2:1: error: \(message)")
    #expect(failure("\ta: 1\n") == "f:1:1: error: \(message)")
    #expect(failure("a:\n  b: 1\n\t# comment\n  c: 2\n") == "f:3:1: error: \(message)")
    #expect(failure("a: 1\r\nb:\r\n\tc: 2\r\n") == "f:3:1: error: \(message)")
    // A tab between a key and its value or before a comment is fine.
    #expect(
      ResolvedValue(try tree("a:\t1\t# one\nb: 2\n")) == ResolvedValue(try tree("a: 1\nb: 2")))
  }

  @Test func nothingToRead() {
    #expect(failure("") == "f:1:1: error: the file is empty")
    #expect(failure("\n  \n") == "f:1:1: error: the file is empty")
    #expect(
      failure("# nothing\n\n# here\n")
        == "f:1:1: error: found nothing but comments, expected a mapping")
    #expect(failure([0xef, 0xbb, 0xbf]) == "f:1:1: error: the file is empty")
  }

  @Test func oneDocumentOnly() throws {
    #expect(
      failure("a: 1\n---\nb: 2\n")
        == "f:2:1: error: found a second document, expected one scenario a file")
    #expect(try tree("---\na: 1\n...\n").value("a") != nil)
  }

  @Test func duplicateKeysNameBothLines() {
    #expect(
      failure("ram: 4 GiB\napps: []\nram: 2 GiB\n")
        == "f:3:1: error: the key 'ram' appears twice: first in line 1")
    #expect(
      failure("apps:\n  - name: chat\n    mem: 1\n    mem: 9\n")
        == "f:4:5: error: the key 'mem' appears twice: first in line 3")
    #expect(
      failure("{a: 1, \"a\": 2}") == "f:1:8: error: the key 'a' appears twice: first in line 1")
  }

  @Test func mergeKeys() throws {
    let root = try tree(
      """
      base: &b {mem: 100, priority: 1}
      other: &o {mem: 7, extra: 2}
      before: {mem: 200, <<: *b}
      after: {<<: *b, mem: 200, name: chat}
      both: {<<: [*b, *o]}
      text: {"<<": 1}
      """)
    func flow(_ key: String) -> String? { root.value(key).map { ResolvedValue($0).flow } }
    #expect(flow("before") == "{mem: 200, priority: 1}")
    #expect(flow("after") == "{priority: 1, mem: 200, name: chat}")
    #expect(flow("both") == "{mem: 100, priority: 1, extra: 2}")
    #expect(flow("text") == "{\"<<\": 1}")
    #expect(
      failure("a: &a {x: 1}\nb: {<<: *a, <<: *a}\n")
        == "f:2:13: error: the key '<<' appears twice: first in line 2")
    #expect(
      failure("a: {<<: 3}\n")
        == "f:1:9: error: found '3' after '<<', expected a mapping to merge")
  }

  @Test func aliases() throws {
    let root = try tree("a: &x [1, 2]\nb: *x\n")
    #expect(ResolvedValue(try #require(root.value("b"))).flow == "[1, 2]")
    #expect(
      failure("size: &size 1\nb: *siez\n")
        == "f:2:4: error: no anchor '&siez' stands before the alias (did you mean '*size'?)")
    #expect(
      failure("a: &x [1, *x]\n") == "f:1:11: error: the alias '*x' stands inside its own anchor")
  }

  @Test func aliasBombsAreBounded() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let aliases = [String](repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(failure(text).contains("more than 100000 nodes once the aliases are expanded"))
  }

  @Test func depthIsBounded() throws {
    let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    _ = try tree(deep)
    #expect(failure("[" + deep + "]") == "f:1:65: error: nested deeper than 64 levels")
    // libyaml alone takes more than a minute for this.
    #expect(
      failure(String(repeating: "[", count: 200_000))
        == "f:1:65: error: nested deeper than 64 levels")
    let doubled = "a: &a " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    let nested = String(repeating: "[", count: 40) + "*a" + String(repeating: "]", count: 40)
    #expect(failure(doubled + "\nb: " + nested).contains("nested deeper than 64 levels"))
  }

  @Test func syntaxErrors() {
    #expect(
      failure("a: b: c\n")
        == "f:1:5: error: not valid YAML: mapping values are not allowed in this context")
    #expect(
      failure("a: [1, 2\nb: 3\n")
        == "f:2:2: error: not valid YAML: did not find expected ',' or ']' while parsing a flow "
        + "sequence that begins in line 1")
    #expect(failure("a: \"x\n").hasPrefix("f:2:1: error: not valid YAML: found unexpected end"))
    #expect(failure("a: @x\n").hasPrefix("f:1:4: error: not valid YAML: found character that"))
    #expect(
      failure("a: !!str 5\n")
        == "f:1:4: error: found the tag 'tag:yaml.org,2002:str': the field decides what a value "
        + "is, remove it")
    #expect(
      failure("? [a]\n: 1\n") == "f:1:3: error: found a list as a key, expected a text")
  }

  @Test func garbageNeverCrashes() {
    var state: UInt64 = 1
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<40 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let printable = Array("ab:{}[],&*!|>'\"%@`#- \n\t?<0".utf8)
        let index = Int(state >> 33)
        bytes.append(
          index % 50 == 0 ? UInt8(index >> 8 & 0xff) : printable[index % printable.count])
      }
      _ = try? YAMLNode.parse(bytes, file: "f")
    }
  }
}
