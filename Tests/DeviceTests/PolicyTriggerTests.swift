import RandomStreams
import Testing
import Workload

@testable import Device

/// Kills that policies add by a trigger of their own.
@Suite struct PolicyTriggerTests {
  private func purges(_ played: Played) -> [(String, Double, PurgeCause)] {
    played.transitions.compactMap { record in
      record.cause.map { (played.catalog.name(of: Int(record.app)), record.time.inSeconds, $0) }
    }
  }

  @Test func aTimeToLiveEndsAtItsTime() throws {
    var device = Scripted("a", "b")
    device.policy = PolicySpecification("ttl", arguments: [.init("after", .number(100))])
    // `a` is used at 0 and at 50, `b` at 60; both are idle from 2 s after they are left.
    let played = try device.play("0,a,5,,\n50,a,5,,\n60,b,5,,\n65,-,,,home")
    let found = purges(played)
    #expect(found.map(\.0) == ["a", "b"])
    #expect(found.map(\.1) == [150, 160])
    #expect(found.allSatisfy { $0.2 == .ttl })
    #expect(played.report.value("purges_ttl") == 2)
  }

  @Test func usesDoNotRenewATimeToLiveThatIsNotRenewed() throws {
    var device = Scripted("a", "b")
    device.policy = PolicySpecification(
      "ttl", arguments: [.init("after", .number(100)), .init("renewed", .flag(false))])
    let played = try device.play("0,a,5,,\n50,a,5,,\n60,b,5,,\n65,-,,,home")
    #expect(purges(played).map(\.1) == [100, 160])
  }

  /// An app in front whose time is up goes when it becomes idle.
  @Test func theAppInFrontOutlivesItsTime() throws {
    var device = Scripted("a", "b")
    device.policy = PolicySpecification("ttl", arguments: [.init("after", .number(10))])
    let played = try device.play("0,a,50,,\n50,-,,,home")
    #expect(purges(played).map(\.1) == [52])
  }

  @Test func aCapHoldsTheNumberOfSuspendedApps() throws {
    var device = Scripted("a", "b", "c", "d")
    device.policy = PolicySpecification("count-cap", arguments: [.init("cap", .number(2))])
    // The fourth app leaves the front at 30 and is idle at 32: four idle apps, two too many.
    let played = try device.play("0,a,5,,\n10,b,5,,\n20,c,5,,\n25,-,,,home\n30,d,5,,\n35,-,,,home")
    #expect(purges(played).map(\.0) == ["a", "b"])
    #expect(purges(played).map(\.1) == [27, 37])
    #expect(played.report.value("purges_count_cap") == 2)
  }

  @Test func helpersCountOnlyWhenAsked() throws {
    var helper = Scripted.app("helper", mebibytes: 10)
    helper.kind = .daemon
    helper.count = 5
    helper.demandLengthSeconds = .constant(1)
    for countsHelpers in [false, true] {
      var device = Scripted([Scripted.app("a"), helper])
      device.policy = PolicySpecification(
        "count-cap",
        arguments: [.init("cap", .number(2)), .init("helpers", .flag(countsHelpers))])
      let events = (1...5).map { (Double($0), PlanEventKind.demand, "helper-\($0)") }
      let played = try device.play(
        events: events + [(10, .open, "a"), (20, .home, ""), (100, .open, "a")])
      #expect(purges(played).count == (countsHelpers ? 4 : 0))
    }
  }

  @Test func oomdWaitsItsDurationAndRestsAfterAKill() throws {
    var device = Scripted("a", "b", "c", mebibytes: 300)
    device.device.compressLine = 1
    device.device.compressorLimit = 0.1
    device.policy = PolicySpecification(
      "oomd",
      arguments: [
        .init("used", .number(0.3)), .init("duration", .number(30)), .init("rest", .number(15)),
      ])
    let played = try device.play("0,a,5,,\n10,b,5,,\n20,c,5,,\n25,-,,,home")
    let found = purges(played).filter { $0.2 == .oomd }
    #expect(found.count >= 1)
    for (earlier, later) in zip(found, found.dropFirst()) { #expect(later.1 - earlier.1 >= 15) }
    #expect((found.first?.1 ?? 0) >= 30)
  }

  @Test func withoutATriggerThereAreNoSuchKills() throws {
    for name in ["jetsam", "lru", "habit", "value"] {
      let scenario = try RandomScenario(seed: 7, isPlain: false)
      let report = try PolicyRegistry.run(
        PolicySpecification(name), scenario.run, plan: scenario.plan)
      for column in ["purges_ttl", "purges_count_cap", "purges_oomd"] {
        #expect(report.value(column) == 0)
      }
    }
  }
}
