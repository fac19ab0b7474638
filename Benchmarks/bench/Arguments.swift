import Workload

/// What the command line asked for.
struct Arguments {
  var settings = BenchmarkSettings()
  var json = false
  var list = false
  var help = false
  var pin = true
  var baseline: String?
  /// Suite names or `suite/case`; empty for all.
  var selected: [String] = []
  /// A case to perform once under an instruction counter.
  var counted: (name: String, operations: Int)?
  /// Sizes of cases; empty for all.
  var sizes: [Int] = []

  static let usage = """
    usage: bench [--suite SUITE[/CASE],...] [--size N,...] [--quick] [--json]
                 [--baseline FILE] [--list] [--no-pin]
           bench --instructions CASE OPERATIONS

      --suite         measure these suites or cases only; CASE alone will do
      --size          measure cases of these sizes only
      --quick         three short rounds of smaller sizes instead of nine
      --json          one JSON object a line instead of the table, times in ns
      --baseline      compare ratios with those of an earlier --json output
      --list          name the suites, their cases and sizes, and end
      --instructions  perform a case once, to be run under an instruction counter
      --no-pin        leave the choice of the processor to the system

    exit: 0 ok, 1 a ratio is worse than the baseline, 2 a digest differs from the peer's,
          64 usage, 65 a baseline that is unusable or has nothing in common,
          74 a peer or a file fails

    """

  private static let options = [
    "--suite", "--size", "--quick", "--json", "--baseline", "--list", "--instructions", "--no-pin",
    "--help",
  ]

  /// Reads the command line.
  ///
  /// - Parameters:
  ///   - words: The arguments, without the program.
  ///   - suites: The suites there are.
  /// - Throws: `BenchmarkFailure` with exit code 64 for anything not understood.
  init(_ words: [String], suites: [BenchmarkSuite]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--quick": settings.quick = true
      case "--json": json = true
      case "--list": list = true
      case "--no-pin": pin = false
      case "--help", "-h": help = true
      case "--suite":
        guard let names = rest.popFirst(), names.contains(where: { $0 != "," }) else {
          throw Self.misuse("--suite needs a name")
        }
        selected += names.split(separator: ",").map { String($0) }
      case "--size":
        let numbers = rest.popFirst()?.split(separator: ",").map { Int($0) } ?? []
        guard !numbers.isEmpty, !numbers.contains(nil) else {
          throw Self.misuse("--size needs whole numbers")
        }
        sizes += numbers.compactMap { $0 }
      case "--instructions":
        guard let name = rest.popFirst(), let count = rest.popFirst().flatMap({ Int($0) }),
          count > 0
        else { throw Self.misuse("--instructions needs a case and a number of operations") }
        counted = (name, count)
      case "--baseline":
        guard let path = rest.popFirst() else { throw Self.misuse("--baseline needs a file") }
        baseline = path
      default:
        let hint = NearestName.advice(word, in: Self.options).map { ", \($0)" } ?? ""
        throw Self.misuse("unknown argument \(word)\(hint)")
      }
    }
    selected = try selected.flatMap { try Self.named($0, suites, settings) }
    if counted == nil, !list, !help { try checkSizes(suites) }
  }

  /// The suite or `suite/case` of that name; a case may be named without its suite: `reschedule`.
  private static func named(
    _ name: String, _ suites: [BenchmarkSuite], _ settings: BenchmarkSettings
  ) throws -> [String] {
    let suiteName = String(name.prefix { $0 != "/" })
    if let suite = suites.first(where: { $0.name == suiteName }) {
      if name == suiteName { return [name] }
      let cases = suite.caseNames(settings)
      let wanted = String(name.dropFirst(suiteName.count + 1))
      guard !cases.contains(wanted) else { return [name] }
      throw misuse("the suite \(suiteName) has no case '\(wanted)'" + choice(wanted, cases))
    }
    let cases = suites.flatMap { suite in
      suite.caseNames(settings).filter { $0 == name }.map { "\(suite.name)/\($0)" }
    }
    guard cases.isEmpty else { return cases }
    throw misuse("no suite or case '\(name)'" + choice(name, suites.map(\.name)))
  }

  private static func choice(_ name: String, _ known: [String]) -> String {
    let hint = NearestName.advice(name, in: known).map { "; \($0)" } ?? ""
    return "; there are \(known.joined(separator: ", "))\(hint)"
  }

  /// Refuses a size that none of the selected cases has.
  private func checkSizes(_ suites: [BenchmarkSuite]) throws {
    guard !sizes.isEmpty else { return }
    var known: [Int] = []
    for suite in suites {
      for benchmark in suite.cases(settings)
      where selects(suite.name, benchmark.name) && !known.contains(benchmark.size) {
        known.append(benchmark.size)
      }
    }
    guard let wrong = sizes.first(where: { !known.contains($0) }) else { return }
    let what = selected.isEmpty ? "" : " of \(selected.joined(separator: ", "))"
    let list = known.sorted().map { String($0) }.joined(separator: ", ")
    throw Self.misuse("no case\(what) has the size \(wrong); there are \(list)")
  }

  /// Whether the command line selects a case.
  func selects(_ suite: String, _ name: String, size: Int) -> Bool {
    (sizes.isEmpty || sizes.contains(size)) && selects(suite, name)
  }

  private func selects(_ suite: String, _ name: String) -> Bool {
    selected.isEmpty || selected.contains(suite) || selected.contains("\(suite)/\(name)")
  }

  private static func misuse(_ message: String) -> BenchmarkFailure {
    BenchmarkFailure(message: "\(message)\nTry 'bench --help'.", exitCode: 64)
  }
}
