import Device
public import Scenario
import Statistics
import Workload

/// A part of the items of a batch: every `count`-th one, from `index` on.
public struct Shard: Sendable, Equatable {
  /// Which part, from 1.
  public let index: Int
  /// How many parts there are.
  public let count: Int

  /// The whole batch.
  public static let whole = Shard(index: 1, count: 1)

  private init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Reads `I/N` with 1 ≤ I ≤ N; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]),
      index >= 1, index <= count
    else { return nil }
    self.init(index: index, count: count)
  }

  /// `2/8`.
  public var text: String { "\(index)/\(count)" }
}

/// The run matrix: point × replication × policy, after filter and shard.
///
/// A *work item* is one (point, replication) with all its policies, because they share one user
/// plan: the user is drawn once and every policy meets the same one.
public struct Batch: Sendable {
  /// The runs of one point.
  public struct PointRuns: Sendable {
    /// The point.
    public let point: Point
    /// The policies that are run.
    public let policies: [PolicyEntry]
    /// The replications that are run; one where nothing is random.
    public let replications: Replications
    /// The number of the first item of the point.
    public let firstItem: Int

    /// The point as tables name it.
    public var identity: PointIdentity {
      PointIdentity(id: point.id, swept: point.swept.map(\.text))
    }

    /// The policies as tables name them.
    public var policyIdentities: [PolicyIdentity] {
      policies.map { entry in
        PolicyIdentity(
          label: entry.label, isClairvoyant: entry.description.isClairvoyant,
          isProven: point.isProven(entry))
      }
    }

    /// How long a run lasts in seconds; nil = as long as its trace.
    public var durationSeconds: Double? { point.duration?.inSeconds }

    /// The start of the measured time in seconds.
    public var warmUpSeconds: Double { point.warmUp.inSeconds }

    /// Whether nothing random remains, so that one replication says everything.
    public var isDeterministic: Bool {
      policies.allSatisfy { point.isDeterministic(under: $0.specification) }
    }
  }

  /// The scenario.
  public let scenario: ScenarioFile
  /// Which runs were asked for.
  public let selection: Selection
  /// Which part of the items is run.
  public let shard: Shard
  /// The points that have runs, in the scenario's order.
  public let points: [PointRuns]

  /// Lays the matrix out.
  ///
  /// - Throws: ``Selection/Refusal`` when nothing is selected.
  /// - Complexity: O(points), and O(replications) with a filter on them.
  public init(
    _ scenario: ScenarioFile, selection: Selection = .all, shard: Shard = .whole
  ) throws(Selection.Refusal) {
    self.scenario = scenario
    self.selection = selection
    self.shard = shard
    var points: [PointRuns] = []
    let asked = try selection.resolved(in: scenario)
    let selected = asked.replications(below: scenario.replications)
    var number = 0
    var hasRuns = false
    var firstItem = 0
    for point in scenario.points
    where asked.selects(
      point: point.id, swept: scenario.sweptKeys, values: point.swept.map(\.text))
    {
      let policies = point.policies.filter {
        asked.selects(policy: $0.label, name: $0.specification.name)
      }
      let isFixed = policies.allSatisfy { point.isDeterministic(under: $0.specification) }
      let all = selected?.count ?? point.replications
      let chosen = isFixed ? (selected?.first ?? 0 == 0 ? min(all, 1) : 0) : all
      hasRuns = hasRuns || chosen > 0 && !policies.isEmpty
      // Items are numbered over all points; a shard takes those whose number leaves its remainder.
      let first = ((shard.index - 1 - number) % shard.count + shard.count) % shard.count
      let replications = Replications(selected, total: chosen, first: first, step: shard.count)
      number += chosen
      guard !policies.isEmpty, !replications.isEmpty else { continue }
      points.append(
        PointRuns(
          point: point, policies: policies, replications: replications, firstItem: firstItem))
      firstItem += replications.count
    }
    guard !points.isEmpty else {
      guard hasRuns else { throw asked.nothingLeft(in: scenario) }
      throw Selection.Refusal(
        message: "shard \(shard.text) has no work item: there \(number == 1 ? "is" : "are") only "
          + "\(number)")
    }
    self.points = points
  }

  /// A single run, whether the scenario has it or not.
  init(_ scenario: ScenarioFile, point: Point, policy: PolicyEntry, replication: Int) {
    self.scenario = scenario
    selection = .all
    shard = .whole
    points = [
      PointRuns(
        point: point, policies: [policy], replications: Replications(only: replication),
        firstItem: 0)
    ]
  }

  /// How many work items there are.
  public var itemCount: Int { points.last.map { $0.firstItem + $0.replications.count } ?? 0 }

  /// How many runs there are.
  public var runCount: Int {
    points.reduce(0) { $0 + $1.policies.count * $1.replications.count }
  }

  /// The most runs a batch may have: a journal keeps 24 bytes an item in memory.
  public static let mostRuns = 100_000_000

  /// Why the batch is too large to be run; nil when it is not.
  public var excess: ScenarioError? {
    guard runCount > Self.mostRuns else { return nil }
    return ScenarioError(
      scenario.position(of: ["replications", "sweep", "policies"]),
      "\(CountText.grouped(points.count)) points with \(CountText.grouped(itemCount)) replications "
        + "in all are \(CountText.grouped(runCount)) runs, at most "
        + "\(CountText.grouped(Self.mostRuns)) can be run at once (take a part: --filter, --shard)")
  }

  /// The folder that the scenario's file names are relative to, if any point needs a trace.
  public var origin: String? {
    let needsFiles = points.contains { runs in
      if case .trace(let trace) = runs.point.workload { trace.path != "-" } else { false }
    }
    guard needsFiles else { return nil }
    let isStandardInput = scenario.path == "-" || scenario.path == "<stdin>"
    return FileSystem.resolved(isStandardInput ? "." : FileSystem.parent(of: scenario.path))
  }

  /// The point and the replication of an item.
  ///
  /// Complexity: O(log points).
  func place(of item: Int) -> (point: Int, replication: Int) {
    var (low, high) = (0, points.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].firstItem <= item { low = middle } else { high = middle }
    }
    return (low, points[low].replications[item - points[low].firstItem])
  }

  /// How the policies are compared, as the scenario says.
  public var comparison: ComparisonPlan {
    let settings = scenario.comparison
    let baseline = settings.baseline ?? scenario.usualBaseline
    let names = settings.metrics.isEmpty ? ComparisonSettings.usualMetrics : settings.metrics
    return ComparisonPlan(
      baseline: baseline ?? "", metrics: names.compactMap { Metric.index(of: $0) },
      adjustment: Adjustment(rawValue: settings.adjustment.rawValue) ?? .holm,
      confidence: settings.confidence)
  }
}
