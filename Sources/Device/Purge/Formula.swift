/// A checked formula and how its variables are read.
struct Formula {
  /// Where a variable of a short formula stands in a row, and how its value is had from there.
  struct Slot: BitwiseCopyable {
    var place: Int
    var isElapsed = false
    /// The least value.
    var floor = -Double.infinity

    @inline(__always)
    func value(_ stored: Double, now: Double) -> Double {
      isElapsed ? max(floor, (now - stored) / 1e6) : stored
    }
  }

  /// The most variables of a short formula: as many as the parts of a score.
  private static let shortCount = 3

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
  /// Whether its variables are few and had from a row: then their stored values are columns.
  let isShort: Bool
  /// The variables of a short formula; slots that it does not need have a place of no variable.
  let slots: (Slot, Slot, Slot)
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
    isShort = !isFixed && computed.isEmpty && variables.count <= Self.shortCount
    let used = variables.prefix(Self.shortCount).map { variable in
      Slot(
        place: variable.rawValue, isElapsed: variable.reading == .elapsed,
        floor: variable == .age ? FormulaVariable.leastAge : -.infinity)
    }
    let spare = Slot(place: FormulaVariable.allCases.count)
    let padded = used + Array(repeating: spare, count: Self.shortCount)
    slots = (padded[0], padded[1], padded[2])
  }
}
