import Testing

/// The readers behind the rules find what they must find.
@Suite struct RulesTests {
  @Test func codeLosesLiteralsAndComments() {
    let file = Repository.TextFile(
      path: "x.swift",
      lines: [
        "let a = \"try! // inside\" + b // try!", "  \"\"\"", "  try!", "  \"\"\"", "try! c()",
      ])
    #expect(file.code == ["let a = \"\" + b ", "", "", "", "try! c()"])
  }

  @Test func functionLengthCountsFromItsNameToItsBrace() {
    let code = [
      "struct S {", "  func f(", "    a: Int", "  ) {", "    if a > 0 { g() }", "  }", "}",
    ]
    let spans = FunctionSpan.all(in: code)
    #expect(spans.map(\.firstLine) == [2])
    #expect(spans.map(\.length) == [5])
  }

  @Test func requirementsOfAProtocolHaveNoBody() {
    let code = ["protocol P {", "  func f()", "", "  func g()", "}", "struct S {", "}"]
    #expect(FunctionSpan.all(in: code).isEmpty)
  }

  @Test func nestedFunctionsCountBoth() {
    let code = ["func f() {", "  func g() {", "  }", "}", "func h() { g() }"]
    #expect(FunctionSpan.all(in: code).map(\.length).sorted() == [1, 2, 4])
  }
}
