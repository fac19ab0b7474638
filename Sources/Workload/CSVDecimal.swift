/// Which integers a column of decimal numbers becomes.
public struct CSVScale: Sendable, Equatable {
  /// The integer for 1 in the file is `numerator / denominator`.
  public let numerator: UInt64
  /// See ``numerator``; at least 1.
  public let denominator: UInt64
  /// The largest integer allowed.
  public let limit: UInt64
  /// What an error says was expected: `a number of seconds`.
  public let expected: String
  /// Whether a fraction is an error instead of being rounded.
  public let isWhole: Bool

  /// Describes a scale.
  public init(
    _ numerator: UInt64, over denominator: UInt64 = 1, limit: UInt64, expected: String,
    isWhole: Bool = false
  ) {
    self.numerator = numerator
    self.denominator = denominator
    self.limit = limit
    self.expected = expected
    self.isWhole = isWhole
  }

  /// The limit in words, for an error.
  var limitText: String {
    if limit == .limit { return "10,000 years" }
    return limit == Self.footprintLimitKiB ? "4 TiB" : "\(limit / numerator * denominator)"
  }

  /// Seconds to ticks.
  public static let seconds = CSVScale(1_000_000, limit: .limit, expected: "a number of seconds")
  /// Milliseconds to ticks.
  public static let milliseconds = CSVScale(
    1000, limit: .limit, expected: "a number of milliseconds")
  /// Microseconds to ticks.
  public static let microseconds = CSVScale(1, limit: .limit, expected: "a number of microseconds")

  /// The largest footprint of a trace: 4 TiB less 1 KiB, so that a plan event holds it in 32 bits.
  public static let footprintLimitKiB = UInt64(UInt32.max)

  /// MiB (2²⁰ bytes) to KiB.
  public static let mebibytes = CSVScale(
    1024, limit: footprintLimitKiB, expected: "a number of MiB")
  /// MB (10⁶ bytes) to KiB.
  public static let megabytes = CSVScale(
    15_625, over: 16, limit: footprintLimitKiB, expected: "a number of MB")
  /// KiB to KiB.
  public static let kibibytes = CSVScale(1, limit: footprintLimitKiB, expected: "a number of KiB")
  /// Bytes to KiB.
  public static let bytes = CSVScale(
    1, over: 1024, limit: footprintLimitKiB, expected: "a number of bytes")
  /// Whole numbers of up to 18 digits, as they are.
  public static let whole = CSVScale(
    1, limit: 999_999_999_999_999_999, expected: "a whole number", isWhole: true)
}

/// A decimal number ≥ 0 read without a detour over binary fractions, so that `0.1` s is 100,000
/// ticks and the largest time keeps its microsecond.
struct CSVDecimal: Equatable {
  /// The digits as an integer, the first 19 significant ones.
  ///
  /// No limit is longer than 18 digits, so the digits beyond cannot change how a number within the
  /// limits is rounded.
  var digits: UInt64 = 0
  /// The power of ten that multiplies `digits`.
  var exponent = 0

  /// Exponents beyond this are zero or too large whatever the digits are.
  private static let exponentLimit = 10_000

  /// Reads digits with at most one point and at most one exponent (`12`, `0.5`, `.5`, `1.5e+09`).
  ///
  /// Returns nil for everything else: signs other than a leading plus, separators, words.
  init?(_ text: Span<UInt8>) {
    var index = 0
    if text.count > 1, text[0] == UInt8(ascii: "+") { index = 1 }
    var digitCount = 0
    var hasPoint = false
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if byte &- 48 <= 9 {
        digitCount += 1
        take(UInt64(byte &- 48), afterPoint: hasPoint)
      } else {
        break
      }
      index += 1
    }
    guard digitCount > 0 else { return nil }
    guard index < text.count else { return }
    guard let power = Self.power(text, from: index) else { return nil }
    exponent += power
  }

  private var keptCount = 0

  private mutating func take(_ digit: UInt64, afterPoint: Bool) {
    guard keptCount < 19 else {
      if !afterPoint { exponent += 1 }
      return
    }
    digits = digits * 10 + digit
    if digits > 0 { keptCount += 1 }
    if afterPoint { exponent -= 1 }
  }

  /// Reads `e12`, `E-3`, `e+9` to the end of the text.
  private static func power(_ text: Span<UInt8>, from start: Int) -> Int? {
    guard text[start] | 0x20 == UInt8(ascii: "e") else { return nil }
    var index = start + 1
    var isNegative = false
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      isNegative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    guard index < text.count else { return nil }
    var power = 0
    while index < text.count {
      guard text[index] &- 48 <= 9 else { return nil }
      power = min(exponentLimit, power * 10 + Int(text[index] &- 48))
      index += 1
    }
    return isNegative ? -power : power
  }

  /// What a scaled number is.
  enum Scaled: Equatable {
    case value(UInt64)
    case tooLarge
    case fraction
  }

  /// Returns the number as an integer of the scale, rounded to the nearest, halves up.
  func scaled(_ scale: CSVScale) -> Scaled {
    if exponent >= -6, exponent <= 0, scale.denominator == 1 {
      // The usual case, in 64 bits: a power of ten that divides the numerator.
      let power = Self.smallPowers[-exponent]
      let (factor, rest) = scale.numerator.quotientAndRemainder(dividingBy: power)
      let (product, overflow) = digits.multipliedReportingOverflow(by: factor)
      if rest == 0, !overflow {
        return product <= scale.limit ? .value(product) : .tooLarge
      }
    }
    return scaledWide(scale)
  }

  private static let smallPowers: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

  /// The same in 128 bits; it stops shifting once the result is past the limit or below a half.
  private func scaledWide(_ scale: CSVScale) -> Scaled {
    guard digits > 0 else { return .value(0) }
    var value = UInt128(digits) * UInt128(scale.numerator)
    var divisor = UInt128(scale.denominator)
    let limit = UInt128(scale.limit)
    if exponent >= 0 {
      for _ in 0..<exponent {
        value *= 10
        if value > (limit + 1) * divisor { return .tooLarge }
      }
    } else {
      for _ in 0..<(-exponent) {
        divisor *= 10
        if divisor > value * 2 { return scale.isWhole ? .fraction : .value(0) }
      }
    }
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    if scale.isWhole, rest != 0 { return .fraction }
    let rounded = quotient + (rest * 2 >= divisor ? 1 : 0)
    return rounded <= limit ? .value(UInt64(rounded)) : .tooLarge
  }
}

/// Why a text is not a decimal number ≥ 0.
enum CSVNumberProblem: Equatable {
  case empty, negative, decimalComma, thousands, notFinite, notNumber

  /// Names the most likely reason, for a message.
  static func of(_ text: Span<UInt8>) -> CSVNumberProblem {
    var bytes: [UInt8] = []
    for index in text.indices { bytes.append(text[index]) }
    guard !bytes.isEmpty else { return .empty }
    let isNegative = bytes[0] == UInt8(ascii: "-")
    if isNegative || bytes[0] == UInt8(ascii: "+") { bytes.removeFirst() }
    if isNegative, CSVDecimal(bytes.span) != nil { return .negative }
    let word = String(decoding: bytes.prefix(16), as: UTF8.self).lowercased()
    if ["nan", "inf", "infinity", "1.#inf", "1.#ind", ".nan", ".inf"].containsExactly(word) {
      return .notFinite
    }
    let separators = bytes.filter { $0 &- 48 > 9 }
    guard separators.count < bytes.count else { return .notNumber }
    if separators == [comma] {
      return looksGrouped(bytes) ? .thousands : .decimalComma
    }
    return separators.allSatisfy { groupBytes.contains($0) } ? .thousands : .notNumber
  }

  private static let comma = UInt8(ascii: ",")

  /// The bytes of what separates groups of digits: comma, point, apostrophe, underscore, blank, and
  /// the no-break, thin and narrow blanks in UTF-8.
  private static let groupBytes: [UInt8] = [
    comma, UInt8(ascii: "."), UInt8(ascii: "'"), UInt8(ascii: "_"), UInt8(ascii: " "),
    0xc2, 0xa0, 0xe2, 0x80, 0x89, 0xaf,
  ]

  /// Whether the comma stands before exactly three digits and after one to three.
  private static func looksGrouped(_ bytes: [UInt8]) -> Bool {
    guard let place = bytes.firstIndex(of: comma) else { return false }
    return bytes.count - place == 4 && (1...3).contains(place) && bytes[0] != UInt8(ascii: "0")
  }

  /// What to tell the user about `text`.
  func message(_ text: String, expected: String) -> (message: String, suggestion: String?) {
    let shown = TraceError.quote(text)
    switch self {
    case .empty: return ("is empty; \(expected) ≥ 0 was expected", nil)
    case .negative: return ("\(shown) is negative; \(expected) ≥ 0 was expected", nil)
    case .decimalComma:
      return ("\(shown) has a decimal comma; \(expected) was expected", "write a point, as in 0.5")
    case .thousands:
      return (
        "\(shown) has thousands separators; \(expected) was expected", "write plain digits, 1234.5"
      )
    case .notFinite: return ("\(shown) is not finite; \(expected) ≥ 0 was expected", nil)
    case .notNumber: return ("\(shown) is not a number; \(expected) ≥ 0 was expected", nil)
    }
  }
}
