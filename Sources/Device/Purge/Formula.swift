/// A checked formula and how its variables are read.
struct Formula {
  let text: String
  /// The variables it names, each once.
  let variables: [FormulaVariable]
  /// Places in a row of the values that are copied.
  let stored: [Int]
  /// Places in a row of the times that an elapsed time is counted from.
  let elapsed: [Int]
  /// The variables whose values need more than a row.
  let computed: [FormulaVariable]
  /// Whether no value changes while an app is a candidate.
  let isFixed: Bool
  /// Whether the chance of the next use must be learned.
  let predicts: Bool

  init(text: String, variables: [FormulaVariable]) {
    self.text = text
    self.variables = variables
    stored = variables.filter { $0.reading == .stored }.map(\.rawValue)
    elapsed = variables.filter { $0.reading == .elapsed }.map(\.rawValue)
    computed = variables.filter { $0.reading == .computed }
    isFixed = elapsed.isEmpty && computed.isEmpty
    predicts = computed.contains(.nextChance)
  }
}
