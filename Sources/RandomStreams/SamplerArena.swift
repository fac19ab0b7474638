import CGSL
import Synchronization

/// Which implementation draws.
public enum SamplerMode: String, Sendable, CaseIterable {
  /// Own ziggurats and alias tables where they are faster, GSL for the rest.
  case fast
  /// GSL's `gsl_ran_*` functions throughout, as a reference to check the own samplers against.
  case gsl
}

/// Compiles distributions into samplers and owns their tables.
///
/// The arena must outlive every sampler it compiled. Compiling is safe from several threads; the
/// tables are never written again, so samplers may be shared freely.
///
/// ```swift
/// let arena = SamplerArena()
/// let gap = try arena.compile(.lognormal(mu: 6.12, sigma: 1.98))
/// let seconds = gap.draw(&stream)
/// ```
public final class SamplerArena: Sendable {
  /// How the samplers of this arena draw.
  public let mode: SamplerMode
  private let blocks = Mutex<[Block]>([])

  /// Makes an empty arena.
  public init(mode: SamplerMode = .fast) {
    prepareGSL()
    self.mode = mode
  }

  deinit {
    blocks.withLock { blocks in
      for block in blocks { block.free() }
    }
  }

  /// Compiles a distribution.
  ///
  /// A distribution that cannot vary becomes a constant.
  ///
  /// - Throws: `DistributionError` where a parameter is out of its range.
  /// - Complexity: O(1), or O(*n*) time and memory for a Zipf law, a list or a mixture.
  public func compile(_ distribution: Distribution) throws(DistributionError) -> Sampler {
    try distribution.validate()
    return try compileValid(distribution)
  }

  private func compileValid(_ distribution: Distribution) throws(DistributionError) -> Sampler {
    if distribution.isDeterministic { return .constant(distribution.mean ?? .nan) }
    let fast = mode == .fast
    switch distribution {
    case .constant(let value): return .constant(value)
    case .uniform(let min, let max): return Sampler(fast ? .uniform : .gslUniform, min, max - min)
    case .exponential(let mean): return Sampler(fast ? .exponential : .gslExponential, mean)
    case .normal(let mean, let sd, let min, let max):
      return compileNormal(mean, sd, min, max)
    case .lognormal(let mu, let sigma):
      return Sampler(fast ? .lognormal : .gslLognormal, mu, sigma)
    case .gamma(let shape, let scale): return Sampler(.gamma, shape, scale)
    case .weibull(let scale, let shape):
      return fast ? Sampler(.weibull, scale, 1 / shape) : Sampler(.gslWeibull, scale, shape)
    case .pareto(let shape, let minimum):
      return fast
        ? Sampler(.pareto, minimum, 1 / shape) : Sampler(.gslPareto, shape, minimum)
    case .erlang(let shape, let mean): return Sampler(.gamma, Double(shape), mean / Double(shape))
    case .loglogistic(let scale, let shape): return Sampler(.loglogistic, scale, 1 / shape)
    case .beta(let a, let b, let min, let max):
      return Sampler(.beta, a, b, table: keep([min, max - min]))
    case .geometric(let p): return Sampler(.geometric, p)
    case .poisson(let mean): return Sampler(.poisson, mean)
    case .zipf(let exponent, let count):
      return try compileRanks(Distribution.zipfWeights(exponent, count))
    case .discrete(let values, let weights):
      return try compileChoice(values, weights, fast ? .value : .gslValue)
    case .empirical(let values):
      return Sampler(fast ? .pick : .gslPick, table: keep(values), count: values.count)
    case .mixture(let weights, let components):
      var samplers: [Sampler] = []
      for component in components { samplers.append(try compileValid(component)) }
      return try compileChoice(samplers, weights, fast ? .mixture : .gslMixture)
    }
  }

  private func compileNormal(
    _ mean: Double, _ sd: Double, _ min: Double, _ max: Double
  ) -> Sampler {
    let fast = mode == .fast
    if min == -.infinity && max == .infinity {
      return Sampler(fast ? .normal : .gslNormal, mean, sd)
    }
    let cut = TruncatedNormal(mean: mean, sd: sd, min: min, max: max)
    if !cut.isLikely {
      return Sampler(fast ? .invertedNormal : .gslInvertedNormal, table: keep([cut]))
    }
    let bounds = keep([min, max])
    return Sampler(fast ? .truncatedNormal : .gslTruncatedNormal, mean, sd, table: bounds)
  }

  /// Compiles a law on the ranks 1 … *n*.
  private func compileRanks(_ weights: [Double]) throws(DistributionError) -> Sampler {
    if mode == .gsl {
      let law = try keepGSL(weights)
      let block = keep([DiscreteBlock(law: law, meaning: UnsafeRawPointer(law))])
      return Sampler(.gslRank, table: block)
    }
    let table = AliasTable(weights: weights)
    blocks.withLock { $0.append(.alias(table)) }
    return Sampler(.rank, table: UnsafeRawPointer(table.view.columns), count: weights.count)
  }

  /// Compiles a choice among values or samplers.
  private func compileChoice<Choice: BitwiseCopyable>(
    _ choices: [Choice], _ weights: [Double], _ kind: Sampler.Kind
  ) throws(DistributionError) -> Sampler {
    if mode == .gsl {
      let law = try keepGSL(weights)
      let block = keep([DiscreteBlock(law: law, meaning: keep(choices))])
      return Sampler(kind, table: block)
    }
    let table = AliasTable(weights: weights)
    let block = keep(table.view.columns, choices)
    return Sampler(kind, table: block, count: weights.count)
  }

  /// Keeps a copy of plain values for as long as the arena lives.
  private func keep<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeRawPointer {
    let size = MemoryLayout<Value>.stride * values.count
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    values.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: memory, count: size).copyMemory(from: $0)
    }
    blocks.withLock { $0.append(.memory(memory)) }
    return UnsafeRawPointer(memory)
  }

  /// Keeps the columns of an alias table with what they stand for right behind.
  private func keep<Choice: BitwiseCopyable>(
    _ columns: UnsafePointer<AliasTable.Column>, _ choices: [Choice]
  ) -> UnsafeRawPointer {
    let front = MemoryLayout<AliasTable.Column>.stride * choices.count
    let back = MemoryLayout<Choice>.stride * choices.count
    let memory = UnsafeMutableRawPointer.allocate(byteCount: front + back, alignment: 16)
    memory.copyMemory(from: columns, byteCount: front)
    choices.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: memory + front, count: back).copyMemory(from: $0)
    }
    blocks.withLock { $0.append(.memory(memory)) }
    return UnsafeRawPointer(memory)
  }

  /// Builds and keeps GSL's table for a discrete law.
  private func keepGSL(
    _ weights: [Double]
  ) throws(DistributionError) -> UnsafeMutablePointer<gsl_ran_discrete_t> {
    guard let law = gsl_ran_discrete_preproc(weights.count, weights) else {
      throw DistributionError(
        distribution: "discrete", parameter: "weights", expected: "acceptable to GSL",
        value: "\(weights.count) weights")
    }
    blocks.withLock { $0.append(.law(law)) }
    return law
  }

  /// What the arena owns.
  private enum Block: @unchecked Sendable {
    case memory(UnsafeMutableRawPointer)
    case alias(AliasTable)
    case law(UnsafeMutablePointer<gsl_ran_discrete_t>)

    func free() {
      switch self {
      case .memory(let memory): memory.deallocate()
      case .alias: break
      case .law(let law): gsl_ran_discrete_free(law)
      }
    }
  }
}
