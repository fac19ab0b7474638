import Device
import RandomStreams
import Testing
import Workload

/// How an app ends, transition by transition: purge, force-quit, crash, own limit.
@Suite struct EndsTests {
  /// Launched at 0, left at 10.
  private static let left = """
    0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
    2,a,inactive,active,launch_done,didBecomeActive
    10,a,active,inactive,home,willResignActive
    10,a,inactive,background,home,didEnterBackground

    """

  @Test func aPurgeTellsNothing() throws {
    let played = try Scripted([Scripted.app("a"), Scripted.app("b", mebibytes: 950)])
      .play("0,a,10,,\n20,b,,,\n40,a,,,")
    #expect(
      played.lines("a").hasPrefix(
        Self.left + """
          10,a,background,suspended,no_task,
          20,a,suspended,not_running,purge:vm-pageshortage,
          """))
    #expect(played.count("purges") == 2)
    #expect(played.count("app_purges") == 2)
    #expect(played.count("purges_vm_pageshortage") == 2)
    #expect(played.count("regretted_purges") == 1)
  }

  @Test func aPurgeIsRegrettedWithinTenMinutes() throws {
    for (reopened, regrets) in [(100.0, 1), (620, 1), (620.000001, 0), (900, 0)] {
      var device = Scripted([Scripted.app("a"), Scripted.app("b", mebibytes: 950)])
      device.end = 10_000
      let played = try device.play("0,a,10,,\n20,b,10,,\n\(reopened),a,,,")
      #expect(played.count("regretted_purges") == regrets, "reopened at \(reopened) s")
    }
    // A purge so late that its reopening could fall after the end is left out.
    var device = Scripted([Scripted.app("a"), Scripted.app("b", mebibytes: 950)])
    device.end = 619
    #expect(try device.play("0,a,10,,\n20,b,10,,\n100,a,,,").count("regretted_purges") == 0)
    device.end = 620
    #expect(try device.play("0,a,10,,\n20,b,10,,\n100,a,,,").count("regretted_purges") == 1)
    // A purge before the measured time does not count either.
    device.end = 10_000
    device.warmUp = 50
    #expect(try device.play("0,a,10,,\n20,b,10,,\n100,a,,,").count("regretted_purges") == 0)
  }

  // MARK: Force-quit

  @Test func aForceQuitInFront() throws {
    let played = try Scripted("a").play("0,a,,,\n10,a,,,force_quit")
    #expect(
      played.lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        2,a,inactive,active,launch_done,didBecomeActive
        10,a,active,inactive,leave,willResignActive
        10,a,inactive,not_running,force_quit,willTerminate
        """)
    #expect(played.count("purges") == 0)
  }

  @Test func aForceQuitDuringTheLaunch() throws {
    let played = try Scripted("a").play("0,a,,,\n1,a,,,force_quit")
    #expect(
      played.lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        1,a,inactive,not_running,force_quit,willTerminate
        """)
  }

  @Test func aForceQuitInBackground() throws {
    var app = Scripted.app("a")
    app.taskProbability = 1
    app.taskLengthSeconds = .constant(20)
    let played = try Scripted([app]).play("0,a,10,,\n15,a,,,force_quit")
    #expect(played.lines() == Self.left + "15,a,background,not_running,force_quit,willTerminate")
    #expect(played.count("tasks_cut") == 1)
  }

  @Test func aForceQuitWhileSuspendedTellsNothing() throws {
    let played = try Scripted("a").play("0,a,10,,\n15,a,,,force_quit")
    #expect(
      played.lines() == Self.left + """
        10,a,background,suspended,no_task,
        15,a,suspended,not_running,force_quit,
        """)
  }

  /// A force-quit app gets no background events until the user opens it, whatever state it was in;
  /// a purged one does.
  @Test func aForceQuitBarsBackgroundEvents() throws {
    let offers: [PlanEventKind] = [.push, .refresh, .location, .voipPush]
    for offer in offers {
      let afterwards: [(Double, PlanEventKind, String)] = [
        (100, offer, "a"), (200, .open, "a"), (210, .home, ""), (300, offer, "a"),
      ]
      for start in [[(0.0, PlanEventKind.open, "a"), (10, .home, "")], [(0, .open, "a")], []] {
        let played = try Scripted("a").play(
          events: start + [(20, .forceQuit, "a")] + afterwards)
        let times = played.transitions.map(\.time)
        #expect(!times.contains(100 * Ticks.perSecond), "\(offer)")
        #expect(times.contains(300 * Ticks.perSecond), "\(offer)")
      }
      // Purged instead, it wakes for the first offer too.
      let purged = try Scripted([Scripted.app("a"), Scripted.app("b", mebibytes: 950)]).play(
        events: [(0, .open, "a"), (10, .open, "b"), (20, .home, "")] + afterwards)
      #expect(purged.purges.hasPrefix("10,a,vm-pageshortage"), "\(offer)")
      #expect(purged.transitions.map(\.time).contains(100 * Ticks.perSecond), "\(offer)")
    }
  }

  /// A purge between the force-quit and its time must not help a policy: the bar stays.
  @Test func aForceQuitAfterAPurgeBarsAllTheSame() throws {
    let played = try Scripted([Scripted.app("a"), Scripted.app("b", mebibytes: 950)]).play(
      "0,a,10,,\n20,b,10,,\n40,a,,,force_quit\n100,a,,,push")
    #expect(played.purges == "20,a,vm-pageshortage")
    #expect(played.count("pushes_refused") == 1)
    #expect(!played.lines("a").contains("push"))
  }

  // MARK: Crash and own limit

  @Test func aCrashInFrontAndInBackground() throws {
    let front = try Scripted("a").play("0,a,,,\n10,a,,,crash")
    #expect(front.lines().hasSuffix("10,a,active,not_running,crash,"))
    #expect(front.count("crashes") == 1)
    #expect(front.count("purges") == 0)
    let launching = try Scripted("a").play("0,a,,,\n1,a,,,crash")
    #expect(launching.lines().hasSuffix("1,a,inactive,not_running,crash,"))
    var app = Scripted.app("a")
    app.taskProbability = 1
    app.taskLengthSeconds = .constant(20)
    let working = try Scripted([app]).play("0,a,10,,\n15,a,,,crash")
    #expect(working.lines().hasSuffix("15,a,background,not_running,crash,"))
    #expect(working.count("tasks_cut") == 1)
    // What runs nothing cannot crash.
    let suspended = try Scripted("a").play("0,a,10,,\n15,a,,,crash")
    #expect(suspended.lines() == Self.left + "10,a,background,suspended,no_task,")
    #expect(suspended.count("crashes") == 0)
  }

  /// Crashes of a rate come only in front and on average as often as it says.
  @Test func crashesByRate() throws {
    var app = Scripted.app("a")
    app.crashesPerHour = 6
    var device = Scripted([app])
    device.end = 400_000
    let rows = (0..<200).map { "\(2000 * $0),a,1000,," }.joined(separator: "\n")
    let played = try device.play(rows)
    // In front for 1000 s a visit at one crash in 600 s on average.
    let expected = 200 * (1 - 0.1887)
    #expect(abs(played.value("crashes") - expected) < 30)
    for crash in played.transitions where crash.trigger == .crash { #expect(crash.from == .active) }
  }

  @Test func anOwnLimitKillsAtOnceInFront() throws {
    var app = Scripted.app("a")
    app.fatalLimitMiB = 160
    var device = Scripted([app])
    device.device.growthFactor = 2
    device.device.growthSeconds = 20
    device.device.growthSteps = 2
    let played = try device.play("0,a,,,\n50,a,,,")
    #expect(
      played.lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        2,a,inactive,active,launch_done,didBecomeActive
        22,a,active,not_running,limit,
        50,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        52,a,inactive,active,launch_done,didBecomeActive
        72,a,active,not_running,limit,
        """)
    #expect(played.count("purges_per_process_limit") == 2)
    // Told at 80 % of the limit, when it grew to 150 MiB.
    #expect(played.count("limit_warnings") == 2)
  }

  @Test func anAppLaunchedOverItsLimitFails() throws {
    var app = Scripted.app("a")
    app.fatalLimitMiB = 99
    let played = try Scripted([app]).play("0,a,,,\n5,a,,,push")
    #expect(played.transitions.isEmpty)
    #expect(played.count("failed_launches") == 1)
  }
}
