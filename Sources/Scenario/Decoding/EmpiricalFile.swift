import Workload

/// A CSV file whose column is the sample of an `empirical` distribution.
struct EmpiricalFile {
  private let path: String
  private let field: FieldNode

  /// Names the file that a scenario states, relative to the scenario's folder.
  init(_ file: FieldNode, folder: String) throws(ScenarioError) {
    field = file
    path = FileBytes.resolve(try file.name(), in: folder)
  }

  /// Reads the numbers of a column, in base units.
  ///
  /// - Parameters:
  ///   - column: The column's name in the header row.
  ///   - quantity: What the numbers measure.
  ///   - unit: Their unit; nil = the base unit (seconds, MiB).
  /// - Returns: One number a row.
  /// - Throws: `ScenarioError` with line and column of the CSV file for anything but a number, of
  ///   kind `io` at the scenario's place when the file cannot be read.
  func values(
    column: String, _ quantity: Quantity, unit: Unit?
  ) throws(ScenarioError) -> [Double] {
    do {
      return try read(column, quantity, unit)
    } catch {
      let advice = error.suggestion.map { "; \($0)" } ?? ""
      if error.kind == .io {
        throw ScenarioError(io: "'\(path)': \(error.message)\(advice)", at: field.position)
      }
      throw ScenarioError(
        SourcePosition(file: error.file, line: error.line, column: error.column),
        error.message + advice)
    }
  }

  private func read(
    _ column: String, _ quantity: Quantity, _ unit: Unit?
  ) throws(TraceError) -> [Double] {
    var csv = try CSVReader(CSVInput(path: path))
    let index = try csv.requiredColumn(column)
    var values: [Double] = []
    while try csv.next() {
      let text = try csv.text(index)
      do throws(ValueProblem) {
        values.append(try Self.value(text, quantity, unit))
      } catch {
        throw csv.error(index, error.message, suggestion: error.suggestion)
      }
    }
    if values.isEmpty { throw csv.headerError("the file has no row behind its header") }
    return values
  }

  private static func value(
    _ text: String, _ quantity: Quantity, _ unit: Unit?
  ) throws(ValueProblem) -> Double {
    let number = try NumberText(text, expected: "a number")
    guard number.unit.isEmpty else { throw .found(text, expected: "a number without a unit") }
    let value = unit?.toBase(number.value) ?? number.value
    guard quantity.valueRange.contains(value) else { throw .found(text, expected: "a number >= 0") }
    return value
  }
}
