import RandomStreams
import Testing
import Workload

@testable import Device

/// The kill loop: lines, bands, causes, one victim at a time.
@Suite struct KillLoopTests {
  /// 1000 MiB; the idle line is at 300, the critical one at 150.
  private static func device(_ sizes: [(String, Double)]) -> Scripted {
    var device = Scripted(sizes.map { Scripted.app($0.0, mebibytes: $0.1) })
    device.device.idleLine = 0.3
    device.device.criticalLine = 0.15
    return device
  }

  @Test func belowTheIdleLineIdleAppsDieOneByOne() throws {
    let device = Self.device([("a", 200), ("b", 200), ("c", 200), ("front", 250)])
    let played = try device.play("0,a,10,,\n20,b,10,,\n40,c,10,,\n60,front,,,")
    // 150 are available; with `a` gone 350, which is enough.
    #expect(played.purges == "60,a,idle-exit")
    #expect(played.count("purges_idle_exit") == 1)
  }

  @Test func theGaugeIsReadAgainOnlyWhenTheMemoryIsBack() throws {
    let device = Self.device([("a", 50), ("b", 200), ("c", 200), ("front", 400)])
    let played = try device.play("0,a,10,,\n20,b,10,,\n40,c,10,,\n60,front,,,")
    // 150 available; `a` brings 200 after 50 ms, `b` 400.
    #expect(played.purges == "60,a,idle-exit\n60.05,b,idle-exit")
    try device.inspect("0,a,10,,\n20,b,10,,\n40,c,10,,\n60,front,,,", at: 60.02) { engine in
      #expect(engine.memory.dying == 50 * 1024)
      #expect(engine.memory.available == 150 * 1024)
    }
    // Events in between do not make it decide again.
    var hasty = device
    hasty.device.killLatencySeconds = 20
    let events = (61..<80).map { "\n\($0),-,,,notify:time" }.joined()
    #expect(
      try hasty.play("0,a,10,,\n20,b,10,,\n40,c,10,,\n60,front,,," + events).purges
        == "60,a,idle-exit\n80,b,idle-exit")
  }

  @Test func withoutKillLatencyMemoryIsBackAtOnce() throws {
    var device = Self.device([("a", 50), ("b", 200), ("c", 200), ("front", 400)])
    device.device.killLatencySeconds = 0
    let played = try device.play("0,a,10,,\n20,b,10,,\n40,c,10,,\n60,front,,,")
    #expect(played.purges == "60,a,idle-exit\n60,b,idle-exit")
  }

  @Test func atTheLineNobodyDies() throws {
    for (size, purges) in [(300.0, 0), (300.001, 1)] {
      let device = Self.device([("a", 400), ("front", size)])
      #expect(try device.play("0,a,10,,\n60,front,,,").count("purges") == purges, "\(size) MiB")
    }
  }

  /// Between the idle and the critical line only the idle band dies.
  @Test func aboveTheCriticalLineWhatRunsIsSafe() throws {
    var device = Self.device([("worker", 400), ("front", 400)])
    device.apps[0].taskProbability = 1
    device.apps[0].taskLengthSeconds = .constant(1000)
    device.device.grantSeconds = .constant(1000)
    let rows = "0,worker,10,,\n60,front,,,"
    #expect(try device.play(rows).purges.isEmpty)
    // Below it, any band.
    device.apps[1].footprintMiB = .constant(451)
    #expect(try device.play(rows).purges == "60,worker,vm-pageshortage")
  }

  /// Idle, ageing, background, frozen, media; the app in front last of all.
  @Test func bandsAscend() throws {
    var device = Self.device([
      ("idle", 20), ("ageing", 20), ("worker", 20), ("frozen", 20), ("player", 20),
      ("front", 400),
    ])
    device.device.grantSeconds = .constant(1000)
    for (index, probability) in [(2, \AppClass.taskProbability), (4, \AppClass.audioProbability)] {
      device.apps[index][keyPath: probability] = 1
    }
    device.apps[2].taskLengthSeconds = .constant(1000)
    device.apps[4].audioLengthSeconds = .constant(1000)
    device.device.freezerSlots = 1
    device.device.freezerLine = 1
    device.device.freezerReserve = 0
    device.device.compressFraction = 0
    device.device.idleLine = 0
    device.device.killLatencySeconds = 0
    let rows =
      "0,frozen,5,,\n10,player,5,,\n20,worker,5,,\n50,idle,5,,\n97,ageing,3,,\n101,front,,,"
    for (line, victims) in [
      (0.51, ["idle"]), (0.53, ["idle", "ageing"]), (0.55, ["idle", "ageing", "worker"]),
      (0.57, ["idle", "ageing", "worker", "frozen"]),
      (0.59, ["idle", "ageing", "worker", "frozen", "player"]),
      (0.61, ["idle", "ageing", "worker", "frozen", "player", "front"]),
    ] {
      device.device.criticalLine = line
      device.end = 101
      let played = try device.play(rows)
      let killed = played.transitions.filter { $0.time == 101 * Ticks.perSecond && $0.cause != nil }
      #expect(killed.map(\.app) == victims.map { device.id($0) }, "line at \(line)")
      #expect(killed.allSatisfy { $0.cause == .vmPageshortage })
      #expect(killed.allSatisfy { $0.trigger == .purge })
    }
  }

  /// A launch that does not fit takes the same way, whatever the lines say.
  @Test func roomForALaunch() throws {
    var device = Self.device([("a", 400), ("b", 400), ("front", 500)])
    device.device.idleLine = 0
    device.device.criticalLine = 0
    let played = try device.play("0,a,10,,\n20,b,10,,\n60,front,,,")
    #expect(played.purges == "60,a,vm-pageshortage")
  }

  @Test func whyIsRecordedAndCounted() throws {
    let device = Self.device([("a", 200), ("b", 200), ("c", 200), ("front", 250)])
    let played = try device.play("0,a,10,,\n20,b,10,,\n40,c,10,,\n60,front,,,")
    for cause in PurgeCause.allCases {
      let count = played.transitions.filter { $0.cause == cause }.count
      #expect(played.count("purges_\(cause.columnName)") == count)
    }
    #expect(played.report.apps[0].purges == 1)
  }

  // MARK: Purgeable memory

  @Test func purgeableMemoryCancelsAKill() throws {
    var device = Self.device([("a", 400), ("front", 350)])
    device.apps[0].purgeableMiB = 100
    let rows = "0,a,10,,\n60,front,,,"
    let played = try device.play(rows)
    #expect(played.purges.isEmpty)
    #expect(played.count("kills_cancelled") == 1)
    try device.inspect(rows, at: 70) { engine in
      #expect(engine.apps[0].footprint == 300 * 1024)
      #expect(engine.memory.available == 350 * 1024)
    }
    // It must lift the gauge above the soft line.
    device.device.softLine = 0.36
    #expect(try device.play(rows).purges == "60,a,idle-exit")
    #expect(try device.play(rows).count("kills_cancelled") == 0)
  }

  @Test func purgeableMemoryIsTakenOncePerStay() throws {
    var device = Self.device([("a", 400), ("b", 100), ("front", 350)])
    device.apps[0].purgeableMiB = 100
    let played = try device.play("0,a,10,,\n60,front,10,,\n100,b,,,")
    // After the cancelled kill 350 are left, and 250 when `b` is launched as well.
    #expect(played.count("kills_cancelled") == 1)
    #expect(played.purges == "100,a,idle-exit")
    // In front it fills its caches again.
    let again = try device.play("0,a,10,,\n60,front,10,,\n80,a,10,,\n100,b,,,")
    #expect(again.count("kills_cancelled") == 1)
    #expect(again.purges == "100,front,idle-exit")
  }

  @Test(arguments: [
    PolicySpecification("largest"),
    PolicySpecification("score", arguments: [.init("formula", .word("footprint"))]),
  ])
  func policiesLearnWhatACancelledKillLeft(policy: PolicySpecification) throws {
    var device = Self.device([("a", 300), ("b", 250), ("front", 200), ("c", 100)])
    device.apps[0].purgeableMiB = 100
    device.policy = policy
    let played = try device.play("0,a,10,,\n20,b,10,,\n60,front,,,\n100,c,,,")
    // `a` was the largest until its purgeable memory had been purged.
    #expect(played.count("kills_cancelled") == 1)
    #expect(played.purges == "100,b,idle-exit")
  }

  // MARK: Soft and fatal limits

  @Test func softLimitsKillBelowTheSoftLine() throws {
    var device = Self.device([("fat", 300), ("slim", 100), ("front", 450)])
    device.device.idleLine = 0
    device.device.criticalLine = 0
    device.apps[0].softLimitMiB = 250
    let rows = "0,slim,10,,\n20,fat,10,,\n60,front,,,"
    device.device.softLine = 0.15
    #expect(try device.play(rows).purges.isEmpty)
    device.device.softLine = 0.16
    // Not the older one, the one over its limit.
    #expect(try device.play(rows).purges == "60,fat,highwater")
    device.apps[0].softLimitMiB = 300
    #expect(try device.play(rows).purges.isEmpty)
    // Purgeable memory that brings it below its limit saves it.
    device.apps[0].softLimitMiB = 250
    device.apps[0].purgeableMiB = 60
    let saved = try device.play(rows)
    #expect(saved.purges.isEmpty)
    #expect(saved.count("kills_cancelled") == 1)
  }

  @Test func anInactiveSoftLimitHoldsInTheIdleBandOnly() throws {
    var device = Self.device([("a", 300), ("front", 600)])
    device.device.idleLine = 0
    device.device.criticalLine = 0
    device.device.softLine = 0.2
    device.apps[0].inactiveSoftLimitMiB = 250
    // Left at 58, idle at 60: killed then, though memory has been short since 58.
    #expect(try device.play("0,a,58,,\n58,front,,,").purges == "60,a,highwater")
    device.apps[0].softLimitMiB = 250
    device.apps[0].inactiveSoftLimitMiB = 350
    #expect(try device.play("0,a,58,,\n58,front,,,").purges == "58,a,highwater")
    #expect(try device.play("0,a,50,,\n58,front,,,").purges.isEmpty)
  }

  @Test func anInactiveFatalLimitKillsAtAnyPressure() throws {
    var device = Scripted("a")
    device.apps[0].inactiveFatalLimitMiB = 99
    #expect(try device.play("0,a,10,,").purges == "12,a,per-process-limit")
    device.apps[0].inactiveFatalLimitMiB = 100
    #expect(try device.play("0,a,10,,").purges.isEmpty)
  }

  @Test func theDeviceSetsAFatalLimitForAll() throws {
    var device = Scripted([Scripted.app("a", mebibytes: 551)])
    device.device.appLimitFraction = 0.55
    #expect(try device.play("0,a,,,").count("failed_launches") == 1)
    device.apps[0].fatalLimitMiB = 600
    #expect(try device.play("0,a,,,").count("failed_launches") == 0)
  }
}
