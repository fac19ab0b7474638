import Device
import RandomStreams
import Testing
import Workload

/// Calls and alerts, transition by transition.
@Suite struct InterruptionTests {
  @Test func aDeclinedCallMakesTheAppInactiveForAWhile() throws {
    let played = try Scripted("a").play("0,a,,,\n5,-,4,,call_declined\n20,-,,,home")
    #expect(
      played.lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        2,a,inactive,active,launch_done,didBecomeActive
        5,a,active,inactive,call,willResignActive
        9,a,inactive,active,call_end,didBecomeActive
        20,a,active,inactive,home,willResignActive
        20,a,inactive,background,home,didEnterBackground
        20,a,background,suspended,no_task,
        """)
    #expect(played.count("launches") == 1)
  }

  @Test func anAcceptedCallSendsTheAppToBackground() throws {
    let played = try Scripted("a").play("0,a,,,\n5,-,60,,call_accepted")
    #expect(
      played.lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        2,a,inactive,active,launch_done,didBecomeActive
        5,a,active,inactive,call,willResignActive
        5,a,inactive,background,call,didEnterBackground
        5,a,background,suspended,no_task,
        65,a,suspended,background,call_end,
        65,a,background,inactive,call_end,willEnterForeground
        65.1,a,inactive,active,launch_done,didBecomeActive
        """)
    // The end of an interruption is no launch.
    #expect(played.count("launches") == 1)
    #expect(played.count("resumes") == 0)
  }

  @Test func anAppPurgedDuringTheCallDoesNotComeBack() throws {
    let played = try Scripted("a").play(events: [
      (0, .open, "a"), (5, .callAccepted, ""), (8, .forceQuit, "a"), (65, .callEnd, ""),
    ])
    #expect(played.transitions.last?.time == 8 * Ticks.perSecond)
    #expect(played.count("launches") == 1)
  }

  /// A call that begins while the app launches does not disturb it: it gets no events anyway.
  @Test func aDeclinedCallDuringTheLaunch() throws {
    let played = try Scripted("a").play("0,a,,,\n1,-,3,,call_declined")
    #expect(
      played.lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        2,a,inactive,active,launch_done,didBecomeActive
        """)
  }

  @Test func anAcceptedCallDuringTheLaunch() throws {
    let played = try Scripted("a").play("0,a,,,\n1,-,3,,call_accepted")
    #expect(
      played.lines() == """
        0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
        1,a,inactive,background,call,didEnterBackground
        2,a,background,suspended,no_task,
        4,a,suspended,background,call_end,
        4,a,background,inactive,call_end,willEnterForeground
        4.1,a,inactive,active,launch_done,didBecomeActive
        """)
    #expect(played.count("abandoned_launches") == 1)
    #expect(played.count("launches") == 1)
  }

  @Test func aCallDuringAnAlertIsAcceptedAllTheSame() throws {
    let played = try Scripted("a").play(events: [
      (0, .open, "a"), (5, .callDeclined, ""), (6, .callAccepted, ""), (8, .callEnd, ""),
      (30, .callEnd, ""),
    ])
    #expect(
      played.lines().split(separator: "\n").dropFirst(2).joined(separator: "\n") == """
        5,a,active,inactive,call,willResignActive
        6,a,inactive,background,call,didEnterBackground
        6,a,background,suspended,no_task,
        8,a,suspended,background,call_end,
        8,a,background,inactive,call_end,willEnterForeground
        8.1,a,inactive,active,launch_done,didBecomeActive
        """)
  }

  @Test func leavingDuringAnInterruption() throws {
    for (action, trigger) in [("home", "home"), ("lock", "lock")] {
      let played = try Scripted("a").play("0,a,,,\n5,-,10,,call_declined\n8,-,,,\(action)")
      #expect(
        played.lines().split(separator: "\n").dropFirst(2).joined(separator: "\n") == """
          5,a,active,inactive,call,willResignActive
          8,a,inactive,background,\(trigger),didEnterBackground
          8,a,background,suspended,no_task,
          """)
    }
    let played = try Scripted("a", "b").play("0,a,,,\n5,-,10,,call_declined\n8,b,,,")
    #expect(played.lines("a").hasSuffix("8,a,background,suspended,no_task,"))
    #expect(played.lines("b").hasSuffix("10,b,inactive,active,launch_done,didBecomeActive"))
  }

  /// Locked during a call, the device stays locked when the call ends; the app now waits behind the
  /// lock, and unlocking to it is no launch.
  @Test func lockingDuringACall() throws {
    let played = try Scripted("a").play(events: [
      (0, .open, "a"), (5, .callAccepted, ""), (10, .lock, ""), (20, .callEnd, ""),
      (50, .open, "a"),
    ])
    #expect(
      played.lines().split(separator: "\n").dropFirst(4).joined(separator: "\n") == """
        5,a,background,suspended,no_task,
        50,a,suspended,background,open,
        50,a,background,inactive,open,willEnterForeground
        50.1,a,inactive,active,launch_done,didBecomeActive
        """)
    #expect(played.count("launches") == 1)
  }

  @Test func openingAnAppEndsTheCallForTheOther() throws {
    let played = try Scripted("a", "b").play(events: [
      (0, .open, "a"), (5, .callAccepted, ""), (10, .open, "b"), (20, .callEnd, ""),
      (50, .open, "a"),
    ])
    #expect(played.lines("a").contains("50,a,suspended,background,open,"))
    #expect(!played.lines("a").contains("call_end"))
    #expect(played.count("launches") == 3)
    // Back to the app behind the call is not a launch, though.
    let back = try Scripted("a").play(events: [
      (0, .open, "a"), (5, .callAccepted, ""), (10, .open, "a"), (20, .callEnd, ""),
    ])
    #expect(back.count("launches") == 1)
    #expect(back.transitions.last?.time == 10_100_000)
  }

  @Test func aCallWithNothingInFrontChangesNothing() throws {
    for kind in [PlanEventKind.callAccepted, .callDeclined] {
      let played = try Scripted("a").play(events: [(1, kind, ""), (5, .callEnd, "")])
      #expect(played.transitions.isEmpty)
    }
  }

  /// What grows in front does not grow while it is interrupted.
  @Test func growthRestsDuringAnInterruption() throws {
    var device = Scripted("a")
    device.device.growthFactor = 2
    device.device.growthSeconds = 20
    device.device.growthSteps = 2
    device.end = 100
    // Launched at 2, grown to 150 MiB at 12, interrupted from 15 to 45, grown to 200 at 55.
    let played = try device.play("0,a,,,\n15,-,30,,call_declined")
    let footprint: Double = (100 * 12 + 150 * 43 + 200 * 45) / 100
    #expect(abs(played.value("available_mib_tavg") - (1000 - footprint)) < 1e-6)
  }
}
