import Workload

/// One unit: how many base units (seconds, MiB, 1) it is, as a fraction of two exact numbers.
struct Unit: Sendable {
  let symbol: String
  let numerator: Double
  let denominator: Double
  /// Whether it is written; the others are only read.
  let isPreferred: Bool

  init(_ symbol: String, _ numerator: Double, _ denominator: Double = 1) {
    self.symbol = symbol
    self.numerator = numerator
    self.denominator = denominator
    isPreferred = !["µs", "KB"].containsExactly(symbol)
  }

  /// A number of this unit in base units.
  func toBase(_ value: Double) -> Double { value * numerator / denominator }

  /// A number of base units in this unit.
  func fromBase(_ value: Double) -> Double { value * denominator / numerator }

  static let durations = [
    Unit("s", 1), Unit("ms", 1, 1000), Unit("min", 60), Unit("h", 3600), Unit("d", 86_400),
    Unit("us", 1, 1_000_000), Unit("µs", 1, 1_000_000),
  ]
  static let sizes = [
    Unit("MiB", 1), Unit("GiB", 1024), Unit("KiB", 1, 1024), Unit("TiB", 1_048_576),
    Unit("B", 1, 1_048_576), Unit("kB", 1000, 1_048_576), Unit("KB", 1000, 1_048_576),
    Unit("MB", 1e6, 1_048_576), Unit("GB", 1e9, 1_048_576), Unit("TB", 1e12, 1_048_576),
  ]
  static let shares = [Unit("%", 1, 100), Unit("", 1)]
  static let none = [Unit("", 1)]
  static let rates = sizes.map { Unit($0.symbol + "/s", $0.numerator, $0.denominator) }
}

extension Quantity {
  /// The units a scenario may write, those preferred for printing first.
  ///
  /// Sizes and durations always need one.
  var units: [Unit] {
    switch self {
    case .seconds: Unit.durations
    case .mebibytes: Unit.sizes
    case .fraction: Unit.shares
    case .number, .perDay: Unit.none
    case .mebibytesPerSecond: Unit.rates
    }
  }

  /// What a field of this quantity needs, in words, with an example.
  var expectation: String {
    switch self {
    case .seconds: "a duration with a unit (us ms s min h d), such as '30 s'"
    case .mebibytes: "a size with a unit (B KiB MiB GiB TiB, kB MB GB TB), such as '4 GiB'"
    case .fraction: "a share, such as '12 %' or 0.12"
    case .number: "a number without a unit"
    case .perDay: "a number (times a day) without a unit"
    case .mebibytesPerSecond: "a rate with a unit, such as '200 MiB/s'"
    }
  }

  /// Reads a value in base units: seconds, MiB, MiB/s, a share from 0 to 1, or a plain number.
  func value(of text: String) throws(ValueProblem) -> Double {
    let number = try NumberText(text, expected: expectation)
    if let unit = units.first(where: { $0.symbol.isExactly(number.unit) }) {
      let value = unit.toBase(number.value)
      guard value.isFinite else {
        throw ValueProblem("found '\(shortened(text))', which is too large for a number")
      }
      return value
    }
    throw .found(text, expected: expectation, suggestion: suggestion(for: number))
  }

  /// The same number with the unit that was probably meant.
  private func suggestion(for number: NumberText) -> String? {
    if number.unit.isEmpty { return nil }
    let symbols = units.map(\.symbol).filter { !$0.isEmpty }
    if symbols.containsExactly(number.unit + "/s") { return "\(number.literal) \(number.unit)/s" }
    let symbol = Quantity.habit(number.unit) ?? NearestName.find(number.unit, in: symbols)
    guard let symbol, symbols.containsExactly(symbol) else { return nil }
    return "\(number.literal) \(symbol)"
  }

  /// Units people write out of habit.
  private static let habits: KeyValuePairs = [
    "sec": "s", "second": "s", "seconds": "s", "m": "min", "mins": "min", "minute": "min",
    "minutes": "min", "hour": "h", "hours": "h", "hr": "h", "day": "d", "days": "d",
    "msec": "ms", "G": "GiB", "M": "MiB", "K": "KiB", "T": "TiB", "gb": "GB", "mb": "MB",
    "kb": "kB", "percent": "%",
  ]

  private static func habit(_ unit: String) -> String? {
    habits.first { $0.key.isExactly(unit) }?.value
  }

  /// Writes a value in base units so that reading it gives exactly the same number.
  ///
  /// The preferred unit is taken unless another one saves at least two characters; a share is
  /// written in percent unless that makes it much longer.
  func text(of value: Double) -> String {
    let slack = self == .fraction ? 5 : 1
    var best: (text: String, cost: Int)?
    for (index, unit) in units.enumerated() where unit.isPreferred {
      let exact = unit.fromBase(value)
      // 0.55 is 55.00000000000001 % by division, but 55 % reads back as 0.55.
      let short = (exact * 1e6).rounded() / 1e6
      guard let written = [short, exact].first(where: { unit.toBase($0) == value }) else {
        continue
      }
      let number = plainText(written)
      let text = unit.symbol.isEmpty ? number : "\(number) \(unit.symbol)"
      let cost = text.utf8.count + (index == 0 ? 0 : slack)
      if cost < best?.cost ?? .max { best = (text, cost) }
      // No other unit can be shorter than one digit, a blank and a letter.
      if cost <= 4 || value == 0 { break }
    }
    return best?.text ?? plainText(value)
  }
}

extension Quantity {
  /// The same for people: below a second in milliseconds, sizes in powers of two.
  ///
  /// So fields of a kind have units of a kind. It reads back as exactly the same number too.
  ///
  /// Ids are hashes of ``text(of:)``, which therefore must stay as it is.
  func readableText(of value: Double) -> String {
    let usual = text(of: value)
    let preferred: [String]
    switch self {
    case .seconds where value > 0 && value < 1: preferred = value < 1e-5 ? ["us"] : ["ms"]
    case .mebibytes where value > 0: preferred = ["MiB", "KiB"]
    default: return usual
    }
    let texts = units.filter { preferred.contains($0.symbol) }.compactMap { unit -> String? in
      let exact = unit.fromBase(value)
      let short = (exact * 1e6).rounded() / 1e6
      let written = [short, exact].first { unit.toBase($0) == value }
      return written.map { "\(plainText($0)) \(unit.symbol)" }
    }
    guard let shortest = texts.min(by: { $0.utf8.count < $1.utf8.count }) else { return usual }
    // 4 GiB is no better as 4096 MiB, and 1 GB would be a long number of KiB.
    let isBinary = ["GiB", "TiB"].contains { usual.hasSuffix($0) }
    if self == .mebibytes, isBinary { return usual }
    // 2304 us is 2.3040000000000003 ms.
    return shortest.contains("e") || shortest.utf8.count > usual.utf8.count + 2 ? usual : shortest
  }
}

/// A number without a superfluous `.0`.
func plainText(_ value: Double) -> String {
  let text = value.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
