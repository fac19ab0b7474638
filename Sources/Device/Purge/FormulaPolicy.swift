import CMuParser
public import Workload

/// A formula of the user's: the candidate with the largest value goes first.
///
/// The text is parsed by muParser (operators, comparisons, `?:` and the usual functions) over
/// ``variables``. Equal to a built-in policy wherever both mean the same: `unused` is lru,
/// `footprint` is largest, `idle * footprint` is age-size. A value that is not finite ends the run
/// as failed. One pass over the candidates a purge, 10–25 ns each. Of up to three variables the
/// pass reads columns; of more, or of learned ones, a row of each app. A formula of values that do
/// not change while an app is suspended is evaluated once when it is, and then costs a nanosecond.
public struct FormulaPolicy: PurgePolicy, ~Copyable {
  /// What `jetsim policies` prints.
  public static let description = PolicyDescription(
    name: "score", summary: "largest value of a formula, {score: \"idle * footprint\"}",
    source: "formula over the variables listed below, parsed by muParser; O(n) a purge",
    parameters: [
      PolicyParameter(
        "formula", .word([], orNumber: false), default: .word("idle"),
        "the formula")
    ])
  /// By score.
  public static var order: CandidateOrder { .score }
  /// Sizes of compressed memory are among the variables.
  public static var readsCompression: Bool { true }

  /// The longest formula, in characters.
  public static let longestText = 4096

  /// The variables that a formula may name, with their meanings.
  public static let variables: [(name: String, meaning: String)] =
    FormulaVariable.allCases.map { ($0.name, $0.meaning) }

  /// What made the run fail, if anything did.
  public private(set) var failure: RunFailure?

  private let formula: Formula
  private let parser: FormulaParser
  private let rows: FormulaRows
  private var predictor: NextUsePredictor
  private let catalog: AppCatalog

  /// What is wrong with a text as a formula; nil when nothing is.
  ///
  /// Complexity: O(length²) at worst.
  public static func check(_ text: String) -> FormulaError? {
    do {
      _ = try parse(text)
      return nil
    } catch {
      return error
    }
  }

  private static func parse(_ text: String) throws(FormulaError) -> Formula {
    guard text.utf8.count <= longestText else {
      throw FormulaError(
        position: longestText, message: "a formula has at most \(longestText) characters")
    }
    let scanner = try FormulaScanner(text)
    _ = try FormulaParser(text)
    try FormulaCheck(scanner).run()
    return Formula(text: text, variables: scanner.variables)
  }

  /// Builds the policy for one replication.
  ///
  /// - Throws: ``RunFailure/setup(_:)`` when ``check(_:)`` finds an error.
  public init(_ setup: PolicySetup) throws(RunFailure) {
    // Nothing may be thrown once a property is set.
    let formula = try Self.formula(setup)
    let parser = try Self.parser(formula.text)
    self.formula = formula
    self.parser = parser
    rows = FormulaRows(setup)
    predictor = NextUsePredictor(setup)
    catalog = setup.catalog
  }

  private static func formula(_ setup: PolicySetup) throws(RunFailure) -> Formula {
    guard case .word(let text)? = setup.specification.value("formula", in: description) else {
      throw .setup("score: the formula must be a text")
    }
    do {
      return try parse(text)
    } catch {
      throw .setup("score: \(error.message) (character \(error.position + 1) of '\(text)')")
    }
  }

  private static func parser(_ text: String) throws(RunFailure) -> FormulaParser {
    do {
      return try FormulaParser(text)
    } catch {
      throw .setup("score: \(error.message)")
    }
  }

  /// The row.
  public func prefetchUse(_ app: AppID) { rows.prefetch(app) }

  /// Learns from a use.
  public mutating func didUse(_ use: AppUse) {
    rows.didUse(use.app, at: Double(use.time))
    if formula.predicts { predictor.count(use.app) }
  }

  /// Notes the start of a process.
  public mutating func didStart(_ app: AppID, at time: Ticks) {
    rows.didStart(app, at: Double(time))
  }

  /// Uses are counted anew after the end of a process.
  public mutating func didEnd(_ app: AppID) { rows[app, .uses] = 0 }

  /// The value of a formula whose variables are fixed, or what a short one is evaluated from later.
  public mutating func parts(_ candidate: Candidate) -> ScoreParts {
    rows.note(candidate)
    if formula.isFixed { return ScoreParts(weight: value(candidate.app, now: 0)) }
    guard formula.isShort else { return ScoreParts() }
    let row = rows.row(candidate.app)
    let slots = formula.slots
    return ScoreParts(
      time: row[slots.0.place], weight: row[slots.1.place], other: row[slots.2.place])
  }

  /// The value of the formula.
  public mutating func score(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double {
    if formula.isShort { return value(app, parts, now: now) }
    return formula.isFixed ? parts.weight : value(app, now: now)
  }

  /// Known at once when the variables are fixed.
  public func mayReach(_ best: Double, _ app: AppID, _ parts: ScoreParts, now: Double) -> Bool {
    !formula.isFixed || parts.weight >= best
  }

  /// The row, of which parts hold too little for a formula of many variables.
  public func prefetchScore(_ app: AppID) {
    if !formula.isShort, !formula.isFixed { rows.prefetch(app) }
  }

  /// The value of a short formula: nothing but its parts is read.
  @inline(__always)
  private mutating func value(_ app: AppID, _ parts: ScoreParts, now: Double) -> Double {
    let slots = formula.slots
    let values = parser.values
    values[slots.0.place] = slots.0.value(parts.time, now: now)
    values[slots.1.place] = slots.1.value(parts.weight, now: now)
    values[slots.2.place] = slots.2.value(parts.other, now: now)
    return checked(app)
  }

  /// The value from an app's row.
  private mutating func value(_ app: AppID, now: Double) -> Double {
    let row = rows.row(app)
    for place in formula.stored { parser.values[place] = row[place] }
    for place in formula.elapsed { parser.values[place] = (now - row[place]) / 1e6 }
    if !formula.isFixed { compute(app, now: now) }
    return checked(app)
  }

  @inline(__always)
  private mutating func checked(_ app: AppID) -> Double {
    let value = parser.evaluate()
    if !value.isFinite { fail(app, value) }
    return value
  }

  private mutating func compute(_ app: AppID, now: Double) {
    let age = FormulaVariable.age.rawValue
    parser.values[age] = max(FormulaVariable.leastAge, parser.values[age])
    for variable in formula.computed {
      parser.values[variable.rawValue] =
        switch variable {
        case .useRate: rows.useRate(app, now: now)
        case .gapMean: rows.gapMean(app, now: now)
        default: predictor.probability(app)
        }
    }
  }

  private mutating func fail(_ app: AppID, _ value: Double) {
    guard failure == nil else { return }
    let named = formula.variables.map { "\($0.name) = \(parser.values[$0.rawValue])" }
    failure = .policy(
      "score: '\(formula.text)' is \(value) for \(catalog.name(of: Int(app)))"
        + (named.isEmpty ? "" : " with " + named.joined(separator: ", ")))
  }
}
