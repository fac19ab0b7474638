import CGSL
import CShims
import RandomStreams

/// Minimises a function of a few numbers without its derivatives: the simplex method of Nelder and
/// Mead (Computer Journal 7, 1965) as GSL has it (`nmsimplex2`).
struct Simplex {
  /// Where the search begins.
  var start: [Double]
  /// How far the first steps go, one a dimension, not 0.
  var steps: [Double]
  /// The most evaluations.
  var budget: Int
  /// The mean size of the simplex at which the search ends.
  var tolerance = 1e-3

  /// What a value that does not exist counts as; GSL refuses infinity.
  private static let worst = 1e300

  private final class Context {
    let function: ([Double]) -> Double?
    var evaluations = 0
    let budget: Int
    var best: (point: [Double], value: Double)?

    init(budget: Int, _ function: @escaping ([Double]) -> Double?) {
      self.budget = budget
      self.function = function
    }

    func evaluate(_ point: [Double]) -> Double {
      guard evaluations < budget else { return Simplex.worst }
      evaluations += 1
      guard let value = function(point), value.isFinite else { return Simplex.worst }
      if best.map({ value < $0.value }) ?? true { best = (point, value) }
      return value
    }
  }

  /// Searches.
  ///
  /// - Parameter function: The function; nil where it has no value.
  /// - Returns: The best point that was evaluated and how many evaluations there were; nil when no
  ///   evaluation had a value.
  func minimum(
    of function: @escaping ([Double]) -> Double?
  ) -> (point: [Double], value: Double, evaluations: Int)? {
    prepareGSL()
    let count = start.count
    let context = Context(budget: budget, function)
    guard let minimizer = gsl_multimin_fminimizer_alloc(jetsim_nmsimplex2(), count),
      let first = gsl_vector_alloc(count), let step = gsl_vector_alloc(count)
    else { return nil }
    defer {
      gsl_multimin_fminimizer_free(minimizer)
      gsl_vector_free(first)
      gsl_vector_free(step)
    }
    for index in 0..<count {
      gsl_vector_set(first, index, start[index])
      gsl_vector_set(step, index, steps[index])
    }
    var described = gsl_multimin_function(
      f: { vector, raw in
        guard let vector, let raw else { return Simplex.worst }
        let point = (0..<vector.pointee.size).map { gsl_vector_get(vector, $0) }
        return Unmanaged<Context>.fromOpaque(raw).takeUnretainedValue().evaluate(point)
      }, n: count, params: Unmanaged.passUnretained(context).toOpaque())
    withExtendedLifetime(context) {
      withUnsafeMutablePointer(to: &described) { function in
        guard gsl_multimin_fminimizer_set(minimizer, function, first, step) == 0 else { return }
        while context.evaluations < budget,
          gsl_multimin_fminimizer_iterate(minimizer) == 0,
          gsl_multimin_fminimizer_size(minimizer) > tolerance
        {}
      }
    }
    return context.best.map { ($0.point, $0.value, context.evaluations) }
  }
}
