import Device
import Experiment
import Foundation
import Scenario
import Testing

@testable import Report

@Suite struct ResultsWriterTests {
  private static let text = """
    version: 1
    name: written
    seed: 3
    duration: 6 h
    replications: 3
    device: {ram: 2 GiB}
    apps: [{name: app, count: 20, footprint: {lognormal: {median: 300 MiB, sigma: 0.5}}}]
    policies: [jetsam, {gdsf: {cost: 1}}, {lru: {}, as: "old, first"}, belady]
    sweep: {product: {device.ram: [2 GiB, 4 GiB]}}
    """

  private func batch(_ overrides: String...) throws -> Batch {
    let text = Self.text.replacing("old, first", with: "old first")
    return try Batch(
      try ScenarioFile.parse(
        Array(text.utf8), path: "written.yaml",
        overrides: overrides.compactMap { ScenarioOverride(argument: $0) },
        policies: PolicyRegistry.all))
  }

  private func folder() -> String {
    NSTemporaryDirectory() + "jetsim-\(UUID().uuidString)"
  }

  /// Runs a batch into a new folder and returns its path.
  private func write(_ batch: Batch, jobs: Int = 2) throws -> String {
    let path = folder()
    let runner = try BatchRunner(batch, jobs: jobs)
    let prepared = try OutputFolder.prepare(
      path, existing: .refuse, identity: runner.identity, itemCount: batch.itemCount)
    guard case .open(let folder, let store) = prepared else { return path }
    try runner.run(into: store, jobs: jobs)
    let results = BatchResults(batch: batch, store: store)
    let writer = ResultsWriter(results, to: folder, runner)
    _ = try writer.write(identity: runner.identity) { _, _, _ in }
    try folder.finish()
    return path
  }

  private func lines(_ path: String, _ file: String) throws -> [String] {
    let text = String(decoding: try FileSystem.read("\(path)/\(file)"), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  @Test func filesHaveTheColumnsOfTheInterface() throws {
    let path = try write(try batch())
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(
      try FileSystem.names(in: path) == [
        "apps.csv", "compare.csv", "manifest.json", "runs.csv", "summary.csv", "survival.csv",
        "timing.csv",
      ])
    let runs = try lines(path, "runs.csv")
    #expect(runs.count == 1 + 2 * 4 * 3)
    #expect(
      runs[0].hasPrefix(
        "point,device.ram,policy,replication,seed,status,fingerprint,plan_fingerprint,events,"
          + "launches,cold_launches,warm_launches,resumes,"))
    #expect(
      try lines(path, "summary.csv")[0]
        == "point,device.ram,policy,metric,n,mean,sd,half_width,lo,hi,confidence,method")
    #expect(
      try lines(path, "compare.csv")[0]
        == "point,device.ram,metric,baseline,policy,n,diff,lo,hi,p,p_adjusted,correlation,"
        + "variance_ratio,rank")
    for file in ["runs.csv", "summary.csv", "compare.csv", "timing.csv"] {
      let columns = try lines(path, file).map {
        $0.split(separator: ",", omittingEmptySubsequences: false).count
      }
      #expect(Set(columns).count == 1, "\(file)")
      let text = try lines(path, file).joined()
      #expect(!text.contains("nan") && !text.contains("inf,"), "\(file)")
    }
  }

  @Test func threadsChangeNoByte() throws {
    let paths = [try write(try batch(), jobs: 1), try write(try batch(), jobs: 4)]
    defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
    for file in ["runs.csv", "summary.csv", "compare.csv", "manifest.json"] {
      #expect(try FileSystem.read("\(paths[0])/\(file)") == FileSystem.read("\(paths[1])/\(file)"))
    }
  }

  @Test func manifestIsJSONAndKnowsTheBounds() throws {
    let path = try write(try batch())
    defer { try? FileManager.default.removeItem(atPath: path) }
    let data = Data(try FileSystem.read("\(path)/manifest.json"))
    let manifest = try #require(
      JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(manifest["program"] as? String == "jetsim")
    #expect(manifest["seed"] as? Int == 3)
    let policies = try #require(manifest["policies"] as? [[String: Any]])
    #expect(
      policies.map { $0["label"] as? String } == ["jetsam", "gdsf[cost=1]", "old first", "belady"])
    #expect(policies.map { $0["bound"] as? Bool } == [false, false, false, true])
    #expect((manifest["scenario"] as? [String: Any])?["name"] as? String == "written")
    let columns = try #require(manifest["columns"] as? [String: [String]])
    #expect(columns["runs.csv"]?.joined(separator: ",") == (try lines(path, "runs.csv"))[0])
  }

  @Test func savedResultsCompareAsTheRunDid() throws {
    let batch = try batch()
    let path = try write(batch)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let saved = try SavedResults(folder: path)
    #expect(saved.comparison == batch.comparison)
    var report = ComparisonReport(
      format: .csv, plan: saved.comparison, sweptKeys: saved.sweptKeys)
    try saved.forEachPoint(metrics: saved.comparison.metrics) { report.add($0) }
    #expect(Array(report.text.utf8) == (try FileSystem.read("\(path)/compare.csv")))
    var json = ComparisonReport(
      format: .json, plan: saved.comparison, sweptKeys: saved.sweptKeys)
    try saved.forEachPoint(metrics: saved.comparison.metrics) { json.add($0) }
    let rows = try #require(
      JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [[String: Any]])
    #expect(rows.count == (try lines(path, "compare.csv")).count - 1)
  }

  @Test func failuresAreListedWithTheirReasons() throws {
    let path = try write(try batch("run.max_events=20"))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let failures = try lines(path, "failures.csv")
    #expect(failures[0] == "point,device.ram,policy,replication,seed,reason")
    #expect(failures.count == 1 + 2 * 4 * 3)
    #expect(failures[1].contains("event limit 20"))
    #expect(try lines(path, "runs.csv")[1].contains(",failed,"))
  }
}
