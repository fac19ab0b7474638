import Experiment

/// Numbers as people read them, independent of any locale.
enum NumberText {
  /// A number with a fixed count of decimals and thousands separated: `12,345.7`.
  ///
  /// Halves round away from zero after the nearest binary value; −0 prints as 0.
  static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "" }
    let scale = (0..<decimals).reduce(1.0) { result, _ in result * 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    let whole = UInt64(scaled)
    let unit = UInt64(scale)
    var text = grouped(whole / unit)
    if decimals > 0 {
      let rest = String(whole % unit)
      text += "." + String(repeating: "0", count: decimals - rest.count) + rest
    }
    return value < 0 && whole > 0 ? "-" + text : text
  }

  /// As ``fixed(_:decimals:)``, with a sign in front of positive numbers too.
  static func signed(_ value: Double, decimals: Int) -> String {
    let text = fixed(value, decimals: decimals)
    let isZero = text.allSatisfy { "0.,".contains($0) }
    return value > 0 && !isZero ? "+" + text : text
  }

  /// A number with one decimal and nothing between the thousands, for programs.
  static func fixedPlain(_ value: Double) -> String {
    fixed(value, decimals: 1).filter { $0 != "," }
  }

  /// A whole number with its thousands separated.
  static func grouped(_ value: UInt64) -> String { CountText.grouped(value) }

  /// How many decimals show so many digits of a number of this size, at most `limit`.
  static func decimals(digits: Int, of value: Double, limit: Int = 6) -> Int {
    guard value.isFinite, value != 0 else { return 0 }
    var decimals = 0
    var scaled = abs(value)
    let enough = (1..<digits).reduce(1.0) { result, _ in result * 10 }
    // 9.96 is 10 once it is rounded, but a power of ten must not lose a digit to 0.1 + 0.2.
    while scaled * (1 + 1e-12) < enough, decimals < limit {
      scaled *= 10
      decimals += 1
    }
    return decimals
  }

  /// How many decimals suit a column of values with these errors: two digits of the median one, at
  /// least one of the smallest; nil without errors.
  static func decimals(forErrors errors: [Double]) -> Int? {
    let sorted = errors.filter { $0 > 0 && $0.isFinite }.sorted()
    guard let smallest = sorted.first else { return nil }
    return max(decimals(digits: 2, of: sorted[sorted.count / 2]), decimals(digits: 1, of: smallest))
  }

  /// How many decimals suit a column of values without errors: none where all are whole, else four
  /// digits of the largest.
  static func decimals(forExact values: [Double]) -> Int {
    guard values.contains(where: { $0 != $0.rounded() }) else { return 0 }
    return decimals(digits: 4, of: values.map(abs).max() ?? 0)
  }

  /// How many decimals suit differences without errors: none where all are whole, else two digits
  /// of the smallest, so that none looks like 0.
  static func decimals(forDifferences values: [Double]) -> Int {
    // What is left of a subtraction of equal numbers is noise and no difference.
    let largest = values.map(abs).max() ?? 0
    let values = values.map(abs).filter { $0 > largest * 1e-9 }
    guard let smallest = values.min(), values.contains(where: { $0 != $0.rounded() }) else {
      return 0
    }
    return decimals(digits: 2, of: smallest)
  }

  /// A number with about four significant digits, for values of any size.
  static func significant(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
    var scale = 1.0
    var rest = abs(value)
    while rest < 1000, scale < 1e300 {
      rest *= 10
      scale *= 10
    }
    let rounded = (value * scale).rounded() / scale
    return "\(rounded)".hasSuffix(".0") ? "\(rounded)".split(separator: ".")[0] + "" : "\(rounded)"
  }

  /// A number as a scenario has it: all its digits, without an exponent where that is possible.
  static func exact(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return "\(Int64(value))" }
    for decimals in 1...9 {
      let text = fixed(value, decimals: decimals).filter { $0 != "," }
      if Double(text) == value { return text }
    }
    return "\(value)"
  }

  /// A share as a percentage without needless decimals: `95 %`, `99.9 %`.
  static func percent(_ share: Double) -> String {
    let value = share * 100
    let isWhole = abs(value - value.rounded()) < 1e-9
    let isTenth = abs(value * 10 - (value * 10).rounded()) < 1e-8
    return fixed(value, decimals: isWhole ? 0 : isTenth ? 1 : 3) + " %"
  }

  /// A probability: `<0.0001`, `0.0123`, `1`.
  static func probability(_ value: Double) -> String {
    if value < 0.0001 { return "<0.0001" }
    return value >= 0.99995 ? "1" : fixed(value, decimals: 4)
  }

  /// A duration as a clock shows it: `4 s`, `2:05`, `1:02:05`.
  static func duration(seconds: Double) -> String {
    guard seconds.isFinite, seconds < 3.6e8 else { return "?" }
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
  }
}
