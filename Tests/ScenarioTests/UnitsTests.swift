import Testing
import Workload

@testable import Scenario

/// Numbers and units as texts.
@Suite struct UnitsTests {
  private func value(_ text: String, _ quantity: Quantity) throws -> Double {
    try quantity.value(of: text)
  }

  private func failure(_ text: String, _ quantity: Quantity = .number) -> String {
    do {
      let value = try quantity.value(of: text)
      Issue.record("\(text) is \(value)")
      return ""
    } catch {
      return error.message + (error.suggestion.map { " -> \($0)" } ?? "")
    }
  }

  @Test func exponentsAreAlike() throws {
    for text in ["1000", "1e3", "1.0e3", "1.0E+3", "1E3", "+1e03", "10000e-1", "1000."] {
      #expect(try value(text, .number) == 1000, "\(text)")
    }
    #expect(try value("2.5E-1", .number) == 0.25)
    #expect(try value(".5", .number) == 0.5)
    #expect(try value("-0.5", .number) == -0.5)
  }

  @Test func sizes() throws {
    let sizes: [(String, Double)] = [
      ("4 GiB", 4096), ("4GiB", 4096), ("220 MiB", 220), ("64 KiB", 0.0625), ("1 TiB", 1_048_576),
      ("1048576 B", 1), ("1 MB", 1_000_000 / 1_048_576), ("2 GB", 2e9 / 1_048_576),
      ("1 kB", 1000 / 1_048_576), ("1.5e3 MiB", 1500), ("0 B", 0), ("1 KB", 1000 / 1_048_576),
    ]
    for (text, mebibytes) in sizes { #expect(try value(text, .mebibytes) == mebibytes, "\(text)") }
    #expect(try value("200 MiB/s", .mebibytesPerSecond) == 200)
    #expect(try value("1 GiB/s", .mebibytesPerSecond) == 1024)
  }

  @Test func durations() throws {
    let durations: [(String, Double)] = [
      ("30 s", 30), ("30s", 30), ("250 ms", 0.25), ("5 min", 300), ("2 h", 7200),
      ("14 d", 1_209_600),
      ("7 us", 7e-6), ("7 µs", 7e-6), ("1e3 s", 1000), ("0 s", 0),
    ]
    for (text, seconds) in durations { #expect(try value(text, .seconds) == seconds, "\(text)") }
  }

  @Test func shares() throws {
    #expect(try value("12 %", .fraction) == 0.12)
    #expect(try value("12%", .fraction) == 0.12)
    #expect(try value("0.12", .fraction) == 0.12)
    #expect(try value("100 %", .fraction) == 1)
  }

  @Test func unitsAreRequired() {
    #expect(failure("4096", .mebibytes).hasPrefix("found '4096', expected a size with a unit"))
    #expect(failure("30", .seconds).hasPrefix("found '30', expected a duration with a unit"))
    #expect(failure("0", .seconds).hasPrefix("found '0', expected a duration"))
    #expect(failure("30 s").hasPrefix("found '30 s', expected a number without a unit"))
    #expect(failure("200 MiB", .mebibytesPerSecond).hasSuffix("such as '200 MiB/s' -> 200 MiB/s"))
  }

  @Test func mistypedUnitsHaveASuggestion() {
    let meant: [(String, Quantity, String)] = [
      ("6 gib", .mebibytes, "6 GiB"), ("6 G", .mebibytes, "6 GiB"), ("6 gb", .mebibytes, "6 GB"),
      ("6 Mib", .mebibytes, "6 MiB"), ("30 sec", .seconds, "30 s"),
      ("30 seconds", .seconds, "30 s"),
      ("5 m", .seconds, "5 min"), ("5 mins", .seconds, "5 min"), ("2 hours", .seconds, "2 h"),
      ("14 days", .seconds, "14 d"), ("12 percent", .fraction, "12 %"), ("3 S", .seconds, "3 s"),
    ]
    for (text, quantity, suggestion) in meant {
      #expect(failure(text, quantity).hasSuffix("-> \(suggestion)"), "\(text)")
    }
    #expect(!failure("6 parsecs", .seconds).contains("->"))
  }

  @Test func leadingZerosAreRefused() throws {
    let hint = "a leading zero means octal to some readers"
    #expect(failure("0012") == "found '0012': \(hint) -> 12")
    #expect(failure("08") == "found '08': \(hint) -> 8")
    #expect(failure("010 s", .seconds) == "found '010 s': \(hint) -> 10 s")
    #expect(failure("00.5") == "found '00.5': \(hint) -> 0.5")
    #expect(failure("00") == "found '00': \(hint) -> 0")
    #expect(failure("-01") == "found '-01': \(hint) -> 1")
    for text in ["0", "0.5", "-0.5", "0e3", "0.0"] { _ = try value(text, .number) }
  }

  @Test func onlyDecimalNumbers() {
    for text in ["0x10", "0o10", "0b1", "0x1F", "-0x1"] {
      #expect(failure(text) == "found '\(text)': only decimal numbers are read")
    }
    #expect(
      failure("1_000")
        == "found '1_000': '_' between digits is not read the same everywhere -> 1000")
    #expect(failure("1,5").contains("with '.' before decimals and no separators"))
    #expect(failure("1:30", .seconds).hasPrefix("found '1:30', expected a duration"))
    #expect(failure("1e3x") == "found '1e3x', expected a number without a unit")
    #expect(failure("1e") == "found '1e', expected a number without a unit")
    #expect(failure("abc") == "found 'abc', expected a number without a unit")
    #expect(failure("") == "found nothing, expected a number without a unit")
    #expect(failure("-").hasPrefix("found '-', expected"))
    #expect(failure(".").hasPrefix("found '.', expected"))
  }

  @Test func onlyFiniteNumbers() {
    for text in [".inf", "-.inf", ".nan", "inf", "Infinity", "nan", "-INF", ".NaN"] {
      #expect(
        failure(text)
          == "found '\(text)', expected a finite number (a limit that is not there is none)")
    }
    for text in ["1.0e+400", "1e400", "-1e400"] {
      #expect(failure(text) == "found '\(text)', which is too large for a number")
    }
    #expect(failure("1e308 d", .seconds).hasSuffix("too large for a number"))
  }

  @Test func wholeNumbersAreExact() throws {
    func unsigned(_ text: String) throws -> UInt64 {
      try NumberText.unsigned(text, expected: "a whole number")
    }
    #expect(try unsigned("9007199254740993") == 9_007_199_254_740_993)
    #expect(try unsigned("18446744073709551615") == .max)
    #expect(try unsigned("1e3") == 1000)
    #expect(try unsigned("12.0") == 12)
    for text in ["18446744073709551616", "-1", "1.5", "2e19", "0012", "1_000", "5 s", "x"] {
      #expect(throws: ValueProblem.self, "\(text)") { try unsigned(text) }
    }
  }

  @Test func printedValuesReadBackExactly() throws {
    let texts: [(Double, Quantity, String)] = [
      (4096, .mebibytes, "4 GiB"), (220, .mebibytes, "220 MiB"), (0.0625, .mebibytes, "64 KiB"),
      (30, .seconds, "30 s"), (0.25, .seconds, "0.25 s"), (0.05, .seconds, "0.05 s"),
      (0.0025, .seconds, "2.5 ms"),
      (86_400, .seconds, "1 d"), (300, .seconds, "300 s"), (1_209_600, .seconds, "14 d"),
      (0.12, .fraction, "12 %"), (0.5, .fraction, "50 %"), (0, .mebibytes, "0 MiB"),
      (0, .fraction, "0 %"),
      (200, .mebibytesPerSecond, "200 MiB/s"), (1.4, .number, "1.4"), (55, .number, "55"),
    ]
    for (value, quantity, text) in texts { #expect(quantity.text(of: value) == text) }
    var state: UInt64 = 7
    for quantity in [Quantity.seconds, .mebibytes, .fraction, .mebibytesPerSecond, .number] {
      for _ in 0..<300 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let value = Double(state >> 11) / 9_007_199_254_740_992 * 1000
        #expect(try quantity.value(of: quantity.text(of: value)) == value)
      }
    }
  }
}
