import CGSL
import Glibc

extension Sampler {
  /// Draws from the laws that are not worth inlining.
  @usableFromInline
  func drawElsewhere(_ stream: inout RandomStream) -> Double {
    switch kind {
    case .invertedNormal: truncated.quantile(stream.uniform())
    case .weibull: first * pow(stream.exponential(), second)
    case .loglogistic:
      withGSL(&stream) { first * exp(gsl_ran_logistic($0, second)) }
    default: withGSL(&stream) { drawGSL($0) }
    }
  }

  /// Draws by one `gsl_ran_*` function.
  private func drawGSL(_ generator: UnsafePointer<gsl_rng>) -> Double {
    switch kind {
    case .gamma: gsl_ran_gamma(generator, first, second)
    case .gslWeibull: gsl_ran_weibull(generator, first, second)
    case .gslPareto: gsl_ran_pareto(generator, first, second)
    case .beta: pickable[0] + pickable[1] * gsl_ran_beta(generator, first, second)
    case .geometric: Double(gsl_ran_geometric(generator, first))
    case .poisson: Double(gsl_ran_poisson(generator, first))
    case .gslUniform: gsl_ran_flat(generator, first, first + second)
    case .gslExponential: gsl_ran_exponential(generator, first)
    case .gslNormal: first + gsl_ran_gaussian(generator, second)
    case .gslLognormal: gsl_ran_lognormal(generator, first, second)
    case .gslRank: Double(gsl_ran_discrete(generator, discrete.law) + 1)
    case .gslValue: discrete.values[gsl_ran_discrete(generator, discrete.law)]
    case .gslPick: pickable[Int(gsl_rng_uniform_int(generator, UInt(count)))]
    case .gslTruncatedNormal: drawTruncatedGSL(generator)
    case .gslInvertedNormal: truncated.quantile(gsl_rng_uniform_pos(generator))
    case .gslMixture: drawMixtureGSL(generator)
    default: .nan
    }
  }

  private func drawTruncatedGSL(_ generator: UnsafePointer<gsl_rng>) -> Double {
    while true {
      let value = first + gsl_ran_gaussian(generator, second)
      if value >= pickable[0] && value <= pickable[1] { return value }
    }
  }

  private func drawMixtureGSL(_ generator: UnsafePointer<gsl_rng>) -> Double {
    let component = discrete.components[gsl_ran_discrete(generator, discrete.law)]
    // The generator's state is the stream this sampler was given.
    let stream = generator.pointee.state.assumingMemoryBound(to: RandomStream.self)
    return component.draw(&stream.pointee)
  }

  private var truncated: TruncatedNormal { block.load(as: TruncatedNormal.self) }

  private var discrete: DiscreteBlock { block.load(as: DiscreteBlock.self) }
}

/// What a law drawn by `gsl_ran_discrete` needs: GSL's table, and what the index stands for.
struct DiscreteBlock {
  let law: UnsafeMutablePointer<gsl_ran_discrete_t>
  let meaning: UnsafeRawPointer

  var values: UnsafePointer<Double> { meaning.assumingMemoryBound(to: Double.self) }
  var components: UnsafePointer<Sampler> { meaning.assumingMemoryBound(to: Sampler.self) }
}
