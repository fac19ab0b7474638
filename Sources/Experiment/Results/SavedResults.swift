import Device
public import Scenario
import Statistics
public import Workload

/// The results in an output folder: `manifest.json` and `runs.csv`.
public struct SavedResults: Sendable {
  /// The swept fields, in the order of the columns.
  public let sweptKeys: [String]
  /// The policies, in the scenario's order.
  public let policies: [PolicyIdentity]
  /// How they are compared unless the user says otherwise.
  public let comparison: ComparisonPlan
  private let runsPath: String
  /// How many rows `runs.csv` has.
  private let runCount: Int
  let survivalPath: String

  /// Why saved results cannot be used.
  public enum Problem: Error {
    /// A file is missing or unreadable.
    case file(FileError)
    /// The folder is no results folder.
    case noResults(String)
    /// The run is not finished.
    case unfinished(String)
    /// The manifest is not one.
    case manifest(ScenarioError)
    /// The table is damaged.
    case table(TraceError)

    /// One line for the user.
    public var message: String {
      switch self {
      case .file(let error): error.message
      case .noResults(let path):
        "\(path) is no results folder: it has no \(OutputFolder.manifestName)"
      case .unfinished(let path): "\(path) is not finished: 'jetsim run … --resume' continues it"
      case .manifest(let error): error.description
      case .table(let error): error.description
      }
    }

    /// Whether the message begins with the place of the error in a file.
    public var isLocated: Bool {
      switch self {
      case .file, .noResults, .unfinished: false
      case .manifest, .table: true
      }
    }

    /// Whether the content is wrong, as opposed to a failed operation.
    public var isContent: Bool {
      switch self {
      case .file, .noResults, .unfinished: false
      case .manifest(let error): error.exitCode == 65
      case .table(let error): error.kind == .content
      }
    }
  }

  /// Reads the manifest of a folder.
  ///
  /// - Throws: ``Problem``.
  public init(folder path: String) throws(Problem) {
    let folder = OutputFolder(path: path)
    runsPath = folder.file("runs.csv")
    survivalPath = folder.file("survival.csv")
    let bytes: [UInt8]
    let isUnfinished: Bool
    let hasManifest: Bool
    do throws(FileError) {
      isUnfinished = try FileSystem.kind(of: folder.file(OutputFolder.journalName)) == .file
      hasManifest =
        try FileSystem.kind(of: folder.file(OutputFolder.manifestName)) != .nothing
      bytes =
        hasManifest && !isUnfinished
        ? try FileSystem.read(folder.file(OutputFolder.manifestName)) : []
    } catch {
      throw .file(error)
    }
    if isUnfinished { throw .unfinished(path) }
    if !hasManifest { throw .noResults(path) }
    let manifest = ManifestReader(file: folder.file(OutputFolder.manifestName))
    do {
      let head = try manifest.head(of: bytes)
      sweptKeys = try manifest.texts("swept", in: head)
      policies = try manifest.policies(in: head)
      comparison = try manifest.comparison(in: head)
      runCount = try manifest.runCount(in: head)
    } catch {
      throw .manifest(error)
    }
  }

  /// Reads the runs point by point; memory holds one point at a time.
  ///
  /// - Parameters:
  ///   - metrics: The metrics to read, as positions in `Metric.all`; what a ratio among them
  ///     consists of is read too. The others stay nil.
  ///   - visit: Called with the values of each point.
  /// - Throws: ``Problem``, from the table; also when it has not every run once.
  public func forEachPoint(
    metrics: [Int], _ visit: (PointResults) -> Void
  ) throws(Problem) {
    do throws(TraceError) {
      let parts = metrics.flatMap {
        PointResults.ratioParts(of: $0).map { [$0.above, $0.below] } ?? []
      }
      var table = try RunTable(path: runsPath, sweptKeys: sweptKeys, metrics: metrics + parts)
      var point: PointIdentity?
      var finished: Set<ExactText> = []
      var observations = policies.map { _ in [Observation]() }
      var rows = 0
      func finish() {
        guard let point else { return }
        finished.insert(ExactText(point.id))
        let present = policies.indices.filter { !observations[$0].isEmpty }
        visit(
          PointResults(
            point: point, policies: present.map { policies[$0] },
            observations: present.map { observations[$0] }))
        for policy in observations.indices { observations[policy] = [] }
      }
      while let row = try table.next(policies: policies) {
        if row.point != point {
          if let point, row.point.id.isExactly(point.id) { throw table.sweptError() }
          finish()
          if finished.contains(ExactText(row.point.id)) { throw table.orderError() }
          point = row.point
        }
        let last = observations[row.policy].last?.replication ?? -1
        guard row.observation.replication > last else { throw table.orderError() }
        observations[row.policy].append(row.observation)
        rows += 1
      }
      guard rows == runCount else { throw table.countError(rows, expected: runCount) }
      finish()
    } catch {
      throw .table(error)
    }
  }
}

/// Reads the part of a manifest that does not grow with the sweep.
private struct ManifestReader {
  let file: String

  func head(of bytes: [UInt8]) throws(ScenarioError) -> YAMLNode {
    // JSON is YAML. What follows may be longer than a scenario is allowed to be.
    let text = String(decoding: bytes, as: UTF8.self)
    let end = text.ranges(of: "\n  \"points\": ").first?.lowerBound ?? text.endIndex
    let head = end == text.endIndex ? text : text[..<end] + "\n}"
    return try YAMLNode.parse(Array(head.utf8), file: file)
  }

  func texts(_ key: String, in node: YAMLNode) throws(ScenarioError) -> [String] {
    guard case .sequence(let items) = node.value(key)?.content else { throw missing(key, node) }
    return items.compactMap { item in
      if case .scalar(let text, _) = item.content { text } else { nil }
    }
  }

  func policies(in node: YAMLNode) throws(ScenarioError) -> [PolicyIdentity] {
    guard case .sequence(let items) = node.value("policies")?.content else {
      throw missing("policies", node)
    }
    var policies: [PolicyIdentity] = []
    for item in items {
      policies.append(
        PolicyIdentity(
          label: try text("label", in: item), isClairvoyant: try text("bound", in: item) == "true",
          isProven: flag("proven", in: item)))
    }
    return policies
  }

  func comparison(in node: YAMLNode) throws(ScenarioError) -> ComparisonPlan {
    guard let confidence = Double(try text("confidence", in: node)), confidence > 0, confidence < 1
    else { throw missing("confidence", node) }
    guard let adjustment = Adjustment(rawValue: try text("adjust", in: node)) else {
      throw missing("adjust", node)
    }
    return ComparisonPlan(
      baseline: try text("baseline", in: node),
      metrics: try texts("metrics", in: node).compactMap { Metric.index(of: $0) },
      adjustment: adjustment, confidence: confidence)
  }

  func runCount(in node: YAMLNode) throws(ScenarioError) -> Int {
    guard let count = Int(try text("runs", in: node)) else { throw missing("runs", node) }
    return count
  }

  /// A switch that older manifests lack.
  private func flag(_ key: String, in node: YAMLNode) -> Bool {
    if case .scalar("true", _) = node.value(key)?.content { true } else { false }
  }

  private func text(_ key: String, in node: YAMLNode) throws(ScenarioError) -> String {
    guard case .scalar(let text, _) = node.value(key)?.content else { throw missing(key, node) }
    return text
  }

  private func missing(_ key: String, _ node: YAMLNode) -> ScenarioError {
    ScenarioError(node.position, "a manifest of jetsim has a valid '\(key)' here")
  }
}

/// Reads `runs.csv`, whose columns are found by name.
private struct RunTable: ~Copyable {
  struct Row {
    let point: PointIdentity
    let policy: Int
    let observation: Observation
  }

  /// Where the columns are.
  private struct Columns {
    let point: Int
    let swept: [Int]
    let policy: Int
    let replication: Int
    let status: Int
    /// Where the hashes are; nil in a table without them.
    let hashes: (transitions: Int, plan: Int)?
    /// The column of each metric that is wanted and there.
    let metrics: [Int?]

    init(
      _ csv: borrowing CSVReader, sweptKeys: [String], metrics wanted: [Int]
    ) throws(TraceError) {
      point = try csv.requiredColumn("point")
      var swept: [Int] = []
      for key in sweptKeys { swept.append(try csv.requiredColumn(key)) }
      self.swept = swept
      policy = try csv.requiredColumn("policy")
      replication = try csv.requiredColumn("replication")
      status = try csv.requiredColumn("status")
      if let transitions = try csv.column("fingerprint"),
        let plan = try csv.column("plan_fingerprint")
      {
        hashes = (transitions, plan)
      } else {
        hashes = nil
      }
      var metrics: [Int?] = []
      for (index, metric) in Metric.all.enumerated() {
        metrics.append(wanted.contains(index) ? try csv.column(metric.name) : nil)
      }
      self.metrics = metrics
    }
  }

  private var csv: CSVReader
  private let columns: Columns

  init(path: String, sweptKeys: [String], metrics: [Int]) throws(TraceError) {
    let reader = try CSVReader(CSVInput(path: path), separator: UInt8(ascii: ","))
    guard FileSystem.endsWithLine(path) else {
      throw TraceError(
        file: path, message: "the table is cut off: its last line has no end",
        suggestion: Self.advice)
    }
    columns = try Columns(reader, sweptKeys: sweptKeys, metrics: metrics)
    csv = reader
  }

  mutating func next(policies: [PolicyIdentity]) throws(TraceError) -> Row? {
    guard try csv.next() else { return nil }
    var values: [String] = []
    for column in columns.swept { values.append(try csv.text(column)) }
    let identity = PointIdentity(id: try csv.text(columns.point), swept: values)
    let label = try csv.text(columns.policy)
    guard let index = policies.firstIndex(where: { $0.label.isExactly(label) }) else {
      throw csv.error(
        columns.policy, "the manifest has no policy \(TraceError.quote(label))",
        suggestion: NearestName.advice(label, in: policies.map(\.label)))
    }
    guard let number = Int(try csv.text(columns.replication)) else {
      throw csv.error(columns.replication, "this is no replication")
    }
    return Row(
      point: identity, policy: index,
      observation: Observation(
        replication: number, values: try readMetrics(), hashes: try readHashes()))
  }

  /// What helps: the journal is gone, but the same batch gives the same table.
  private static let advice = "the command that made it makes it again with --force"

  /// The error of a row that is there twice or out of order.
  func orderError() -> TraceError {
    csv.error(
      columns.replication,
      "the runs of a point and policy do not ascend here: a row is repeated or "
        + "moved", suggestion: Self.advice)
  }

  /// The error of a row whose swept values are not those of its point.
  func sweptError() -> TraceError {
    csv.error(
      columns.point, "the swept values differ from those of the same point above",
      suggestion: Self.advice)
  }

  /// The error of a table that lacks rows, or has too many.
  func countError(_ count: Int, expected: Int) -> TraceError {
    TraceError(
      file: csv.fileName, message: "the table has \(count) rows, the manifest says \(expected)",
      suggestion: Self.advice)
  }

  private mutating func readHashes() throws(TraceError) -> RunHashes? {
    guard let columns = columns.hashes, !csv.isBlank(columns.transitions) else { return nil }
    return RunHashes(
      transitions: try readHash(columns.transitions), plan: try readHash(columns.plan))
  }

  private mutating func readHash(_ column: Int) throws(TraceError) -> UInt64 {
    guard let hash = UInt64(try csv.text(column), radix: 16) else {
      throw csv.error(column, "this is no fingerprint")
    }
    return hash
  }

  private mutating func readMetrics() throws(TraceError) -> [Double?] {
    guard try csv.isOk(columns.status) else { return [] }
    var values: [Double?] = []
    for column in columns.metrics {
      guard let column, !csv.isBlank(column) else {
        values.append(nil)
        continue
      }
      let text = try csv.text(column)
      // `Double` reads hexadecimal numbers too.
      guard let value = Double(text), value.isFinite, !text.utf8.contains(UInt8(ascii: "x"))
      else {
        throw csv.error(column, "this is no number")
      }
      values.append(value)
    }
    return values
  }
}

extension CSVReader {
  /// Whether the status of a run is `ok`; anything but that and `failed` is an error.
  mutating func isOk(_ column: Int) throws(TraceError) -> Bool {
    let status = try text(column)
    if status.isExactly("ok") { return true }
    if status.isExactly("failed") { return false }
    throw error(
      column, "the status \(TraceError.quote(status)) is unknown; ok or failed was expected")
  }
}
