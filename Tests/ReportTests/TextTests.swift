import Testing

@testable import Report

@Suite struct TextTests {
  @Test func numbersHaveDecimalsAndThousands() {
    let cases: [(Double, Int, String)] = [
      (0, 0, "0"), (-0.0, 2, "0.00"), (1234567.891, 2, "1,234,567.89"), (-1234.5, 0, "-1,235"),
      (0.5, 0, "1"), (-0.04, 1, "0.0"), (999.99, 1, "1,000.0"), (0.005, 2, "0.01"),
      (1e16, 0, "1e+16"), (.infinity, 1, ""), (.nan, 1, ""),
    ]
    for (value, decimals, text) in cases {
      #expect(NumberText.fixed(value, decimals: decimals) == text)
    }
    #expect(NumberText.signed(0.04, decimals: 1) == "0.0")
    #expect(NumberText.signed(12.34, decimals: 1) == "+12.3")
    #expect(NumberText.signed(-12.34, decimals: 1) == "-12.3")
    #expect(NumberText.grouped(.max) == "18,446,744,073,709,551,615")
    #expect(NumberText.grouped(123) == "123")
  }

  @Test func errorsDecideTheDecimals() {
    #expect(NumberText.decimals(forErrors: [23]) == 0)
    #expect(NumberText.decimals(forErrors: [2.3]) == 1)
    #expect(NumberText.decimals(forErrors: [0.023]) == 3)
    #expect(NumberText.decimals(forErrors: [1e-9]) == 6)
    #expect(NumberText.decimals(forErrors: [0, 0.5, 3, 900]) == 1)
    // No error looks like 0.
    #expect(NumberText.decimals(forErrors: [0.02, 30, 900]) == 2)
    #expect(NumberText.decimals(forErrors: [0]) == nil)
  }

  @Test func exactValuesDecideTheirDecimals() {
    #expect(NumberText.decimals(forExact: [157, 12]) == 0)
    #expect(NumberText.decimals(forExact: [276.54, 1.2]) == 1)
    #expect(NumberText.decimals(forExact: [0.4766]) == 4)
    #expect(NumberText.decimals(forExact: []) == 0)
    #expect(NumberText.decimals(forDifferences: [-10, 20, 0]) == 0)
    #expect(NumberText.decimals(forDifferences: [-0.033, 0.1, 0]) == 3)
    // The rest of a subtraction of equal numbers is no difference.
    #expect(NumberText.decimals(forDifferences: [10.5, 1e-15]) == 0)
    #expect(NumberText.exact(0.052) == "0.052")
    #expect(NumberText.exact(180400) == "180400")
    #expect(NumberText.exact(-83.18) == "-83.18")
  }

  @Test func sharesProbabilitiesAndDurations() {
    #expect(NumberText.percent(0.95) == "95 %")
    #expect(NumberText.percent(0.999) == "99.9 %")
    #expect(NumberText.percent(1 - 0.95) == "5 %")
    #expect(NumberText.percent(0.5) == "50 %")
    #expect(NumberText.probability(0.00001) == "<0.0001")
    #expect(NumberText.probability(0.01234) == "0.0123")
    #expect(NumberText.probability(1) == "1")
    #expect(NumberText.duration(seconds: 3.4) == "3 s")
    #expect(NumberText.duration(seconds: 125) == "2:05")
    #expect(NumberText.duration(seconds: 3725) == "1:02:05")
    #expect(NumberText.duration(seconds: .infinity) == "?")
  }

  @Test func csvQuotesWhatItMust() {
    var csv = CSVText(header: ["a", "b"])
    csv.row(["x,y", "say \"so\""])
    csv.row(["two\nlines", " blank "])
    csv.row(["", "gdsf[cost=1]"])
    #expect(
      csv.text == """
        a,b
        "x,y","say ""so\"""
        "two
        lines"," blank "
        ,gdsf[cost=1]

        """)
  }

  @Test func csvNumbersReadBackAndNothingIsNan() {
    var csv = CSVText()
    for value in [0.1 + 0.2, -0.0, 1e300, .leastNonzeroMagnitude, 12] as [Double] {
      csv.field(value)
    }
    csv.endRow()
    for value in [nil, .nan, .infinity] as [Double?] { csv.field(value) }
    csv.endRow()
    for value in [12, 1e15, 0.5, nil] as [Double?] { csv.count(value) }
    csv.endRow()
    let expected = """
      0.30000000000000004,0.0,1e+300,5e-324,12.0
      ,,
      12,1000000000000000,0.5,

      """
    #expect(csv.text == expected)
  }

  @Test func jsonEscapesAndHasNoNan() {
    #expect(JSONText.string("a\"b\\c\n\u{1}é") == #""a\"b\\c\n\u0001é""#)
    #expect(JSONText.number(.nan) == "null")
    #expect(JSONText.number(3) == "3")
    #expect(JSONText.number(0.5) == "0.5")
    #expect(JSONText.list(["1", "2"]) == "[1, 2]")
  }

  @Test func tablesAlignAndHaveNoTrailingBlanks() {
    var table = TextTable(header: [["name", "n"]], sides: [.left, .right])
    table.row(["a", "10"])
    table.rule()
    table.row(["longer", "5"])
    #expect(table.text == "name     n\n----------\na       10\n----------\nlonger   5\n")
  }

  @Test func textIsWrappedAtWords() {
    #expect(Wrap.lines("one two three", width: 7) == "one two\nthree\n")
    #expect(Wrap.lines("unbreakable", width: 3) == "unbreakable\n")
  }

  @Test func numbersStayWithTheirUnitsAndErrors() {
    let text = "at the 5 % level, 104 ± 15 s/day, n = 20 in 3 GiB, 2.7 s), 4 runs"
    for width in 8...60 {
      let lines = Wrap.lines(text, width: width).split(separator: "\n").map(String.init)
      #expect(lines.joined(separator: " ") == text, "\(width)")
      for whole in ["5 %", "104 ± 15 s/day,", "n = 20", "3 GiB,", "2.7 s),"] {
        #expect(lines.contains { $0.contains(whole) }, "\(width): \(whole)")
      }
    }
  }

  @Test func numbersStandUnderEachOtherWithAndWithoutErrors() {
    var table = TextTable(header: [["p", "wait"]], sides: [.left, .measured])
    for cell in ["276.5", "327.4 ± 7.2", "-1.25 ± 10.5", "30", "baseline"] {
      table.row(["a", cell])
    }
    #expect(
      table.text.split(separator: "\n").dropFirst(2).map(String.init) == [
        "a  276.5", "a  327.4  ±  7.2", "a   -1.25 ± 10.5", "a   30", "a       baseline",
      ])
  }

  @Test func emptyColumnsAreLeftOutAndLabelsAreNeverCut() {
    var table = TextTable(
      header: [["rank", "policy", "p", "n"]], sides: [.right, .left, .right, .right], labels: 1,
      width: 40)
    let label = "gdsf[cost=2,bypass=true,and=so,on=for,a=while]"
    table.row(["1", label, "", "20"])
    table.row(["2", "lru", "", "3"])
    let lines = table.text.split(separator: "\n").map(String.init)
    #expect(!lines[0].contains("p  "))
    #expect(lines[2] == "   1  " + label)
    #expect(lines[3].hasSuffix("  20") && lines[3].count == lines[4].count + 0)
    #expect(lines[4].hasPrefix("   2  lru "))
  }
}
