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

      --suite      measure these suites or cases only; CASE alone will do
      --size       measure cases of these sizes only
      --quick      three short rounds of smaller sizes instead of nine
      --json       one JSON object a line instead of the table
      --baseline   compare ratios with those of an earlier --json output
      --list       name the suites and end
      --instructions  perform a case once, to be run under an instruction counter
      --no-pin     leave the choice of the processor to the system

    exit: 0 ok, 1 a ratio is worse than the baseline, 2 a digest differs from the peer's,
          64 usage, 65 unusable baseline, 74 a peer or a file fails

    """

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
        guard let names = rest.popFirst() else { throw Self.misuse("--suite needs a name") }
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
      default: throw Self.misuse("unknown argument \(word)")
      }
    }
    selected = try selected.flatMap { try Self.named($0, suites, settings) }
  }

  /// The suite or `suite/case` of that name; a case may be named without its suite: `reschedule`.
  private static func named(
    _ name: String, _ suites: [BenchmarkSuite], _ settings: BenchmarkSettings
  ) throws -> [String] {
    let suite = String(name.prefix { $0 != "/" })
    if suites.contains(where: { $0.name == suite }) { return [name] }
    let cases = suites.flatMap { suite in
      suite.cases(settings).filter { $0.name == name }.map { "\(suite.name)/\($0.name)" }
    }
    guard cases.isEmpty else { return cases }
    let known = suites.map(\.name).joined(separator: ", ")
    throw misuse("no suite \(suite); there are \(known)")
  }

  /// Whether the command line selects a case.
  func selects(_ suite: String, _ name: String, size: Int) -> Bool {
    guard sizes.isEmpty || sizes.contains(size) else { return false }
    return selected.isEmpty || selected.contains(suite) || selected.contains("\(suite)/\(name)")
  }

  private static func misuse(_ message: String) -> BenchmarkFailure {
    BenchmarkFailure(message: "\(message)\n\(usage)", exitCode: 64)
  }
}
