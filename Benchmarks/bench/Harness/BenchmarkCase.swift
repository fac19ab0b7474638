/// A family of measurements that `--suite` selects by name; one file in `Suites/` makes one.
struct BenchmarkSuite {
  /// The name on the command line and in the `suite` field.
  let name: String

  /// What the suite measures, in half a line, for `--list`.
  let summary: String

  /// The cases of the suite, made anew for each run.
  let cases: (BenchmarkSettings) -> [BenchmarkCase]

  /// The names of the cases, each once.
  func caseNames(_ settings: BenchmarkSettings) -> [String] {
    var names: [String] = []
    for benchmark in cases(settings) where !names.contains(benchmark.name) {
      names.append(benchmark.name)
    }
    return names
  }
}

/// The suites with their cases and sizes: what `--list` prints.
enum SuiteList {
  static func text(of suites: [BenchmarkSuite], _ settings: BenchmarkSettings) -> String {
    let all = suites.map { ($0, $0.cases(settings)) }
    let width = all.flatMap { $1.map(\.name.count) }.max() ?? 0
    return all.map { suite, cases in
      let lines = suite.caseNames(settings).map { name in
        let sizes = cases.filter { $0.name == name }.map { String($0.size) }
        let padding = String(repeating: " ", count: width - name.count)
        return "  \(name)\(padding)  \(sizes.joined(separator: ", "))\n"
      }
      return "\(suite.name): \(suite.summary)\n" + lines.joined()
    }.joined(separator: "\n")
  }
}

/// How thorough a run is.
struct BenchmarkSettings {
  /// Fewer rounds, smaller sizes; for smoke tests.
  var quick = false

  /// How often each case and its peers take turns.
  var rounds: Int { quick ? 3 : 9 }
}

/// One row of the result: something of ours, measured in turns with the peers it is held against.
struct BenchmarkCase {
  /// The name in the `case` field; unique together with the size in its suite.
  let name: String

  /// The number of pending events, logical processes or apps, whatever the case calls its size.
  let size: Int

  /// How many operations one round performs.
  let operations: Int

  /// Sets our side up, warm; called just before the first round.
  ///
  /// It throws `PeerAbsence` where there is nothing to measure.
  let ours: () throws -> Subject

  /// The other sides, the one that the ratio is stated against first; may be empty.
  var peers: [PeerCommand] = []

  /// Named peers that run in this process (another library, another variant).
  var localPeers: [(name: String, make: () throws -> Subject)] = []
}

/// Something set up that performs operations and says how long they took.
struct Subject {
  /// Performs so many operations, going on where the last call stopped.
  let run: (_ operations: Int) throws -> Sample
}

/// What one round of one side came to.
struct Sample {
  /// Thread CPU time per operation.
  var nanoseconds: Double

  /// A hash over everything the workload popped since it began, or nil where a side draws its
  /// own random numbers, so that no two sides can agree.
  var digest: UInt64?

  /// Further figures for the JSON line, such as `bytes_per_app`; the last round's are reported.
  var extras: [(name: String, value: Double)] = []
}

/// All rounds of one case against one peer, or against none.
struct BenchmarkResult {
  let suite: String
  let name: String
  let size: Int
  /// One element per round, ours and the peer's at the same index from the same turn.
  var samples: [Sample] = []
  var peer: String?
  var peerSamples: [Sample] = []
  /// Why the peer could not be measured, if so.
  var absence: String?

  /// The median of ours in nanoseconds per operation.
  var nanoseconds: Double { median(samples.map(\.nanoseconds)) }

  /// The median of the peer's in nanoseconds per operation.
  var peerNanoseconds: Double? {
    peerSamples.isEmpty ? nil : median(peerSamples.map(\.nanoseconds))
  }

  /// Ours over the peer's in the same round, one per round.
  var ratios: [Double] {
    zip(samples, peerSamples).map { $0.nanoseconds / $1.nanoseconds }
  }

  /// The median of `ratios`.
  var ratio: Double? {
    peerSamples.isEmpty ? nil : median(ratios)
  }

  /// Whether both sides popped the same in every round, or nil where that cannot be compared.
  var digestsAgree: Bool? {
    let pairs = zip(samples, peerSamples).compactMap { ours, peer in
      ours.digest.flatMap { ourDigest in peer.digest.map { ourDigest == $0 } }
    }
    return pairs.isEmpty ? nil : pairs.allSatisfy { $0 }
  }
}
