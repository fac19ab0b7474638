import Testing

@testable import Workload

/// Decimals become integers without a detour over binary fractions.
@Suite struct CSVDecimalTests {
  private static func value(_ text: String, _ scale: CSVScale = .seconds) -> UInt64? {
    let bytes = Array(text.utf8)
    guard case .value(let value)? = CSVDecimal(bytes.span)?.scaled(scale) else { return nil }
    return value
  }

  @Test func timesAreExactToTheMicrosecond() {
    let cases: [(String, UInt64)] = [
      ("0", 0), ("0.1", 100_000), ("2147.483648", 2_147_483_648), (".5", 500_000),
      ("5.", 5_000_000),
      ("+7", 7_000_000), ("007.25", 7_250_000), ("1364095883.123456", 1_364_095_883_123_456),
      ("0.0000004", 0), ("0.0000005", 1), ("1.9999995", 2_000_000), ("1.9999994", 1_999_999),
      ("1e3", 1_000_000_000), ("1.5E+09", 1_500_000_000_000_000), ("25e-7", 3), ("24e-7", 2),
      ("315360000000", Ticks.limit), ("0e99999999999", 0), ("1e-99999999999", 0),
      ("0.00000049999999999999999999999", 0),
      ("12345678901.2345674999999999", 12_345_678_901_234_567),
      ("123456789012.3456785", 123_456_789_012_345_679),
    ]
    for (text, expected) in cases { #expect(Self.value(text) == expected, "\(text)") }
  }

  @Test func largeTimesAreRefused() {
    for text in ["315360000000.000001", "1e12", "99999999999999999999999", "1e400"] {
      let bytes = Array(text.utf8)
      #expect(CSVDecimal(bytes.span)?.scaled(.seconds) == .tooLarge, "\(text)")
    }
  }

  @Test func sizesBecomeKibibytes() {
    #expect(Self.value("48.5", .mebibytes) == 49_664)
    #expect(Self.value("0.0009765625", .mebibytes) == 1)
    #expect(Self.value("0.0005", .mebibytes) == 1)
    #expect(Self.value("0.0004", .mebibytes) == 0)
    #expect(Self.value("1.048576", .megabytes) == 1024)
    #expect(Self.value("1048576", .bytes) == 1024)
    #expect(Self.value("511", .bytes) == 0)
    #expect(Self.value("512", .bytes) == 1)
    #expect(Self.value("4194303", .mebibytes) == 4_294_966_272)
    #expect(Self.value("4194304", .mebibytes) == nil)
    #expect(Self.value("3", .whole) == 3)
    #expect(Self.value("3.5", .whole) == nil)
    #expect(Self.value("30e-1", .whole) == 3)
  }

  @Test func everythingElseIsNoNumber() {
    let texts = [
      "", ".", "-1", "1.2.3", "0x10", "1_000", "1 000", "1,5", "nan", "inf", "1e", "1e+",
      "e5", "+", "1e5x", "１",
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      #expect(CSVDecimal(bytes.span) == nil, "\(text)")
    }
  }

  @Test func theReasonIsNamed() {
    let cases: [(String, CSVNumberProblem)] = [
      ("", .empty), ("-3", .negative), ("-0", .negative), ("0,5", .decimalComma),
      ("12,3456", .decimalComma), ("0,500", .decimalComma), ("1,234", .thousands),
      ("1,234.5", .thousands), ("1.234,5", .thousands), ("1'234", .thousands),
      ("1_000", .thousands),
      ("1 000", .thousands), ("1\u{a0}000", .thousands), ("1\u{202f}000", .thousands),
      ("NaN", .notFinite), ("inf", .notFinite), ("-Infinity", .notFinite), ("+inf", .notFinite),
      ("abc", .notNumber), ("2031-01-16 06:01:05", .notNumber), ("0x1f", .notNumber),
      (String(repeating: "-", count: 100_000), .notNumber),
    ]
    for (text, expected) in cases {
      let bytes = Array(text.utf8)
      #expect(CSVNumberProblem.of(bytes.span) == expected, "\(text.prefix(40))")
    }
  }

  /// Against a plain computation in hundredths of a microsecond.
  @Test func randomTimesRoundHalvesUp() {
    var random = TraceTestRandom(7)
    for _ in 0..<5000 {
      let decimals = random.below(9)
      let digits = random.next() % 300_000_000_000
      var power: UInt64 = 1
      for _ in 0..<decimals { power *= 10 }
      let fraction = String(digits % power)
      let padded = String(repeating: "0", count: max(0, decimals - fraction.count)) + fraction
      let text = "\(digits / power)" + (decimals > 0 ? "." + padded : "")
      let exact = UInt128(digits) * 1_000_000
      let expected = (exact + UInt128(power / 2)) / UInt128(power)
      #expect(Self.value(text) == UInt64(expected), "\(text)")
    }
  }
}
