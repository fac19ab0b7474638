import Testing
import Workload

@testable import Device

/// The list of policies and their parameters.
@Suite struct PolicyCatalogTests {
  @Test func everyNamedPolicyIsThere() {
    let expected = [
      "fifo", "lru", "mru", "random", "largest", "smallest", "lfu", "lru2", "lrfu", "lrfu-size",
      "age-size", "gdsf", "hyperbolic", "sieve", "restart-cost", "value", "markov", "ttl",
      "count-cap", "jetsam", "lmkd", "kernel-lmk", "oomd", "belady", "belady-size", "score",
      "relaunch-distance", "lhd", "habit",
    ]
    let names = PolicyRegistry.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names) == Set(expected))
    for name in names { #expect(PolicyRegistry.description(of: name)?.name == name) }
  }

  @Test func onlyBoundsKnowTheFuture() {
    #expect(
      PolicyRegistry.all.filter(\.isClairvoyant).map(\.name).sorted() == ["belady", "belady-size"])
  }

  @Test func descriptionsAreComplete() {
    for description in PolicyRegistry.all {
      #expect(!description.summary.isEmpty && !description.source.isEmpty)
      #expect(description.source.contains("O("), "\(description.name) states no cost")
      for parameter in description.parameters {
        #expect(!parameter.meaning.isEmpty)
        switch (parameter.kind, parameter.defaultValue) {
        case (.number(let range), .number(let value)), (.seconds(let range), .number(let value)):
          #expect(range.contains(value), "\(description.name) \(parameter.name)")
        case (.flag, .flag), (.word, .word): break
        default: Issue.record("\(description.name) \(parameter.name): default of another kind")
        }
      }
    }
  }

  @Test func aNumberOutsideItsRangeIsRefused() throws {
    let launches = PlainLaunches(apps: [0, 1, 2], slots: 2)
    for description in PolicyRegistry.all {
      for parameter in description.parameters {
        let range: ClosedRange<Double>
        switch parameter.kind {
        case .number(let stated), .seconds(let stated): range = stated
        default: continue
        }
        for value in [range.lowerBound - 1, range.upperBound * 2 + 1, .nan] {
          let specification = PolicySpecification(
            description.name, arguments: [.init(parameter.name, .number(value))])
          #expect(throws: RunFailure.self) { try launches.report(specification) }
        }
        for value in [range.lowerBound, range.upperBound] {
          let specification = PolicySpecification(
            description.name, arguments: [.init(parameter.name, .number(value))])
          _ = try launches.report(specification)
        }
      }
    }
  }

  @Test func anUnknownPolicyIsRefused() {
    let launches = PlainLaunches(apps: [0], slots: 1)
    #expect(throws: RunFailure.self) { try launches.report(PolicySpecification("optimal")) }
  }

  /// Parameters change what they should.
  @Test func parametersAreRead() throws {
    let trace = ReferenceTrace.random(seed: 9, apps: 14, requests: 400)
    let launches = PlainLaunches(trace, budget: 900)
    let changes: [(String, PolicySpecification.Argument)] = [
      ("lrfu", .init("half_life", .number(1))), ("lrfu-size", .init("half_life", .number(0.5))),
      ("value", .init("horizon", .number(1))), ("markov", .init("mix", .number(1))),
      ("markov", .init("half_life", .number(1))), ("count-cap", .init("cap", .number(1))),
      ("ttl", .init("after", .number(2))), ("gdsf", .init("bypass", .flag(true))),
    ]
    for (name, argument) in changes {
      let changed = PolicySpecification(name, arguments: [argument])
      let reports = try [PolicySpecification(name), changed].map { try launches.report($0) }
      #expect(reports[0].fingerprint != reports[1].fingerprint, "\(name) \(argument.name)")
      #expect(reports[0].planFingerprint == reports[1].planFingerprint)
    }
  }
}
