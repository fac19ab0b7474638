import Device
public import Scenario
import Workload

/// One run of a results folder: how to run it again, and what it came to.
///
/// Everything is read from the folder's manifest and table; the scenario file is not needed any
/// more, only the trace where a trace drives the device.
public struct SavedRun: Sendable {
  /// The scenario as the manifest has it.
  public let scenario: ScenarioFile
  /// Which run it is.
  public let name: RunName
  /// Hash of every transition; nil when the run failed.
  public let fingerprint: String?
  /// Hash of the user plan; nil when the run failed.
  public let planFingerprint: String?
  /// The version of the program that wrote the folder.
  public let version: String

  /// The point.
  public var point: Point { scenario.points[name.point] }
  /// The policy.
  public var policy: PolicyEntry { scenario.policies[name.policy] }
  /// The replication.
  public var replication: Int { name.replication }
  /// The full name.
  public var text: String { "\(point.id)/\(policy.label)/\(replication)" }

  /// Finds a run.
  ///
  /// - Parameters:
  ///   - path: The results folder.
  ///   - run: The name of the run, see ``RunName``.
  ///   - files: The folder that file names of the scenario are relative to; nil = the folder that
  ///     the scenario was in, else the current one.
  /// - Throws: ``ReplayError``.
  public init(folder path: String, run: String, files: String? = nil) throws(ReplayError) {
    let folder = OutputFolder(path: path)
    let manifest = folder.file(OutputFolder.manifestName)
    let text = try Self.manifestText(folder)
    let origin = files ?? Self.origin(folder) ?? "."
    version = Self.field("version", in: text) ?? "unknown"
    do {
      scenario = try ScenarioFile.parse(
        Array(try Self.scenarioText(in: text, file: manifest).utf8),
        path: "\(origin)/\(OutputFolder.manifestName)")
    } catch {
      // The manifest is there: what cannot be read is a file that the scenario names.
      throw error.kind == .io
        ? .trace(TraceError(file: manifest, cannotRead: error.message)) : .results(.manifest(error))
    }
    do {
      name = try RunName(run, in: scenario)
    } catch {
      throw .usage(error.message)
    }
    guard !scenario.policies[name.policy].description.isOffline else {
      throw .usage(
        "\(scenario.policies[name.policy].label) is a bound found in the plan: nothing happens in "
          + "it that could be replayed")
    }
    let row: SavedRow
    do {
      row = try SavedRow.find(
        path: folder.file("runs.csv"), point: scenario.points[name.point].id,
        policy: scenario.policies[name.policy].label, replication: name.replication)
    } catch {
      switch error {
      case .table(let error): throw .results(.table(error))
      case .absent(let text): throw .usage(text)
      }
    }
    fingerprint = row.fingerprint
    planFingerprint = row.planFingerprint
  }

  private static func manifestText(_ folder: OutputFolder) throws(ReplayError) -> String {
    do {
      if try FileSystem.kind(of: folder.file(OutputFolder.journalName)) == .file {
        throw ReplayError.results(.unfinished(folder.path))
      }
      if try FileSystem.kind(of: folder.path) == .folder,
        try FileSystem.kind(of: folder.file(OutputFolder.manifestName)) == .nothing
      {
        throw ReplayError.results(.noResults(folder.path))
      }
      let bytes = try FileSystem.read(folder.file(OutputFolder.manifestName))
      return String(decoding: bytes, as: UTF8.self)
    } catch let error as FileError {
      throw .results(.file(error))
    } catch let error as ReplayError {
      throw error
    } catch {
      throw .setup("\(error)")
    }
  }

  /// The last field of the manifest.
  private static func scenarioText(
    in manifest: String, file: String
  ) throws(ScenarioError) -> Substring {
    guard let start = manifest.ranges(of: "\n  \"scenario\": ").last?.upperBound,
      let end = manifest.lastIndex(of: "}"), start < end
    else {
      throw ScenarioError(
        SourcePosition(file: file, line: 1, column: 1), "a manifest of jetsim has a scenario here")
    }
    return manifest[start..<end]
  }

  /// A field of the manifest that holds a text without escapes.
  private static func field(_ key: String, in manifest: String) -> String? {
    guard let start = manifest.ranges(of: "\n  \"\(key)\": \"").first?.upperBound,
      let end = manifest[start...].firstIndex(of: "\"")
    else { return nil }
    return String(manifest[start..<end])
  }

  /// The folder that the scenario was in, where it is known and still there.
  private static func origin(_ folder: OutputFolder) -> String? {
    guard let bytes = try? FileSystem.read(folder.file(OutputFolder.originName)) else { return nil }
    let line = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
    guard !line.isEmpty, (try? FileSystem.kind(of: String(line))) == .folder else { return nil }
    return String(line)
  }
}

/// What `runs.csv` says about one run.
private struct SavedRow {
  let fingerprint: String?
  let planFingerprint: String?

  enum Problem: Error {
    case table(TraceError)
    case absent(String)
  }

  /// Reads the table until the row is found.
  ///
  /// Complexity: O(rows).
  static func find(
    path: String, point: String, policy: String, replication: Int
  ) throws(Problem) -> SavedRow {
    var others: [String] = []
    do throws(TraceError) {
      var csv = try CSVReader(CSVInput(path: path), separator: UInt8(ascii: ","))
      let points = try csv.requiredColumn("point")
      let policies = try csv.requiredColumn("policy")
      let replications = try csv.requiredColumn("replication")
      let status = try csv.requiredColumn("status")
      let fingerprints = try csv.requiredColumn("fingerprint")
      let planFingerprints = try csv.requiredColumn("plan_fingerprint")
      while try csv.next() {
        guard try csv.text(points).isExactly(point), try csv.text(policies).isExactly(policy)
        else { continue }
        let number = try csv.text(replications)
        guard number.isExactly("\(replication)") else {
          others.append(number)
          continue
        }
        guard try csv.isOk(status) else {
          return SavedRow(fingerprint: nil, planFingerprint: nil)
        }
        return SavedRow(
          fingerprint: try csv.text(fingerprints), planFingerprint: try csv.text(planFingerprints))
      }
    } catch {
      throw .table(error)
    }
    guard let first = others.first, let last = others.last else {
      throw .absent("\(policy) was not run at the point \(point): runs.csv has no row of it")
    }
    let range = others.count == 1 ? "only \(first)" : "those from \(first) to \(last)"
    throw .absent("replication \(replication) of \(policy) was not run, \(range)")
  }
}
