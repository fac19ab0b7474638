import Device
import Glibc
import Workload

/// The numbers of a policy that can be tuned, and how the search sees them.
///
/// The search moves freely in coordinates of which 0 to 1 is the range of a parameter; what lies
/// outside is folded back. A range of more than two decades is seen through a logarithm and ends at
/// a thousand times the start. The numbers of a formula that have a decimal point are weights,
/// which may change by four times their size in either direction.
struct TuneSpace {
  /// One number of the policy.
  struct Axis {
    let name: String
    let range: ClosedRange<Double>
    let start: Double
    let isSeconds: Bool

    /// The distance over which the scale is about linear; nil = all of it.
    private var logarithmicScale: Double? {
      let scale = start > range.lowerBound ? start - range.lowerBound : 1
      return range.upperBound - range.lowerBound > 100 * scale ? scale : nil
    }

    private var reach: Double {
      guard let scale = logarithmicScale else { return range.upperBound - range.lowerBound }
      return min(range.upperBound - range.lowerBound, 1000 * scale)
    }

    /// The coordinate of a value within the range.
    func coordinate(_ value: Double) -> Double {
      let distance = value - range.lowerBound
      guard let scale = logarithmicScale else { return reach > 0 ? distance / reach : 0 }
      return log1p(distance / scale) / log1p(reach / scale)
    }

    /// The value at a coordinate, to four digits.
    func value(_ coordinate: Double) -> Double {
      let turned = abs(coordinate.remainder(dividingBy: 2))
      let distance: Double
      if let scale = logarithmicScale {
        distance = scale * expm1(turned * log1p(reach / scale))
      } else {
        distance = turned * reach
      }
      let value = Self.rounded(range.lowerBound + distance)
      return min(range.upperBound, max(range.lowerBound, value))
    }

    /// Four significant digits, at most six decimals: the policy entry must read back the same.
    private static func rounded(_ value: Double) -> Double {
      guard value != 0 else { return 0 }
      let magnitude = log10(abs(value)).rounded(.down)
      let scale = pow(10, min(6, 3 - magnitude))
      return (value * scale).rounded() / scale
    }
  }

  let description: PolicyDescription
  let specification: PolicySpecification
  let axes: [Axis]
  private let formula: FormulaWeights?

  init(_ specification: PolicySpecification, _ description: PolicyDescription) {
    self.description = description
    self.specification = specification
    if case .word(let text)? = specification.value("formula", in: description),
      let weights = try? FormulaWeights(text)
    {
      formula = weights
      axes = weights.values.enumerated().map { number, value in
        let reach = 4 * (value == 0 ? 1 : value)
        return Axis(
          name: Self.place(number), range: value - reach...value + reach, start: value,
          isSeconds: false)
      }
      return
    }
    formula = nil
    var axes: [Axis] = []
    for parameter in description.parameters {
      guard
        case .number(let start)? = specification.value(parameter.name, in: description)
      else { continue }
      switch parameter.kind {
      case .number(let range):
        axes.append(Axis(name: parameter.name, range: range, start: start, isSeconds: false))
      case .seconds(let range):
        axes.append(Axis(name: parameter.name, range: range, start: start, isSeconds: true))
      case .word, .flag: break
      }
    }
    self.axes = axes
  }

  /// The formula with the places of its numbers; nil for other policies.
  var markedFormula: String? {
    formula.map { $0.text($0.values.indices.map(Self.place)) }
  }

  /// What stands for a number of a formula: `[1]` for the first.
  private static func place(_ number: Int) -> String { "[\(number + 1)]" }

  /// The policy entry with the given values of the axes, as a scenario writes it.
  func entry(_ values: [Double], label: String) -> String {
    if let formula {
      let text = formula.text(values.map(Self.weight))
      return "{\(specification.name): \"\(text)\", as: \(label)}"
    }
    var parameters: [String] = []
    for parameter in description.parameters {
      let text: String
      if let index = axes.firstIndex(where: { $0.name.isExactly(parameter.name) }) {
        text = Self.text(values[index]) + (axes[index].isSeconds ? " s" : "")
      } else if let value = specification.value(parameter.name, in: description) {
        text = value.text
      } else {
        continue
      }
      parameters.append("\(parameter.name): \(text)")
    }
    return "{\(specification.name): {\(parameters.joined(separator: ", "))}, as: \(label)}"
  }

  /// A number of a formula, with a decimal point, so that it can be tuned again.
  private static func weight(_ value: Double) -> String {
    let text = text(value)
    let number = text.contains(".") ? text : text + ".0"
    return value < 0 ? "(\(number))" : number
  }

  /// A number without an exponent.
  static func text(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return "\(Int64(value))" }
    let millionths = Int64((abs(value) * 1e6).rounded())
    let digits = String(millionths % 1_000_000)
    var decimals = String(repeating: "0", count: 6 - digits.count) + digits
    while decimals.last == "0" { decimals.removeLast() }
    let whole = "\(value < 0 ? "-" : "")\(millionths / 1_000_000)"
    return decimals.isEmpty ? whole : "\(whole).\(decimals)"
  }
}
