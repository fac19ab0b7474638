import Glibc
import RandomStreams
import Testing
import Workload

@testable import Scenario

@Suite struct DistributionDecodingTests {
  private func distribution(
    _ text: String, _ quantity: Quantity = .mebibytes, folder: String = ""
  ) throws -> Distribution {
    let node = try YAMLNode.parse(Array(text.utf8), file: "f")
    return try FieldNode(node: node, path: "x").distribution(quantity, folder: folder)
  }

  private func failure(_ text: String, _ quantity: Quantity = .mebibytes) -> String {
    do {
      Issue.record("\(text) is \(try distribution(text, quantity))")
      return ""
    } catch {
      return "\(error)"
    }
  }

  private static let accepted: [(String, Distribution)] = [
    ("220 MiB", .constant(220)),
    ("{constant: {value: 1 GiB}}", .constant(1024)),
    ("{uniform: {min: 5 MiB, max: 20 MiB}}", .uniform(min: 5, max: 20)),
    ("{exponential: {mean: 3 MiB}}", .exponential(mean: 3)),
    ("{normal: {mean: 9 MiB, sd: 2 MiB}}", .normal(mean: 9, sd: 2, min: 0)),
    (
      "{normal: {mean: 9 MiB, sd: 2 MiB, min: 1 MiB, max: 12 MiB}}",
      .normal(mean: 9, sd: 2, min: 1, max: 12)
    ),
    ("{lognormal: {mu: 4, sigma: 0.5}}", .lognormal(mu: 4, sigma: 0.5)),
    ("{lognormal: {median: 220 MiB, sigma: 0.5}}", .lognormal(mu: log(220), sigma: 0.5)),
    ("{gamma: {shape: 2.5, scale: 8 MiB}}", .gamma(shape: 2.5, scale: 8)),
    ("{weibull: {scale: 1 GiB, shape: 0.52}}", .weibull(scale: 1024, shape: 0.52)),
    ("{pareto: {shape: 1.5, minimum: 4 MiB}}", .pareto(shape: 1.5, minimum: 4)),
    ("{erlang: {shape: 3, mean: 6 MiB}}", .erlang(shape: 3, mean: 6)),
    ("{loglogistic: {scale: 6 MiB, shape: 2}}", .loglogistic(scale: 6, shape: 2)),
    ("{beta: {a: 2, b: 3, min: 1 MiB, max: 2 MiB}}", .beta(a: 2, b: 3, min: 1, max: 2)),
    ("{geometric: {p: 20 %}}", .geometric(p: 0.2)),
    ("{poisson: {mean: 5 MiB}}", .poisson(mean: 5)),
    ("{zipf: {exponent: 1.2, count: 50}}", .zipf(exponent: 1.2, count: 50)),
    (
      "{discrete: {values: [1 MiB, 2 MiB], weights: [0.5, 1]}}",
      .discrete(values: [1, 2], weights: [0.5, 1])
    ),
    ("{empirical: {values: [1 MiB, 1 GiB]}}", .empirical(values: [1, 1024])),
    (
      "{mixture: {components: [3 MiB, {exponential: {mean: 3 MiB}}], weights: [1, 3]}}",
      .mixture(weights: [1, 3], components: [.constant(3), .exponential(mean: 3)])
    ),
  ]

  @Test func everyDistribution() throws {
    for (text, expected) in Self.accepted { #expect(try distribution(text) == expected, "\(text)") }
    let covered = Self.accepted.map(\.1.name)
    for name in DistributionForm.names { #expect(covered.contains(name), "\(name)") }
  }

  @Test func printedDistributionsReadBackExactly() throws {
    for (_, expected) in Self.accepted {
      for text in [expected.resolved(.mebibytes).flow, expected.resolved(.mebibytes).json] {
        #expect(try distribution(text) == expected, "\(text)")
      }
    }
  }

  @Test func lognormalByMeanAndSpread() throws {
    let value = try distribution("{lognormal: {mean: 326 s, sd: 569 s}}", .seconds)
    #expect(value == (try Distribution.lognormal(mean: 326, sd: 569)))
    #expect(
      failure("{lognormal: {median: 3 MiB, sd: 1 MiB}}")
        == "f:1:13: error: x.lognormal: expected either mu and sigma, or median and sigma, or mean "
        + "and sd")
    #expect(
      failure("{lognormal: {median: 3 MiB}}")
        == "f:1:13: error: missing key 'sigma' in x.lognormal")
  }

  @Test func parametersTakeTheFieldsUnit() {
    #expect(
      failure("{lognormal: {median: 220, sigma: 0.5}}").hasPrefix(
        "f:1:22: error: x.lognormal.median: found '220', expected a size with a unit"))
    #expect(
      failure("{lognormal: {median: 220 MiB, sigma: 0.5}}", .seconds).hasPrefix(
        "f:1:22: error: x.lognormal.median: found '220 MiB', expected a duration with a unit"))
    #expect(failure("{lognormal: {mu: 3 MiB, sigma: 1}}").contains("x.lognormal.mu: found '3 MiB'"))
    #expect(failure("220").hasPrefix("f:1:1: error: x: found '220', expected a size with a unit"))
  }

  @Test func shapesThatAreNone() {
    #expect(
      failure("{lognorml: {mu: 1, sigma: 1}}")
        == "f:1:2: error: unknown key 'lognorml' in x (did you mean 'lognormal'?)")
    #expect(failure("{cauchy: {x: 1}}").contains("expected one of constant, uniform, exponential"))
    #expect(failure("[1 MiB, 2 MiB]").contains("or one distribution {name: {parameter: value}}"))
    #expect(failure("{}").contains("or one distribution"))
    #expect(
      failure("{uniform: {min: 1 MiB, max: 2 MiB}, gamma: {}}").contains("or one distribution"))
    #expect(
      failure("{uniform: [50, 450]}")
        == "f:1:11: error: x.uniform: found a list, expected a mapping (key: value)")
    #expect(
      failure("{uniform: {min: 1 MiB, mx: 2 MiB}}")
        == "f:1:24: error: unknown key 'mx' in x.uniform (did you mean 'max'?)")
    #expect(failure("{uniform: {min: 1 MiB}}") == "f:1:11: error: missing key 'max' in x.uniform")
    #expect(failure("{uniform: }") == "f:1:11: error: missing key 'min' in x.uniform")
  }

  @Test func impossibleParametersPointToTheirPlace() {
    #expect(
      failure("{lognormal: {mu: 1, sigma: -1}}")
        == "f:1:28: error: x.lognormal.sigma: found '-1', expected a finite number >= 0")
    #expect(
      failure("{uniform: {min: 5 MiB, max: 2 MiB}}")
        == "f:1:29: error: x.uniform.max: found '2 MiB', expected a number >= min (5.0) (in MiB)")
    #expect(
      failure("{uniform: {min: -5 MiB, max: 2 MiB}}").contains("f:1:17: error: x.uniform.min"))
    #expect(failure("{exponential: {mean: 0 MiB}}").contains("f:1:22: error: x.exponential.mean"))
    #expect(failure("{geometric: {p: 0}}").contains("f:1:17: error: x.geometric.p: found '0'"))
    #expect(
      failure("{lognormal: {mean: 0 MiB, sd: 1 MiB}}").contains("1:20: error: x.lognormal.mean"))
    #expect(
      failure("{gamma: {shape: .nan, scale: 1 MiB}}").contains("f:1:17: error: x.gamma.shape"))
    #expect(
      failure("{discrete: {values: [1 MiB, 2 MiB], weights: [1]}}")
        == "f:1:46: error: x.discrete.weights: found a list, expected as many as values (2)")
    #expect(
      failure("{discrete: {values: [1 MiB, -2 MiB], weights: [1, 1]}}").hasPrefix(
        "f:1:29: error: x.discrete.values[1]: found '-2 MiB'"))
    #expect(
      failure("{discrete: {values: [1 MiB], weights: [0]}}").hasPrefix(
        "f:1:39: error: x.discrete.weights: found a list, expected numbers with a finite sum > 0"))
    #expect(
      failure("{mixture: {components: [{gamma: {shape: 0, scale: 1 MiB}}], weights: [1]}}")
        == "f:1:41: error: x.mixture.components[0].gamma.shape: found '0', "
        + "expected a finite number "
        + "> 0")
    #expect(
      failure("{empirical: {values: []}}").contains("x.empirical.values: found an empty list"))
    #expect(failure("{erlang: {shape: 0, mean: 1 MiB}}").contains("f:1:18: error: x.erlang.shape"))
  }

  @Test func empiricalFiles() throws {
    let csv = "\u{feff}app,\"gap, raw\",gap_s\r\nchat,x,12.5\r\n\r\n\"mail, new\",x,1e3\r\n"
    let files = ["gaps.csv": csv, "bad.csv": "a,b\n1,2\n3\n4,x\n", "empty.csv": "a,b\n"]
    try withFolder(files) { (folder: String) throws in
      func values(_ parameters: String) throws -> Distribution {
        try distribution("{empirical: {\(parameters)}}", .seconds, folder: folder)
      }
      func failure(_ parameters: String) -> String {
        do {
          Issue.record("\(try values(parameters))")
          return ""
        } catch {
          return String("\(error)".replacing(folder + "/", with: ""))
        }
      }
      #expect(try values("file: gaps.csv, column: gap_s") == .empirical(values: [12.5, 1000]))
      #expect(
        try values("file: gaps.csv, column: gap_s, unit: min") == .empirical(values: [750, 60000]))
      #expect(
        failure("file: gaps.csv, column: gap_m")
          == "gaps.csv:1:1: error: the header has no column 'gap_m'; it has 'app', 'gap, raw', "
          + "'gap_s'; did you mean 'gap_s'?")
      #expect(
        failure("file: bad.csv, column: b")
          == "bad.csv:3:2: error: 1 column where the header has 2")
      #expect(failure("file: empty.csv, column: b").contains("no row behind its header"))
      #expect(
        failure("file: none.csv, column: b")
          == "f:1:20: error: 'none.csv': cannot open: No such file or directory")
      #expect(failure("file: gaps.csv") == "f:1:13: error: missing key 'column' in x.empirical")
      #expect(failure("file: g.csv, values: [1 s]").contains("either values or file, not both"))
      #expect(failure("file: gaps.csv, column: app").contains("gaps.csv:2:1: error: found 'chat'"))
      #expect(
        failure("file: gaps.csv, column: gap_s, unit: MiB").contains("expected one of s ms min h d")
      )
    }
  }
}
