import Device
public import Scenario
import Statistics
public import Workload

/// Searches the numeric parameters of a policy for the best mean of a metric.
///
/// Every candidate meets the same replications (common random numbers), so that the search compares
/// policies and not users. What was found is then compared to the start on replications that the
/// search never saw; only that difference says anything about new users.
public struct Tuner {
  /// What is searched.
  public struct Request: Sendable {
    /// The label of an entry of the scenario, or the name of a policy.
    public var policy: String
    /// The position of the metric in `Metric.all`.
    public var metric: Int
    /// Replications of the search, from 0 on.
    public var replications: Int
    /// Replications held out, behind those.
    public var holdout: Int
    /// The most evaluations.
    public var budget: Int
    /// The number of threads.
    public var jobs: Int
    /// The id of the point; nil = the only one.
    public var point: String?

    /// Describes a search.
    public init(
      policy: String, metric: Int, replications: Int, holdout: Int, budget: Int, jobs: Int,
      point: String? = nil
    ) {
      self.policy = policy
      self.metric = metric
      self.replications = replications
      self.holdout = holdout
      self.budget = budget
      self.jobs = jobs
      self.point = point
    }
  }

  /// Why a search cannot be done.
  public enum Problem: Error {
    /// The call is wrong.
    case usage(String)
    /// The scenario is wrong.
    case scenario(ScenarioError)
    /// The trace cannot be used.
    case trace(TraceError)
    /// The policy fails at the start, with the reason.
    case failed(String)
  }

  /// One number of the policy before and after.
  public struct Parameter: Sendable {
    /// The key in a scenario; in a formula the place that ``Result/formula`` shows.
    public let name: String
    /// The unit of its values; empty for none.
    public let unit: String
    /// The value at the start.
    public let start: Double
    /// The value that was found.
    public let found: Double
  }

  /// A candidate that was run.
  public struct Candidate: Sendable {
    /// How many were run so far, with this one.
    public let number: Int
    /// The metric's mean over the replications of the search; nil when it failed.
    public let mean: Double?
    /// The values of the parameters, in the order of ``Result/parameters``.
    public let values: [Double]
    /// The entry of a scenario's `policies`.
    public let entry: String
  }

  /// What came out.
  public struct Result: Sendable {
    /// The numbers that were searched.
    public let parameters: [Parameter]
    /// The formula with the places of its numbers, `idle^[1] * freed^[2]`; nil for other policies.
    public let formula: String?
    /// How many candidates were run.
    public let evaluations: Int
    /// The metric's mean in the search, at the start and at the best candidate; flattering.
    public let searched: (start: Double, found: Double)
    /// The held-out results of the start (policy 0) and of what was found (policy 1).
    public let heldOut: PointResults
    /// How the two compare.
    public let plan: ComparisonPlan
    /// The entry of a scenario's `policies`.
    public let entry: String
    /// Why runs failed, one line each for the search and for the held-out replications.
    public let warnings: [String]
  }

  /// The labels in ``Result/heldOut``.
  public static let labels = (start: "start", tuned: "tuned")

  private let load: ([ScenarioOverride]) throws(ScenarioError) -> ScenarioFile
  private let request: Request
  private let space: TuneSpace
  private let point: String
  private let confidence: Double

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - request: What is searched.
  ///   - load: Reads the scenario with some fields replaced.
  /// - Throws: ``Problem``.
  public init(
    _ request: Request,
    load: @escaping ([ScenarioOverride]) throws(ScenarioError) -> ScenarioFile
  ) throws(Problem) {
    self.request = request
    self.load = load
    let scenario: ScenarioFile
    do { scenario = try load([]) } catch { throw .scenario(error) }
    space = try Self.space(request.policy, scenario)
    var points = scenario.points
    if let name = request.point {
      do {
        let id = try RunName.pointID(name, in: points.map(\.id))
        points = points.filter { $0.id == id }
      } catch {
        throw .usage(error.message + "; 'jetsim plan' lists them")
      }
    }
    guard let only = points.first, points.count == 1 else {
      throw .usage(
        "tune needs one point, the scenario has \(scenario.points.count): give --point ID, as "
          + "'jetsim plan' lists them")
    }
    point = only.id
    confidence = scenario.comparison.confidence
    guard Metric.all[request.metric].better != .neither else {
      throw .usage("neither direction of \(Metric.all[request.metric].name) is better")
    }
    guard !only.isDeterministic(under: space.specification) else {
      throw .usage(
        "nothing random remains in this scenario: there are no replications to hold out, and a "
          + "search would only flatter itself")
    }
  }

  private static func space(
    _ name: String, _ scenario: ScenarioFile
  ) throws(Problem) -> TuneSpace {
    let entry = scenario.policies.first { $0.label.isExactly(name) }
    guard let description = entry?.description ?? PolicyRegistry.description(of: name) else {
      let labels = scenario.policies.map(\.label)
      let known = labels + PolicyRegistry.all.map(\.name).filter { !labels.contains($0) }
      let hint =
        NearestName.advice(name, in: known).map { ", \($0)" }
        ?? "; " + RunName.known(known, most: known.count)
      throw .usage("there is no policy '\(name)'\(hint)")
    }
    let space = TuneSpace(entry?.specification ?? PolicySpecification(name), description)
    guard !space.axes.isEmpty else {
      throw .usage(
        description.name.isExactly(FormulaPolicy.description.name)
          ? "the formula has no number with a decimal point, such as 1.0, to tune"
          : "\(description.name) has no numeric parameter to tune")
    }
    return space
  }

  /// Searches, then runs the held-out replications.
  ///
  /// - Parameters:
  ///   - tick: Called about ten times a second while candidates are run.
  ///   - progress: Called with each candidate that was run.
  /// - Returns: What was found, and how it does on the held-out replications.
  /// - Throws: ``Problem``.
  public func run(
    tick: () -> Void = {}, progress: (Candidate) -> Void
  ) throws(Problem) -> Result {
    let starts = space.axes.map(\.start)
    let atStart = try mean(starts, tick)
    guard let startValue = atStart.mean else {
      let why = atStart.failures.isEmpty ? "the metric has no value" : atStart.failures
      throw .failed("\(request.policy) fails at the start: \(why)")
    }
    progress(candidate(1, startValue, starts))
    var best = (values: starts, mean: startValue)
    var evaluations = 1
    var known = [starts: startValue]
    var failed: [String] = []
    var step = 0.2
    // The simplex shrinks into the next hollow; a second one from there may leave it.
    while evaluations < request.budget, step > 0.01 {
      let found = try search(
        from: best.values, step: step, done: &evaluations, known: &known, failed: &failed,
        tick, progress)
      let isBetter = found.map { sign * $0.mean < sign * best.mean } ?? false
      if let found, isBetter { best = found } else { step /= 4 }
      step /= 1.5
    }
    let (heldOut, plan, failures) = try holdOut(best.values, tick)
    return Result(
      parameters: zip(space.axes, best.values).map {
        Parameter(
          name: $0.name, unit: $0.isSeconds ? "s" : "", start: $0.start, found: $1)
      },
      formula: space.markedFormula, evaluations: evaluations, searched: (startValue, best.mean),
      heldOut: heldOut, plan: plan,
      entry: space.entry(best.values, label: tunedLabel),
      warnings: warnings(candidates: failed, heldOut: failures))
  }

  private func warnings(candidates: [String], heldOut: String) -> [String] {
    var warnings: [String] = []
    if !candidates.isEmpty {
      let count = CountText.grouped(candidates.count)
      let who = "\(count) candidate\(candidates.count == 1 ? "" : "s")"
      warnings.append("\(who) failed: \(BatchResults.reasons(candidates))")
    }
    if !heldOut.isEmpty { warnings.append("held-out runs failed: \(heldOut)") }
    return warnings
  }

  /// The label of what was found.
  ///
  /// After the label that was given, but not after one that states parameters: it would state the
  /// old ones.
  private var tunedLabel: String {
    let isGiven = !request.policy.contains("[")
    return "\(isGiven ? request.policy : space.description.name)-tuned"
  }

  private var sign: Double { Metric.all[request.metric].better == .higher ? -1 : 1 }

  private func candidate(_ number: Int, _ mean: Double?, _ values: [Double]) -> Candidate {
    Candidate(
      number: number, mean: mean, values: values, entry: space.entry(values, label: tunedLabel))
  }

  private func search(
    from values: [Double], step: Double, done: inout Int, known: inout [[Double]: Double],
    failed: inout [String], _ tick: () -> Void, _ progress: (Candidate) -> Void
  ) throws(Problem) -> (values: [Double], mean: Double)? {
    let start = zip(space.axes, values).map { $0.coordinate($1) }
    let simplex = Simplex(
      start: start, steps: start.map { $0 + step <= 1 ? step : -step },
      budget: request.budget - done)
    var problem: Problem?
    var (count, memory, reasons) = (done, known, failed)
    func evaluate(_ coordinates: [Double]) -> Double? {
      guard problem == nil else { return nil }
      let values = zip(space.axes, coordinates).map { $0.value($1) }
      if let value = memory[values] { return sign * value }
      do throws(Problem) {
        let (value, failures) = try meanOrRefusal(values, tick)
        if !failures.isEmpty { reasons.append(failures) }
        count += 1
        memory[values] = value
        progress(candidate(count, value, values))
        return value.map { sign * $0 }
      } catch {
        problem = error
        return nil
      }
    }
    let found = withoutActuallyEscaping(evaluate) { simplex.minimum(of: $0) }
    (done, known, failed) = (count, memory, reasons)
    if let problem { throw problem }
    return found.map { found in
      (zip(space.axes, found.point).map { $0.value($1) }, sign * found.value)
    }
  }

  /// As ``mean(_:_:)``; values that a scenario may not have make a failed candidate.
  private func meanOrRefusal(
    _ values: [Double], _ tick: () -> Void
  ) throws(Problem) -> (mean: Double?, failures: String) {
    do throws(Problem) {
      return try mean(values, tick)
    } catch {
      guard case .scenario(let refusal) = error else { throw error }
      return (nil, refusal.message)
    }
  }

  /// The metric's mean over the replications of the search; nil when a run failed, and then why.
  private func mean(
    _ values: [Double], _ tick: () -> Void
  ) throws(Problem) -> (mean: Double?, failures: String) {
    let (results, failures) = try run(
      [space.entry(values, label: Self.labels.tuned)], baseline: Self.labels.tuned,
      filter: "replication<\(request.replications)", tick)
    guard !results.hasFailures else { return (nil, failures) }
    return (
      results.summary(policy: 0, metric: request.metric, confidence: confidence).mean, ""
    )
  }

  private func holdOut(
    _ values: [Double], _ tick: () -> Void
  ) throws(Problem) -> (PointResults, ComparisonPlan, failures: String) {
    let (results, failures) = try run(
      [
        space.entry(space.axes.map(\.start), label: Self.labels.start),
        space.entry(values, label: Self.labels.tuned),
      ], baseline: Self.labels.start, filter: "replication>=\(request.replications)", tick)
    let plan = ComparisonPlan(
      baseline: Self.labels.start, metrics: [request.metric], adjustment: .none,
      confidence: confidence)
    return (results, plan, failures)
  }

  /// Runs some policies at the point; tells why runs failed.
  private func run(
    _ entries: [String], baseline: String, filter: String, _ tick: () -> Void
  ) throws(Problem) -> (PointResults, failures: String) {
    do {
      let scenario = try load([
        ScenarioOverride(key: "policies", text: "[\(entries.joined(separator: ", "))]"),
        ScenarioOverride(key: "compare", text: "{baseline: \(baseline)}"),
        ScenarioOverride(
          key: "replications", text: "\(request.replications + request.holdout)"),
      ])
      let selection = try Selection("point=\(point),\(filter)", swept: scenario.sweptKeys)
      let batch = try Batch(scenario, selection: selection)
      let runner = try BatchRunner(batch, jobs: request.jobs, keepsDetails: false)
      let store = ResultStore(itemCount: batch.itemCount)
      try runner.run(into: store, jobs: request.jobs) { _ in tick() }
      let results = BatchResults(batch: batch, store: store)
      let records = try results.records(of: 0)
      return (
        results.values(of: 0, records: records),
        BatchResults.reasons(records.flatMap { $0.compactMap(\.failure) })
      )
    } catch let error as ScenarioError {
      throw .scenario(error)
    } catch let error as TraceError {
      throw .trace(error)
    } catch let refusal as Selection.Refusal {
      throw .usage(refusal.message)
    } catch {
      throw .usage("\(error)")
    }
  }
}
