import Scenario
import Testing

@testable import Experiment

@Suite struct SelectionTests {
  private let swept = ["device.ram", "apps.chat.count"]

  private func selects(
    _ text: String, point: String = "p1", values: [String] = ["4 GiB", "3"],
    policy: String = "gdsf[cost=1]", name: String = "gdsf", replication: Int = 4
  ) throws -> Bool {
    let selection = try Selection(text, swept: swept)
    return selection.selects(point: point, swept: swept, values: values)
      && selection.selects(policy: policy, name: name)
      && selection.selects(replication: replication)
  }

  @Test func conditionsHold() throws {
    let holding = [
      "policy=gdsf", "policy=gdsf[cost=1]", "policy = gdsf", "policy!=lru", "point=p1",
      "device.ram=4 GiB", "device.ram=4GiB", "apps.chat.count=3", "device.ram=4096 MiB",
      "apps.chat.count=3.0",
      "replication=4",
      "replication<5", "replication<=4", "replication>3", "replication>=4", "replication!=3",
      "policy=gdsf,replication<5", "policy=gdsf and device.ram=4 GiB and point!=p2",
    ]
    for text in holding { #expect(try selects(text), "\(text)") }
    let failing = [
      "policy=lru", "policy!=gdsf", "policy=gdsf[cost=2]", "point=p", "device.ram=6 GiB",
      "device.ram!=4 GiB", "replication<4", "replication=5", "policy=gdsf,replication=5",
    ]
    for text in failing { #expect(try !selects(text), "\(text)") }
  }

  @Test func bracketsProtectCommas() throws {
    let label = "lrfu[lambda=0.1,size=true]"
    #expect(try selects("policy=\(label),replication<5", policy: label, name: "lrfu"))
  }

  @Test func nonsenseIsRefused() {
    let cases = [
      ("", "empty"), (" , ", "empty"), ("policy", "no condition"), ("polcy=lru", "'polcy'"),
      ("device.cores=4", "device.ram"), ("replication=x", "'x'"), ("policy<lru", "= or !="),
      ("device.ram>4 GiB", "= or !="),
    ]
    for (text, expected) in cases {
      let refusal = #expect(throws: Selection.Refusal.self) {
        _ = try Selection(text, swept: swept)
      }
      #expect(refusal?.message.contains(expected) == true, "\(text): \(refusal?.message ?? "")")
    }
  }

  private func refusal(_ filter: String, shard: String = "1/1") throws -> String? {
    let scenario = try SmallScenario.load()
    let selection = try Selection(filter, swept: scenario.sweptKeys)
    let refusal = #expect(throws: Selection.Refusal.self) {
      _ = try Batch(scenario, selection: selection, shard: try #require(Shard(shard)))
    }
    return refusal?.message
  }

  @Test func aFilterThatSelectsNothingSaysWhatThereIs() throws {
    let cases = [
      ("policy=nosuch", "no policy is 'nosuch'; there are jetsam, "),
      ("policy=jetsm", "did you mean 'jetsam'?"),
      ("device.ram=5 GiB", "device.ram is never '5 GiB'; there are 2 GiB, 3 GiB"),
      ("replication=999", "no run meets all its conditions (replications are 0 to "),
      ("point=zz", "there is no point 'zz'; there are "),
    ]
    for (filter, expected) in cases {
      let message = try refusal(filter) ?? ""
      #expect(message.hasPrefix("the filter '\(filter)' selects no run: "), "\(message)")
      #expect(message.contains(expected), "\(message)")
    }
    let shard = try refusal("replication=0", shard: "9/9")
    #expect(shard == "shard 9/9 has no work item: there are only 2")
  }

  @Test func pointsMayBeShortened() throws {
    let scenario = try SmallScenario.load()
    let id = scenario.points[1].id
    for length in [6, 12] {
      let selection = try Selection("point=\(id.prefix(length))", swept: scenario.sweptKeys)
      #expect(try Batch(scenario, selection: selection).points.map(\.point.id) == [id])
      let others = try Selection("point!=\(id.prefix(length))", swept: scenario.sweptKeys)
      #expect(
        try Batch(scenario, selection: others).points.map(\.point.id) == [scenario.points[0].id])
    }
  }

  @Test func shardsAreReadStrictly() {
    #expect(Shard("1/4")?.text == "1/4")
    #expect(Shard("4/4")?.index == 4)
    for text in ["0/4", "5/4", "1", "1/", "/4", "1/4/2", "a/b", "-1/4", "1/0", ""] {
      #expect(Shard(text) == nil, "\(text)")
    }
  }
}
