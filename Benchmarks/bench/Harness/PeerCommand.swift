import Glibc

/// A program in `Benchmarks/peers` that performs the same workload, compiled when first needed.
///
/// Its side of the conversation: it sets itself up and warm, says `ready`; then for each line
/// `OPERATIONS` on its input it performs so many, going on where it stopped, and answers
/// `NANOSECONDS-PER-OPERATION DIGEST`, the digest as 16 hexadecimal digits or `-` if it draws its
/// own random numbers. It ends with its input.
struct PeerCommand {
  /// The name in the `peer` field.
  let name: String

  /// The source file in `Benchmarks/peers`, whose ending decides how it is run.
  let source: String

  /// What to pass to the program.
  let arguments: [String]

  /// The share of a round's operations that this peer is asked for; less for the slow ones.
  var share = 1.0

  /// Builds the program if need be, starts it and waits until it is warm.
  ///
  /// - Returns: The peer as a subject of measurement.
  /// - Throws: `PeerAbsence` where its compiler or interpreter is missing.
  func start() throws -> Subject {
    let child = try ChildProcess(try PeerBuild.command(for: source) + arguments)
    guard try child.receive() == "ready" else {
      throw BenchmarkFailure(message: "\(source) does not keep to the protocol")
    }
    return Subject { operations in
      try child.send(String(max(Int(Double(operations) * share), 1)))
      let answer = try child.receive()
      let fields = answer.split(separator: " ")
      guard fields.count == 2, let nanoseconds = Double(fields[0]) else {
        throw BenchmarkFailure(message: "\(source) answered \"\(answer)\"")
      }
      return Sample(nanoseconds: nanoseconds, digest: UInt64(fields[1], radix: 16))
    }
  }
}

/// Why a peer takes no part: something it needs is not installed.
struct PeerAbsence: Error {
  let reason: String
}

/// Turns sources in `Benchmarks/peers` into programs in `.build/peers`.
enum PeerBuild {
  /// The command line that starts a peer, after compiling it where that has not been done.
  static func command(for source: String) throws -> [String] {
    let path = Package.root + "/Benchmarks/peers/" + source
    switch source.split(separator: ".").last {
    case "cpp": return [try compiled(path, with: cxxCompiler)]
    case "rs": return [try compiled(path, with: rustCompiler)]
    case "py":
      // The name of the module it needs ends the name of the script.
      let module = source.dropLast(3).split(separator: "_").last ?? "simpy"
      guard outputOf(["python3", "-c", "import \(module)"], isQuiet: true) != nil else {
        throw PeerAbsence(reason: "python3 with \(module) is not installed")
      }
      return ["python3", path]
    default:
      throw BenchmarkFailure(message: "no rule to run \(source)")
    }
  }

  /// Without contraction to fused operations a peer computes the same times as Swift does.
  private static let cxxCompiler = [
    "g++", "-O3", "-march=native", "-ffp-contract=off", "-std=c++20", "-o",
  ]
  private static let rustCompiler = [
    "rustc", "--edition=2021", "-C", "opt-level=3", "-C", "target-cpu=native", "-o",
  ]

  /// Compiles a source unless a program of the same text, headers and compiler is in the cache.
  private static func compiled(_ path: String, with compiler: [String]) throws -> String {
    guard let version = outputOf([compiler[0], "--version"], isQuiet: true) else {
      throw PeerAbsence(reason: "\(compiler[0]) is not installed")
    }
    let folder = Package.root + "/.build/peers"
    try Package.createFolder(folder)
    let header = Package.root + "/Benchmarks/peers/protocol.hpp"
    let text = try Package.contents(path) + Package.contents(header)
    let key = fingerprint(text + compiler.joined() + version)
    let stem = path.split(separator: "/").last?.split(separator: ".").first ?? "peer"
    let program = "\(folder)/\(stem)-\(compiler[0])-\(String(key, radix: 16))"
    if access(program, X_OK) == 0 { return program }
    StandardStreams.note("compiling \(path)\n")
    let unfinished = "\(program).\(getpid())"
    guard outputOf(compiler + [unfinished, path]) != nil, rename(unfinished, program) == 0 else {
      throw BenchmarkFailure(message: "\(compiler[0]) fails on \(path)")
    }
    return program
  }

  /// FNV-1a over 64 bits; names a file, nothing depends on its quality.
  private static func fingerprint(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
