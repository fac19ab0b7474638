import CGSL
import CShims
import RandomStreams

/// Random numbers alone: making a keyed stream, and one draw of each distribution.
///
/// The peer draws the same law by GSL from its Mersenne twister, in this process.
var randomSuite: BenchmarkSuite {
  BenchmarkSuite(name: "random", summary: "one draw of each distribution, against GSL mt19937") {
    settings in
    let ranks = settings.quick ? [1000] : [1000, 1_000_000]
    return [keyed(settings)]
      + [
        law(.uniform(min: 0, max: 1), settings) { gsl_rng_uniform($0) },
        law(.exponential(mean: 2), settings) { gsl_ran_exponential($0, 2) },
        law(.normal(mean: 0, sd: 1), settings) { gsl_ran_ugaussian($0) },
        law(.lognormal(mu: 1, sigma: 0.5), settings) { gsl_ran_lognormal($0, 1, 0.5) },
        law(.gamma(shape: 2.5, scale: 2), settings) { gsl_ran_gamma($0, 2.5, 2) },
        law(.weibull(scale: 88, shape: 0.65), settings) { gsl_ran_weibull($0, 88, 0.65) },
        law(.pareto(shape: 2, minimum: 1), settings) { gsl_ran_pareto($0, 2, 1) },
        law(.poisson(mean: 3), settings) { Double(gsl_ran_poisson($0, 3)) },
      ] + ranks.map { zipf($0, settings) }
  }
}

/// Makes a stream from a new key for every draw, as the simulation does.
private func keyed(_ settings: BenchmarkSettings) -> BenchmarkCase {
  BenchmarkCase(
    name: "keyed_uniform", size: 1, operations: operations(settings),
    ours: {
      var occurrence: UInt64 = 0
      var digest: UInt64 = 0
      let family = StreamFamily(seed: 1, replication: 0)
      return Subject { operations in
        timed(operations) {
          for _ in 0..<operations {
            var stream = family.stream(.bench, entity: 7, occurrence: occurrence)
            occurrence &+= 1
            digest = (digest ^ stream.next()) &* digestFactor
          }
          return digest
        }
      }
    })
}

/// Draws one law with our sampler and with GSL's.
@inline(__always)
private func law(
  _ distribution: Distribution, size: Int = 1, _ settings: BenchmarkSettings,
  peer draw: @escaping (UnsafePointer<gsl_rng>) -> Double
) -> BenchmarkCase {
  BenchmarkCase(
    name: distribution.name, size: size, operations: operations(settings),
    ours: { try SamplerRun(distribution).subject },
    localPeers: [
      (
        name: "gsl mt19937",
        make: {
          let twister = try Twister()
          return Subject { operations in
            timed(operations) {
              for _ in 0..<operations { twister.sum += draw(twister.generator) }
              return nil
            }
          }
        }
      )
    ])
}

/// Draws ranks; GSL has no Zipf sampler, so its general discrete one holds the weights.
private func zipf(_ count: Int, _ settings: BenchmarkSettings) -> BenchmarkCase {
  let table = LazyTable(count)
  return law(.zipf(exponent: 1, count: count), size: count, settings) {
    Double(gsl_ran_discrete($0, table.law))
  }
}

private func operations(_ settings: BenchmarkSettings) -> Int {
  settings.quick ? 200_000 : 4_000_000
}

/// A sampler drawing on and on from one stream.
private final class SamplerRun {
  private let arena = SamplerArena()
  private let sampler: Sampler
  private var stream = StreamFamily(seed: 1, replication: 0)
    .stream(.bench, entity: 0, occurrence: 0)
  private var sum = 0.0

  init(_ distribution: Distribution) throws { sampler = try arena.compile(distribution) }

  /// The digest is the stream's next word: which words were used, not the last bit of a `log`.
  var subject: Subject {
    Subject { operations in
      timed(operations) {
        self.draw(operations)
        var rest = self.stream
        return rest.next()
      }
    }
  }

  private func draw(_ operations: Int) {
    var stream = stream
    var sum = sum
    for _ in 0..<operations { sum += sampler.draw(&stream) }
    self.stream = stream
    self.sum = sum
  }
}

/// GSL's Mersenne twister, and a place for what it draws.
private final class Twister {
  let generator: UnsafeMutablePointer<gsl_rng>
  var sum = 0.0

  init() throws {
    guard let generator = gsl_rng_alloc(jetsim_gsl_mt19937()) else {
      throw BenchmarkFailure(message: "GSL has no memory for its generator", exitCode: 74)
    }
    self.generator = generator
  }

  deinit { gsl_rng_free(generator) }
}

/// GSL's table of the harmonic weights, built on first use and kept for the rest of the run.
private final class LazyTable {
  private let count: Int
  lazy var law: UnsafeMutablePointer<gsl_ran_discrete_t>? = gsl_ran_discrete_preproc(
    count, (1...count).map { 1 / Double($0) })

  init(_ count: Int) { self.count = count }

  deinit { gsl_ran_discrete_free(law) }
}
