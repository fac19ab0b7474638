import Device
import RandomStreams
import Testing
import Workload

/// Visits of the user's, transition by transition: launch, leave, return, lock, failed launches.
@Suite struct VisitsTests {
  @Test func coldStartHomeAndReturn() throws {
    let played = try Scripted("a").play("0,a,,,\n10,-,,,home\n20,a,,,")
    #expect(
      played.lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        2,a,inactive,active,launch_done,didBecomeActive
        10,a,active,inactive,home,willResignActive
        10,a,inactive,background,home,didEnterBackground
        10,a,background,suspended,no_task,
        20,a,suspended,background,open,
        20,a,background,inactive,open,willEnterForeground
        20.1,a,inactive,active,launch_done,didBecomeActive
        """)
    #expect(played.count("launches") == 2)
    #expect(played.count("cold_launches") == 1)
    #expect(played.count("resumes") == 1)
    #expect(played.value("resume_frac") == 0.5)
  }

  @Test func openingAnotherAppLeavesTheOneInFront() throws {
    let played = try Scripted("a", "b").play("0,a,,,\n10,b,,,")
    #expect(
      played.lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        2,a,inactive,active,launch_done,didBecomeActive
        10,a,active,inactive,leave,willResignActive
        10,a,inactive,background,leave,didEnterBackground
        10,a,background,suspended,no_task,
        10,b,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        12,b,inactive,active,launch_done,didBecomeActive
        """)
  }

  @Test func openingTheAppInFrontChangesNothing() throws {
    let played = try Scripted("a").play("0,a,,,\n10,a,,,")
    #expect(played.transitions.count == 2)
    #expect(played.count("launches") == 1)
  }

  @Test func unlockingToTheSameAppIsNoLaunch() throws {
    let played = try Scripted("a", "b").play("0,a,,,\n10,-,,,lock\n20,a,,,\n30,b,,,")
    #expect(
      played.lines("a") == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        2,a,inactive,active,launch_done,didBecomeActive
        10,a,active,inactive,lock,willResignActive
        10,a,inactive,background,lock,didEnterBackground
        10,a,background,suspended,no_task,
        20,a,suspended,background,open,
        20,a,background,inactive,open,willEnterForeground
        20.1,a,inactive,active,launch_done,didBecomeActive
        30,a,active,inactive,leave,willResignActive
        30,a,inactive,background,leave,didEnterBackground
        30,a,background,suspended,no_task,
        """)
    #expect(played.count("launches") == 2)
    #expect(played.count("resumes") == 0)
    #expect(played.value("wait_s_per_day") == 345.6)
  }

  @Test func unlockingToAnotherAppIsALaunch() throws {
    let device = Scripted("a", "b")
    let played = try device.play("0,a,,,\n10,-,,,lock\n20,b,,,\n30,a,,,")
    #expect(played.count("launches") == 3)
    #expect(played.count("resumes") == 1)
    // The user unlocks, goes to the home screen, and opens the app from there.
    let home = try device.play("0,a,,,\n10,-,,,lock\n20,-,,,home\n30,a,,,")
    #expect(home.count("launches") == 2)
    #expect(home.count("resumes") == 1)
  }

  @Test func unlockingToAnAppThatIsGoneIsALaunch() throws {
    let played = try Scripted("a").play("0,a,,,\n10,-,,,lock\n15,a,,,force_quit\n20,a,,,")
    #expect(played.count("launches") == 2)
    #expect(played.count("cold_launches") == 2)
  }

  @Test func aLaunchLongerThanItsVisitIsAbandoned() throws {
    let played = try Scripted("a").play("0,a,1,,\n10,a,,,")
    #expect(
      played.lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        1,a,inactive,background,home,didEnterBackground
        2,a,background,suspended,no_task,
        10,a,suspended,background,open,
        10,a,background,inactive,open,willEnterForeground
        10.1,a,inactive,active,launch_done,didBecomeActive
        """)
    #expect(played.count("abandoned_launches") == 1)
    #expect(played.count("launches") == 2)
    // It counts with its full latency: (2 + 0.1) / 2.
    #expect(abs(played.value("launch_latency_mean_s") - 1.05) < 1e-9)
  }

  @Test func anAbandonedLaunchThatTheUserComesBackToGoesOn() throws {
    let played = try Scripted("a").play("0,a,1,,\n1.5,a,,,")
    #expect(
      played.lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        1,a,inactive,background,home,didEnterBackground
        1.5,a,background,inactive,open,willEnterForeground
        2,a,inactive,active,launch_done,didBecomeActive
        """)
    #expect(abs(played.value("launch_latency_mean_s") - (2 + 0.5) / 2) < 1e-9)
  }

  @Test func theLaunchWatchdogKills() throws {
    var slow = Scripted.app("a")
    slow.coldLaunchSeconds = .constant(21)
    let played = try Scripted([slow]).play("0,a,,,\n30,-,,,home")
    #expect(
      played.lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        20,a,inactive,not_running,watchdog,
        """)
    #expect(played.value("launch_latency_mean_s") == 20)
    #expect(played.count("purges") == 0)
    // Left meanwhile, it is killed in background; coming back to it does not save it.
    #expect(
      try Scripted([slow]).play("0,a,5,,").lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        5,a,inactive,background,home,didEnterBackground
        20,a,background,not_running,watchdog,
        """)
    #expect(
      try Scripted([slow]).play("0,a,5,,\n8,a,,,").lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        5,a,inactive,background,home,didEnterBackground
        8,a,background,inactive,open,willEnterForeground
        20,a,inactive,not_running,watchdog,
        """)
  }

  @Test func aLaunchAsLongAsTheWatchdogAllowsSucceeds() throws {
    var slow = Scripted.app("a")
    slow.coldLaunchSeconds = .constant(20)
    let played = try Scripted([slow]).play("0,a,,,")
    #expect(played.transitions.last?.trigger == .launchDone)
  }

  @Test func anEventAtTheEndStillHappens() throws {
    var device = Scripted("a", "b")
    device.end = 10
    let played = try device.play("0,a,,,\n10,b,,,\n10.000001,a,,,")
    #expect(
      played.lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        2,a,inactive,active,launch_done,didBecomeActive
        10,a,active,inactive,leave,willResignActive
        10,a,inactive,background,leave,didEnterBackground
        10,a,background,suspended,no_task,
        10,b,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        """)
    #expect(played.count("launches") == 2)
    // So does a timer: the launch of two seconds is done at the very end.
    device.end = 2
    #expect(try device.play("0,a,,,").transitions.last?.to == .active)
    device.end = 1.999999
    #expect(try device.play("0,a,,,").transitions.last?.to == .inactive)
  }

  @Test func anAppLargerThanMemoryFailsAndNothingIsPurged() throws {
    let device = Scripted([Scripted.app("a"), Scripted.app("big", mebibytes: 1001)])
    let played = try device.play("0,a,,,\n10,big,,,\n20,a,,,")
    #expect(played.lines("big").isEmpty)
    #expect(played.count("failed_launches") == 1)
    #expect(played.count("launches") == 3)
    #expect(played.count("cold_launches") == 2)
    #expect(played.count("purges") == 0)
    #expect(played.count("resumes") == 1)
    // Cold latency: (2 + 2 + 0.1) / 3.
    #expect(abs(played.value("launch_latency_mean_s") - 4.1 / 3) < 1e-9)
  }

  @Test func anAppThatJustFitsTakesEverything() throws {
    let device = Scripted([Scripted.app("a"), Scripted.app("big", mebibytes: 1000)])
    let played = try device.play("0,a,,,\n10,big,,,")
    #expect(played.purges == "10,a,vm-pageshortage")
    // It waits for the memory of its victim, and that time is in its latency.
    #expect(
      played.lines("big") == """
        10.05,big,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        12.05,big,inactive,active,launch_done,didBecomeActive
        """)
    #expect(abs(played.value("launch_latency_mean_s") - (2 + 2.05) / 2) < 1e-9)
  }

  @Test func anAppOfNoSizeLives() throws {
    let device = Scripted([Scripted.app("zero", mebibytes: 0), Scripted.app("a")])
    let played = try device.play("0,zero,,,\n10,a,,,\n20,zero,,,")
    #expect(played.count("cold_launches") == 2)
    #expect(played.count("resumes") == 1)
  }
}
