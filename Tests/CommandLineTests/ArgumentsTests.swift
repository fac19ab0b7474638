import Testing

@testable import jetsim

@Suite struct ArgumentsTests {
  private let command = Command(
    name: "try", summary: "Try.", synopsis: "FILE", description: "Tries.", example: "jetsim try x",
    operands: ["a FILE"],
    options: [
      OptionDescription("output", letter: "o", value: "DIR", "where"),
      OptionDescription("jobs", letter: "j", value: "N", "threads"),
      OptionDescription("set", value: "K=V", isRepeatable: true, "fields"),
      OptionDescription("force", "replace"),
    ], statuses: [.success], run: { _ throws(Failure) in .success })

  private func parse(_ words: String...) throws(Failure) -> Arguments {
    try Arguments(words, for: command)
  }

  @Test func optionsStandAnywhereAndHaveSeveralSpellings() throws {
    let spellings = [
      try parse("x.yaml", "-o", "out", "-j", "4", "--force"),
      try parse("-oout", "x.yaml", "--force", "-j4"),
      try parse("--output=out", "--jobs", "4", "--force", "x.yaml"),
      try parse("--force", "-o=out", "--jobs=4", "--", "x.yaml"),
    ]
    for arguments in spellings {
      #expect(arguments.operands == ["x.yaml"])
      #expect(arguments.value("output") == "out")
      #expect(arguments.value("jobs") == "4")
      #expect(arguments.has("force"))
    }
  }

  @Test func valuesMayHoldEqualSignsAndBeEmpty() throws {
    let arguments = try parse("--set", "a=b=c", "--set=", "--set", "d=e", "x")
    #expect(arguments.values("set") == ["a=b=c", "", "d=e"])
  }

  @Test func dashIsAnOperandAndAValue() throws {
    let arguments = try parse("-", "-o", "-")
    #expect(arguments.operands == ["-"])
    #expect(arguments.value("output") == "-")
  }

  @Test func twoDashesEndTheOptions() throws {
    #expect(try parse("--", "--force", "-x").operands == ["--force", "-x"])
  }

  @Test func mistakesAreNamed() {
    let cases: [(words: [String], expected: String)] = [
      (["--outptu", "x"], "did you mean --output?"), (["-q"], "no option -q"),
      (["--completely-else"], "no option --completely-else"), (["-o"], "DIR"),
      (["-o", "--force"], "--output=--force"), (["--force=1"], "takes no value"),
      (["-j1", "-j2"], "twice"), (["-é"], "no option -é"),
    ]
    for (words, expected) in cases {
      let failure = #expect(throws: Failure.self) { _ = try Arguments(words, for: command) }
      #expect(failure?.status == .usage, "\(words)")
      #expect(failure?.message.contains(expected) == true, "\(words): \(failure?.message ?? "")")
    }
  }

  @Test func operandsAreCounted() throws {
    #expect(throws: Failure.usage("try needs a FILE")) {
      try parse().checkOperands(for: command)
    }
    #expect(throws: Failure.usage("try has no use for 'y'")) {
      try parse("x", "y").checkOperands(for: command)
    }
    try parse("x").checkOperands(for: command)
  }

  @Test func wordsAreQuotedForAShell() {
    #expect(shellQuoted("phone.yaml") == "phone.yaml")
    #expect(shellQuoted("--set=device.ram=4 GiB") == "'--set=device.ram=4 GiB'")
    #expect(shellQuoted("it's") == "'it'\\''s'")
    #expect(shellQuoted("") == "''")
  }
}
