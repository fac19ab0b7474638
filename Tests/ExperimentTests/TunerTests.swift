import Device
import Scenario
import Testing

@testable import Experiment

@Suite struct TunerTests {
  @Test func theSimplexFindsTheValleyOfRosenbrock() throws {
    let simplex = Simplex(start: [-1.2, 1], steps: [0.5, 0.5], budget: 400, tolerance: 1e-6)
    let found = try #require(
      simplex.minimum { point in
        let (x, y) = (point[0], point[1])
        return 100 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x)
      })
    #expect(found.value < 1e-6)
    #expect(abs(found.point[0] - 1) < 0.01)
    #expect(found.evaluations <= 400)
  }

  @Test func theSimplexKeepsToItsBudgetAndPassesOverFailures() throws {
    var count = 0
    let simplex = Simplex(start: [0.5], steps: [0.2], budget: 7)
    let found = simplex.minimum { point in
      count += 1
      return point[0] > 0.6 ? nil : point[0]
    }
    #expect(count == 7)
    #expect(try #require(found).value < 0.5)
    #expect(Simplex(start: [0], steps: [1], budget: 5).minimum { _ in nil } == nil)
  }

  private func axis(_ range: ClosedRange<Double>, _ start: Double) -> TuneSpace.Axis {
    TuneSpace.Axis(name: "x", range: range, start: start, isSeconds: false)
  }

  @Test func coordinatesCoverTheRangeAndFoldBack() {
    let axes = [axis(0...1, 0.2), axis(1...31_536_000, 3600), axis(0.1...100_000, 30)]
    for axis in axes {
      let start = axis.coordinate(axis.start)
      #expect(start > 0 && start < 1)
      #expect(abs(axis.value(start) - axis.start) <= axis.start * 1e-3)
      for step in -40...40 {
        let value = axis.value(Double(step) / 16)
        #expect(axis.range.contains(value))
        #expect(value == axis.value(Double(-step) / 16))
        #expect(value == axis.value(2 + Double(step) / 16))
        // What is printed is what was run.
        #expect(Double(TuneSpace.text(value)) == value)
      }
    }
    #expect(axes[0].value(0) == 0)
    #expect(axes[0].value(1) == 1)
    #expect(TuneSpace.text(12.5) == "12.5")
    #expect(TuneSpace.text(0.000001) == "0.000001")
    #expect(TuneSpace.text(-0.25) == "-0.25")
  }

  private func tuner(
    _ policy: String, metric: String = "purges", budget: Int = 12, text: String? = nil
  ) throws -> Tuner {
    let text =
      text
      ?? SmallScenario.text.replacing("sweep: {product: {device.ram: [2 GiB, 3 GiB]}}", with: "")
    let metric = try #require(Metric.index(of: metric))
    let request = Tuner.Request(
      policy: policy, metric: metric, replications: 3, holdout: 4, budget: budget, jobs: 2)
    return try Tuner(request) { (extra) throws(ScenarioError) in
      try ScenarioFile.parse(Array(text.utf8), path: "small.yaml", overrides: extra)
    }
  }

  @Test func aSearchLearnsAndIsTestedOnOthers() throws {
    // The time to live decides how many processes are killed by it: longer is fewer.
    var means: [Double] = []
    let result = try tuner("ttl", metric: "purges_ttl").run { candidate in
      if let mean = candidate.mean { means.append(mean) }
      #expect(candidate.number >= means.count)
      #expect(candidate.entry.hasPrefix("{ttl: {after: "))
    }
    #expect(result.parameters.map(\.name) == ["after"])
    #expect(result.parameters[0].unit == "s" && result.formula == nil)
    #expect(means.count == result.evaluations)
    #expect(result.evaluations <= 12)
    #expect(result.searched.start == means[0])
    #expect(result.searched.found == means.min())
    #expect(result.searched.found < result.searched.start)
    #expect(result.parameters[0].found > 1800)
    #expect(result.heldOut.policies.map(\.label) == ["start", "tuned"])
    #expect(result.heldOut.observations[1].map(\.replication) == [3, 4, 5, 6])
    #expect(result.entry.hasPrefix("{ttl: {after: "))
    #expect(result.entry.hasSuffix(", as: ttl-tuned}"))
    #expect(result.warnings.isEmpty)
    // The entry is one that a scenario may have.
    _ = try SmallScenario.load(SmallScenario.text, "policies=[jetsam, \(result.entry)]")
    let again = try tuner("ttl", metric: "purges_ttl").run { _ in }
    #expect(again.entry == result.entry)
  }

  @Test func theNumbersOfAFormulaAreTuned() throws {
    // Weight 1.0 prefers the small; the more is purged the smaller it is.
    let formula = "idle ^ 0.0 * freed ^ -1.0 / max(launch_cost, 1)"
    let text = SmallScenario.text
      .replacing("sweep: {product: {device.ram: [2 GiB, 3 GiB]}}", with: "")
      .replacing("policies: [", with: "policies: [{score: \"\(formula)\", as: mine}, ")
    let result = try tuner("mine", text: text).run { _ in }
    #expect(result.parameters.map(\.name) == ["[1]", "[2]"])
    #expect(result.formula == "idle ^ [1] * freed ^ -[2] / max(launch_cost, 1)")
    #expect(result.parameters.map(\.start) == [0, 1])
    #expect(result.searched.found < result.searched.start)
    #expect(result.entry.hasPrefix("{score: \"idle ^ "))
    #expect(result.entry.hasSuffix(" / max(launch_cost, 1)\", as: mine-tuned}"))
    _ = try SmallScenario.load(SmallScenario.text, "policies=[jetsam, \(result.entry)]")
    let plain = text.replacing("0.0", with: "0").replacing("1.0", with: "1")
    let problem = #expect(throws: Tuner.Problem.self) { _ = try tuner("mine", text: plain) }
    if case .usage(let message)? = problem { #expect(message.contains("decimal point")) }
  }

  @Test func aStartThatFailsIsNamedWithItsReason() throws {
    let text = SmallScenario.text
      .replacing("sweep: {product: {device.ram: [2 GiB, 3 GiB]}}", with: "run: {max_events: 50}")
      .replacing("policies: [", with: "policies: [{ttl: {after: 9 s}, as: mine}, ")
    let tuner = try tuner("mine", text: text)
    let problem = #expect(throws: Tuner.Problem.self) { _ = try tuner.run { _ in } }
    guard case .failed(let message)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(message.hasPrefix("mine fails at the start: event limit 50 reached"), "\(message)")
  }

  @Test func candidatesThatFailAreCountedWithTheirReason() throws {
    // For a number above 1 / 5 there is no root, and such a formula is refused.
    let formula = "idle * sqrt(1 / 5 - 0.1)"
    let text = SmallScenario.text
      .replacing("sweep: {product: {device.ram: [2 GiB, 3 GiB]}}", with: "")
      .replacing("policies: [", with: "policies: [{score: \"\(formula)\", as: root}, ")
    var failures = 0
    let result = try tuner("root", text: text).run { candidate in
      if candidate.mean == nil { failures += 1 }
    }
    #expect(failures > 0)
    let warning = try #require(result.warnings.first)
    #expect(warning.hasPrefix("\(failures) candidate"), "\(warning)")
    #expect(warning.contains(" failed: policies[0].score: "), "\(warning)")
  }

  @Test func aPointThatIsNotThereIsNotAskedFor() throws {
    let id = try SmallScenario.load().points[1].id
    let request = Tuner.Request(
      policy: "ttl", metric: 0, replications: 3, holdout: 4, budget: 5, jobs: 1,
      point: String(id.dropLast()) + "z")
    let problem = #expect(throws: Tuner.Problem.self) {
      _ = try Tuner(request) { (extra) throws(ScenarioError) in
        try ScenarioFile.parse(Array(SmallScenario.text.utf8), path: "s.yaml", overrides: extra)
      }
    }
    guard case .usage(let message)? = problem else { return }
    #expect(message.contains("there is no point") && message.contains(id), "\(message)")
  }

  @Test func whatCannotBeTunedIsRefused() {
    let cases = [
      ("lru", "purges", "no numeric parameter"), ("lur", "purges", "did you mean 'lru'?"),
      ("ttl", "launches", "neither direction"),
    ]
    for (policy, metric, expected) in cases {
      let problem = #expect(throws: Tuner.Problem.self) { _ = try tuner(policy, metric: metric) }
      guard case .usage(let text)? = problem else { continue }
      #expect(text.contains(expected), "\(text)")
    }
    #expect(throws: Tuner.Problem.self) { _ = try tuner("ttl", text: SmallScenario.text) }
  }
}
