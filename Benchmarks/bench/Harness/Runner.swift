import Glibc

/// Lets our side and its peers take turns, round by round.
///
/// A neighbour that slows the machine for a second slows both sides of a round, so their ratio
/// within the round is steadier than any of the times; the result is the median of these ratios.
struct Runner {
  let settings: BenchmarkSettings
  private let absences = Absences()

  /// The absences that have been told, each once: several cases may have the same peer.
  private final class Absences {
    private var told: Set<String> = []

    func tell(_ peer: String, _ absence: PeerAbsence) {
      let text = "without \(peer): \(absence.reason)"
      if told.insert(text).inserted { StandardStreams.note("bench: \(text)\n") }
    }
  }

  /// Runs one case.
  ///
  /// - Returns: One result per peer, or one without a peer; none where there is nothing to measure.
  /// - Throws: `BenchmarkFailure` when a side breaks down.
  func run(_ benchmark: BenchmarkCase, of suite: String) throws -> [BenchmarkResult] {
    let label = "\(suite)/\(benchmark.name) \(benchmark.size)"
    StandardStreams.begin(label)
    defer { StandardStreams.clear() }
    let ours: Subject
    do {
      ours = try benchmark.ours()
    } catch let absence as PeerAbsence {
      StandardStreams.note("bench: \(label) is left out: \(absence.reason)\n")
      return []
    }
    var peers: [(name: String, subject: Subject?, absence: String?)] = []
    for peer in benchmark.peers {
      do {
        peers.append((peer.name, try peer.start(), nil))
      } catch let absence as PeerAbsence {
        absences.tell(peer.name, absence)
        peers.append((peer.name, nil, absence.reason))
      }
    }
    for peer in benchmark.localPeers {
      peers.append((peer.name, try peer.make(), nil))
    }
    var samples: [Sample] = []
    var peerSamples = [[Sample]](repeating: [], count: peers.count)
    for round in 1...settings.rounds {
      StandardStreams.progress("\(label): round \(round) of \(settings.rounds)")
      samples.append(try ours.run(benchmark.operations))
      for (index, peer) in peers.enumerated() {
        guard let subject = peer.subject else { continue }
        peerSamples[index].append(try subject.run(benchmark.operations))
      }
    }
    var result = BenchmarkResult(suite: suite, name: benchmark.name, size: benchmark.size)
    result.samples = samples
    guard !peers.isEmpty else { return [result] }
    return peers.indices.map { index in
      result.peer = peers[index].name
      result.absence = peers[index].absence
      result.peerSamples = peerSamples[index]
      return result
    }
  }

  /// Pins this process and the peers it will start to one processor, so that no round migrates.
  ///
  /// - Returns: Whether that was possible; it needs `taskset` of util-linux.
  @discardableResult
  static func pin() -> Bool {
    let last = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1, 0)
    return outputOf(["taskset", "-cp", String(last), String(getpid())], isQuiet: true) != nil
  }
}
