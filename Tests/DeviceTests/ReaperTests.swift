import RandomStreams
import Testing
import Workload

@testable import Device

/// The reaper: whom it takes, when it sweeps.
@Suite struct ReaperTests {
  /// 1000 MiB, the reaper's line at 500: with `front` open 400 are available.
  private static func device() -> Scripted {
    var device = Scripted([
      Scripted.app("a"), Scripted.app("b"), Scripted.app("front", mebibytes: 400),
    ])
    device.device.reaperLine = 0.5
    device.end = 5000
    return device
  }

  @Test func whoIsIdleForFiveMinutesIsReaped() throws {
    let played = try Self.device().play("0,a,10,,\n100,b,10,,\n120,front,,,")
    // Idle at 12; when it is gone 500 are available, which is the line: no shortage for `b`.
    #expect(played.purges == "312,a,long-idle-exit")
  }

  @Test func atMostOneSweepInFiveMinutes() throws {
    var device = Self.device()
    device.apps[2].footprintMiB = .constant(700)
    // `a` is due at 312, `b`, idle at 322, has to wait for the next sweep at 612.
    #expect(
      try device.play("0,a,10,,\n15,b,5,,\n120,front,,,").purges
        == "312,a,long-idle-exit\n612,b,long-idle-exit")
    // Both due when the sweep begins are taken by one, one after the other.
    #expect(
      try device.play("0,a,10,,\n15,b,5,,\n400,front,,,").purges
        == "400.000001,a,long-idle-exit\n400.050001,b,long-idle-exit")
    device.device.reaperIntervalSeconds = 50
    #expect(
      try device.play("0,a,10,,\n15,b,5,,\n120,front,,,").purges
        == "312,a,long-idle-exit\n362,b,long-idle-exit")
  }

  @Test func aWakeUpRenewsTheFiveMinutes() throws {
    var device = Self.device()
    device.apps[0].taskLengthSeconds = .constant(1)
    let played = try device.play("0,a,10,,\n20,b,10,,\n60,front,,,\n200,a,,,refresh")
    #expect(played.purges == "332,b,long-idle-exit")
    // `a` is idle again at 203 and would be due at 503.
    device.apps[2].footprintMiB = .constant(600)
    let both = try device.play("0,a,10,,\n20,b,10,,\n60,front,,,\n200,a,,,refresh")
    #expect(both.purges == "332,b,long-idle-exit\n632,a,long-idle-exit")
  }

  @Test func noSweepBeginsWhileThereIsEnough() throws {
    let device = Self.device()
    // Planned for 312, but then the front app is gone; short again at 1000.
    let rows = "0,a,10,,\n15,b,5,,\n20,front,80,,\n100,front,,,force_quit\n1000,front,,,"
    #expect(try device.play(rows).purges == "1000.000001,a,long-idle-exit")
  }

  @Test func frozenAppsAreExempt() throws {
    var device = Self.device()
    device.device.freezerSlots = 1
    device.device.freezerLine = 1
    device.device.freezerReserve = 0
    device.device.compressFraction = 0
    #expect(
      try device.play("0,a,10,,\n15,b,5,,\n120,front,,,").purges == "322,b,long-idle-exit")
  }

  // MARK: Helpers

  @Test func relaunchLikelihoodIsTheMajorityOfTenGaps() {
    let history = RelaunchHistory(appCount: 2)
    #expect(history.likelihood(0) == .unknown)
    let gaps: [(Double, RelaunchHistory.Likelihood)] = [
      (5, .high), (5.000001, .high), (10, .medium), (10.000001, .medium), (11, .low),
    ]
    // high; high-medium: high; medium 2; medium 2, low 1; low 2, medium 2: low.
    for (gap, likelihood) in gaps {
      history.record(0, gap: Ticks(rounding: gap))
      if gap == 5.000001 { continue }
      #expect(history.likelihood(0) == likelihood, "after \(gap) s")
    }
    for _ in 0..<6 { history.record(0, gap: Ticks.perSecond) }
    #expect(history.likelihood(0) == .high)
    // Only the last ten count.
    for _ in 0..<10 { history.record(0, gap: 100 * Ticks.perSecond) }
    #expect(history.likelihood(0) == .low)
    #expect(history.likelihood(1) == .unknown)
  }

  /// A helper that is relaunched soon after its kills ages longer, and the reaper spares it.
  @Test func quickRelaunchProtectsAHelper() throws {
    let cases: [(gap: Double, ageing: Double, isReaped: Bool)] = [
      (4, 10, false), (7, 5, false), (20, 2, true),
    ]
    for (gap, ageing, isReaped) in cases {
      var helper = Scripted.app("helper")
      helper.kind = .daemon
      helper.demandLengthSeconds = .constant(1)
      var device = Scripted([helper, Scripted.app("big", mebibytes: 950)])
      device.device.reaperLine = 0.99
      device.end = 2000
      // The helper runs at 10, is killed for `big` at 20, `big` is gone at 21 and the helper
      // is needed again `gap` after its kill.
      let plan = device.plan(events: [
        (10, .demand, "helper"), (20, .open, "big"), (21, .forceQuit, "big"),
        (20 + gap, .demand, "helper"),
      ])
      let played = try device.play(plan)
      #expect(played.purges.hasPrefix("20,helper,vm-pageshortage"))
      let idle = 20 + gap + 1 + ageing
      let ages = try device.inspect(plan, at: idle - 0.001) { $0.apps.size(.helperAgeing) }
      let aged = try device.inspect(plan, at: idle) { $0.apps.size(.helperAgeing) }
      #expect((ages, aged) == (1, 0), "gap \(gap) s")
      #expect(played.purges.contains("long-idle-exit") == isReaped, "gap \(gap) s")
    }
  }
}
