import Device
import RandomStreams
import Testing
import Workload

/// Background time, transition by transition: tasks, grants, modes, pushes, refreshes, processing.
@Suite struct BackgroundTests {
  /// An app that always has a task of the given length when it is left.
  private static func worker(_ seconds: Double) -> AppClass {
    var app = Scripted.app("a")
    app.taskProbability = 1
    app.taskLengthSeconds = .constant(seconds)
    return app
  }

  private static let launched = """
    0,a,not_running,inactive,open,willFinishLaunching;didFinishLaunching
    2,a,inactive,active,launch_done,didBecomeActive
    10,a,active,inactive,home,willResignActive
    10,a,inactive,background,home,didEnterBackground

    """

  @Test func aTaskWithinItsGrantFinishes() throws {
    let played = try Scripted([Self.worker(30)]).play("0,a,10,,")
    #expect(played.lines() == Self.launched + "40,a,background,suspended,task_end,")
    #expect(played.count("tasks_finished") == 1)
    #expect(played.count("tasks_cut") == 0)
  }

  @Test func anExpiredGrantCutsTheTaskWhenThereIsAHandler() throws {
    let played = try Scripted([Self.worker(31)]).play("0,a,10,,")
    #expect(played.lines() == Self.launched + "40,a,background,suspended,task_expired,")
    #expect(played.count("tasks_finished") == 0)
    #expect(played.count("tasks_cut") == 1)
    #expect(played.count("overrun_kills") == 0)
  }

  @Test func withoutAHandlerTheAppIsKilled() throws {
    var app = Self.worker(31)
    app.hasExpirationHandler = false
    let played = try Scripted([app]).play("0,a,10,,\n50,a,,,")
    #expect(played.lines().hasPrefix(Self.launched + "40,a,background,not_running,task_expired,\n"))
    #expect(played.count("overrun_kills") == 1)
    #expect(played.count("cold_launches") == 2)
    // It is no purge: memory was not what it was about.
    #expect(played.count("purges") == 0)
    #expect(played.count("regretted_purges") == 0)
  }

  @Test func theGrantIsAnInput() throws {
    for grant in [5.0, 180, 600] {
      var device = Scripted([Self.worker(1e6)])
      device.device.grantSeconds = .constant(grant)
      let played = try device.play("0,a,10,,")
      #expect(played.transitions.last?.time == Ticks(rounding: 10 + grant))
      #expect(played.transitions.last?.trigger == .taskExpired)
    }
  }

  @Test func returningDuringATaskSupersedesIt() throws {
    let played = try Scripted([Self.worker(20)]).play("0,a,10,,\n15,a,,,")
    #expect(
      played.lines() == Self.launched + """
        15,a,background,inactive,open,willEnterForeground
        15.1,a,inactive,active,launch_done,didBecomeActive
        """)
    #expect(played.count("resumes") == 1)
  }

  @Test func onlySoManyTasksRunAtATime() throws {
    var apps = [Self.worker(20), Self.worker(20)]
    apps[1].name = "b"
    var device = Scripted(apps)
    device.device.backgroundTaskLimit = 1
    let played = try device.play("0,a,10,,\n15,b,5,,")
    #expect(played.lines("b").hasSuffix("20,b,background,suspended,no_task,"))
    #expect(played.count("tasks_refused") == 1)
    // At 30 the first task is over.
    let later = try device.play("0,a,10,,\n25,b,5,,")
    #expect(later.count("tasks_refused") == 0)
    #expect(later.lines("b").hasSuffix("50,b,background,suspended,task_end,"))
  }

  @Test func anAppThatExitsOnSuspend() throws {
    var app = Scripted.app("a")
    app.exitsOnSuspend = true
    let played = try Scripted([app]).play("0,a,10,,")
    #expect(
      played.lines() == Self.launched + "10,a,background,not_running,exits_on_suspend,willTerminate"
    )
    #expect(played.count("purges") == 0)
    // With a task it exits when that is done.
    var worker = Self.worker(5)
    worker.exitsOnSuspend = true
    #expect(
      try Scripted([worker]).play("0,a,10,,").lines()
        == Self.launched + "15,a,background,not_running,exits_on_suspend,willTerminate")
  }

  /// 0xdead10cc: a file lock held at suspension.
  @Test func aFileLockAtSuspensionKills() throws {
    var app = Scripted.app("a")
    app.lockProbability = 1
    let played = try Scripted([app]).play("0,a,10,,\n20,a,,,")
    #expect(played.lines().hasPrefix(Self.launched + "10,a,background,not_running,crash,\n"))
    #expect(played.count("lock_kills") == 1)
    #expect(played.count("purges") == 0)
  }

  // MARK: Modes

  @Test func audioKeepsAnAppRunningInAHigherBand() throws {
    var app = Scripted.app("a")
    app.audioProbability = 1
    app.audioLengthSeconds = .constant(500)
    var device = Scripted([app, Scripted.app("b"), Scripted.app("c", mebibytes: 850)])
    let played = try device.play("0,a,10,,\n20,b,10,,\n40,c,,,")
    #expect(played.lines("a") == Self.launched + "510,a,background,suspended,task_end,")
    // The idle app goes, the player stays; only when nothing else is left does it go as well.
    #expect(played.purges == "40,b,vm-pageshortage")
    device.apps[2].footprintMiB = .constant(950)
    #expect(
      try device.play("0,a,10,,\n20,b,10,,\n40,c,,,").purges
        == "40,b,vm-pageshortage\n40.05,a,vm-pageshortage")
  }

  @Test func locationAndAccessoryKeepAnAppRunning() throws {
    for isLocation in [true, false] {
      var app = Scripted.app("a")
      if isLocation {
        app.locationProbability = 1
        app.locationLengthSeconds = .constant(300)
      } else {
        app.accessoryProbability = 1
        app.accessoryLengthSeconds = .constant(300)
      }
      let played = try Scripted([app]).play("0,a,10,,")
      #expect(played.lines() == Self.launched + "310,a,background,suspended,task_end,")
    }
  }

  // MARK: Wake-ups

  @Test func aPushLaunchesIntoBackground() throws {
    let played = try Scripted([Self.worker(4)]).play("10,a,,,push\n100,a,,,")
    #expect(
      played.lines() == """
        10,a,not_running,background,push,willFinishLaunching;didFinishLaunching
        14,a,background,suspended,task_end,
        100,a,suspended,background,open,
        100,a,background,inactive,open,willEnterForeground
        100.1,a,inactive,active,launch_done,didBecomeActive
        """)
    #expect(played.count("background_launches") == 1)
    #expect(played.count("launches") == 1)
    #expect(played.count("resumes") == 1)
  }

  @Test func aRefreshWakesASuspendedAppForThirtySecondsAtMost() throws {
    var device = Scripted([Self.worker(0)])
    device.apps[0].taskProbability = 0
    device.apps[0].taskLengthSeconds = .constant(100)
    let played = try device.play("0,a,10,,\n50,a,,,refresh")
    #expect(
      played.lines() == Self.launched + """
        10,a,background,suspended,no_task,
        50,a,suspended,background,refresh,
        80,a,background,suspended,task_end,
        """)
    #expect(played.count("refreshes_delivered") == 1)
    #expect(played.count("background_launches") == 0)
  }

  @Test func everyKindOfWakeUpHasItsTrigger() throws {
    let kinds: [(PlanEventKind, LifecycleTrigger)] = [
      (.push, .push), (.refresh, .refresh), (.location, .location), (.voipPush, .push),
    ]
    for (kind, trigger) in kinds {
      let dead = try Scripted([Self.worker(4)]).play(events: [(10, kind, "a")])
      #expect(dead.transitions.map(\.trigger) == [trigger, .taskEnd], "\(kind)")
      let alive = try Scripted("a").play(events: [
        (0, .open, "a"), (5, .home, ""), (50, kind, "a"),
      ])
      #expect(alive.transitions.map(\.trigger).contains(trigger), "\(kind)")
      // A running app is told by other means; nothing happens to its state.
      let front = try Scripted("a").play(events: [(0, .open, "a"), (50, kind, "a")])
      #expect(front.transitions.count == 2, "\(kind)")
    }
  }

  @Test func threePushesAnHourAreAccepted() throws {
    var device = Scripted([Self.worker(1)])
    device.end = 10_000
    let rows = (0..<6).map { "\(100 * $0),a,,,push" }.joined(separator: "\n")
    let played = try device.play(rows + "\n3700,a,,,push")
    #expect(played.count("pushes_delivered") == 4)
    #expect(played.count("pushes_refused") == 3)
    #expect(played.transitions.filter { $0.trigger == .push }.count == 4)
  }

  // MARK: Processing tasks

  @Test func aProcessingTaskRunsWhileLockedAndIsCutAtPickUp() throws {
    var app = Scripted.app("a")
    app.processingLengthSeconds = .constant(180)
    let device = Scripted([app, Scripted.app("b")])
    let script: [(Double, PlanEventKind, String)] = [
      (0, .open, "a"), (10, .lock, ""), (50, .processing, "a"),
    ]
    let done = try device.play(events: script + [(300, .open, "b")])
    #expect(
      done.lines("a").hasSuffix(
        """
        10,a,background,suspended,no_task,
        50,a,suspended,background,refresh,
        230,a,background,suspended,task_end,
        """))
    #expect(done.count("tasks_finished") == 1)
    let cut = try device.play(events: script + [(100, .open, "b")])
    #expect(cut.lines("a").hasSuffix("100,a,background,suspended,task_expired,"))
    #expect(cut.count("tasks_cut") == 1)
    #expect(cut.count("tasks_finished") == 0)
  }

  @Test func aProcessingTaskIsRefusedWhileTheDeviceIsInUse() throws {
    let played = try Scripted("a", "b").play(events: [
      (0, .open, "a"), (10, .open, "b"), (50, .processing, "a"),
    ])
    #expect(played.count("processing_refused") == 1)
    #expect(played.lines("a").hasSuffix("10,a,background,suspended,no_task,"))
  }

  @Test func aRefreshIsNotCutAtPickUp() throws {
    var app = Scripted.app("a")
    app.taskLengthSeconds = .constant(20)
    let played = try Scripted([app, Scripted.app("b")]).play(events: [
      (0, .open, "a"), (10, .lock, ""), (50, .refresh, "a"), (60, .open, "b"),
    ])
    #expect(played.lines("a").hasSuffix("70,a,background,suspended,task_end,"))
  }

  // MARK: Helpers

  @Test func aHelperIsRelaunchedWhenDeadAndRenewedWhenAlive() throws {
    var helper = Scripted.app("h", mebibytes: 10)
    helper.kind = .extension
    helper.demandLengthSeconds = .constant(1)
    let played = try Scripted([helper]).play(events: [
      (10, .demand, "h"), (10.5, .demand, "h"), (20, .demand, "h"),
    ])
    #expect(
      played.lines() == """
        10,h,not_running,background,demand,willFinishLaunching;didFinishLaunching
        11,h,background,suspended,task_end,
        20,h,suspended,background,demand,
        21,h,background,suspended,task_end,
        """)
    #expect(played.count("helper_launches") == 1)
    #expect(played.count("launches") == 0)
    #expect(played.report.value("resume_frac") == nil)
  }
}
