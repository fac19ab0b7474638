import RandomStreams
import Testing
import Workload

@testable import Device

/// What a simple model of such a device gets wrong, fact by fact, on the `ios` profile as it comes.
@Suite struct DeviceFactsTests {
  /// A 4 GiB phone with its defaults: 3768 MiB usable, 716 wired, lines at 151, 339, 565 and 678
  /// MiB.
  private static func phone(_ apps: [AppClass]) -> Scripted {
    var device = Scripted(apps)
    device.device = DeviceConfiguration(profile: .ios, ramMiB: 4096)
    // Sizes are what a test says, and nobody is reaped before it is about that.
    device.device.appLimitFraction = 1
    device.device.reaperLine = 0
    device.device.growthFactor = 1
    device.device.backgroundTrim = 1
    device.device.freezerSlots = 0
    device.device.compressLine = 0
    return device
  }

  private static func app(_ name: String, _ mebibytes: Double) -> AppClass {
    Scripted.app(name, mebibytes: mebibytes)
  }

  /// 1. A band's victim is the head of its list, whatever its size; only the band of the app in
  /// front is sorted by footprint [xnu-11417 kern_memorystatus.c, memorystatus_sort_bucket].
  @Test func sizeDoesNotMatterAmongSuspendedApps() throws {
    let device = Self.phone([
      Self.app("small", 100), Self.app("huge", 900), Self.app("front", 1750),
    ])
    #expect(
      try device.play("0,small,10,,\n20,huge,10,,\n60,front,,,").purges == "60,small,idle-exit")
    // In front it does: it is the last to go, and the largest there would be first.
    let alone = Self.phone([Self.app("front", 2950)])
    #expect(try alone.play("0,front,,,").purges == "0,front,vm-pageshortage")
  }

  /// 2. Whenever a process changes its band it goes to the tail, so a refresh in background renews
  /// the position of an app that the user has not seen for long [xnu-11417,
  /// memorystatus_update_priority].
  @Test func theOrderIsByBandChangeNotByUse() throws {
    var device = Self.phone([Self.app("old", 300), Self.app("new", 300), Self.app("front", 2150)])
    device.apps[0].taskLengthSeconds = .constant(5)
    #expect(try device.play("0,old,10,,\n20,new,10,,\n200,front,,,").purges == "200,old,idle-exit")
    let refreshed = "0,old,10,,\n20,new,10,,\n100,old,,,refresh\n200,front,,,"
    #expect(try device.play(refreshed).purges == "200,new,idle-exit")
    // A policy that goes by use does not care.
    device.policy = PolicySpecification("lru")
    #expect(try device.play(refreshed).purges == "200,old,idle-exit")
  }

  /// 3. Suspended apps die at the idle line, 8 to 10 % of RAM, for idle-exit; the critical line at
  /// 4 to 5 % is for everybody else [xnu-11417, memorystatus_pick_action].
  @Test func suspendedAppsDieAtTheIdleLine() throws {
    var device = Self.phone([Self.app("idle", 300), Self.app("worker", 300), Self.app("front", 0)])
    device.apps[1].taskProbability = 1
    device.apps[1].taskLengthSeconds = .constant(1e6)
    device.device.grantSeconds = .constant(1e6)
    let rows = "0,idle,10,,\n20,worker,10,,\n60,front,,,"
    for (available, purges) in [
      (345.0, ""), (335, "60,idle,idle-exit"), (160, "60,idle,idle-exit"),
    ] {
      device.apps[2].footprintMiB = .constant(3052.3 - 600 - available)
      #expect(try device.play(rows).purges == purges, "\(available) MiB available")
    }
    // Without idle apps nobody dies until the critical line is crossed.
    for (available, purges) in [(335.0, ""), (155, ""), (149, "60,worker,vm-pageshortage")] {
      device.apps[2].footprintMiB = .constant(3052.3 - 300 - available)
      #expect(
        try device.play("20,worker,10,,\n60,front,,,").purges == purges,
        "\(available) MiB available")
    }
  }

  /// 4. The pages of a suspended app are compressed while its footprint is charged in full, so its
  /// kill frees what is resident and the compressed size, not the footprint [xnu osfmk/kern/task.c,
  /// phys_footprint; a JetsamEvent report shows 2.7 to 1].
  @Test func aKillFreesLessThanTheFootprint() throws {
    var device = Self.phone([Self.app("a", 1000), Self.app("b", 1000), Self.app("c", 600)])
    device.device.compressLine = 0.3
    let rows = "0,a,10,,\n20,b,10,,\n40,c,,,\n"
    let before = try device.inspect(rows + "100,-,,,home", at: 99) { engine in
      (engine.memory.available, engine.apps[0].footprint, engine.apps[0].compressed)
    }
    #expect(before.1 == 1000 * 1024)
    #expect(before.2 == 950 * 1024)
    let after = try device.inspect(rows + "100,a,,,force_quit", at: 101) { $0.memory.available }
    let freed = Double(after - before.0) / 1024
    // 50 resident, 950 at a ratio between 2.7 and 3.9.
    #expect(freed > 50 + 950 / 3.9 && freed < 50 + 950 / 2.7)
  }

  /// 5. Kills follow free and file-backed pages, warnings follow the share that is compressed;
  /// either can come without the other [xnu-11417 vm_pageout.c and kern_memorystatus.c].
  @Test func thereAreTwoGauges() throws {
    // A kill without a warning: nothing is compressed.
    let device = Self.phone([Self.app("a", 300), Self.app("front", 2500)])
    let killed = try device.play("0,a,10,,\n60,front,,,")
    #expect(killed.purges == "60,a,idle-exit")
    #expect(killed.count("memory_warnings") == 0)
    // A warning without a kill: half of the memory is compressed, but enough is available.
    var pressed = Self.phone([Self.app("a", 1700), Self.app("front", 300)])
    pressed.device.compressLine = 1
    pressed.device.compressRatio = 1
    pressed.device.compressRatioCalm = 1
    pressed.end = 100
    let warned = try pressed.play("0,a,10,,\n20,front,,,")
    #expect(warned.purges.isEmpty)
    #expect(warned.count("memory_warnings") > 0)
  }

  /// 6. A suspended app gets neither a memory warning nor a call when it is purged [Apple,
  /// Responding to low-memory warnings; xnu-11417 kern_memorystatus_notify.c].
  @Test func suspendedAppsHearNothing() throws {
    let device = Self.phone([Self.app("a", 300), Self.app("front", 2500)])
    let played = try device.play("0,a,10,,\n30,-,,,memory_warning\n60,front,,,")
    #expect(played.count("memory_warnings") == 0)
    let end = try #require(played.transitions.first { $0.cause != nil })
    #expect(end.from == .suspended)
    #expect(Lifecycle.calls(from: end.from, to: end.to, trigger: end.trigger).isEmpty)
  }

  /// 7. A fatal limit kills at once, however much is free [xnu-11417, per-process-limit].
  @Test func aFatalLimitKillsWithPlentyFree() throws {
    var device = Self.phone([Self.app("a", 200)])
    device.apps[0].fatalLimitMiB = 250
    device.device.growthFactor = 2
    let played = try device.play("0,a,,,")
    #expect(played.lines().hasSuffix("active,not_running,limit,"))
    #expect(played.count("purges_per_process_limit") == 1)
    #expect(played.value("available_mib_min") > 2700)
  }

  /// 8. Frozen apps move to band 75, above apps that run in background at 30 [xnu-11417
  /// kern_memorystatus.h].
  @Test func frozenAppsOutrankRunningOnes() throws {
    var device = Self.phone([
      Self.app("frozen", 300), Self.app("worker", 300), Self.app("front", 2600),
    ])
    device.device.freezerSlots = 20
    device.device.freezerLine = 1
    device.device.freezerReserve = 0
    device.device.compressFraction = 0
    device.apps[1].taskProbability = 1
    device.apps[1].taskLengthSeconds = .constant(1e6)
    device.device.grantSeconds = .constant(1e6)
    let played = try device.play("0,frozen,10,,\n20,worker,10,,\n60,front,,,")
    #expect(played.purges == "60,worker,vm-pageshortage")
    #expect(Band.freezer.priority > Band.background.priority)
  }

  /// 9. The kernel purges a victim's purgeable memory first, and when that lifts the gauge above
  /// the soft line the kill is off [xnu-11417, memorystatus_kill_proc].
  @Test func purgeableMemoryMayCancelAKill() throws {
    var device = Self.phone([Self.app("a", 500), Self.app("front", 2220)])
    device.apps[0].purgeableMiB = 300
    let played = try device.play("0,a,10,,\n60,front,10,,")
    #expect(played.purges.isEmpty)
    #expect(played.count("kills_cancelled") == 1)
    // Less is not enough: 339 is the idle line, but 565 the soft one.
    device.apps[0].purgeableMiB = 200
    #expect(try device.play("0,a,10,,\n60,front,10,,").purges == "60,a,idle-exit")
  }

  /// 10. Below 16 to 20 % of RAM whoever is idle for five minutes is reaped, without any shortage
  /// [xnu-11417, long-idle-exit].
  @Test func idleAppsAreReapedWithoutShortage() throws {
    var device = Self.phone([Self.app("a", 300), Self.app("front", 2100)])
    device.device.reaperLine = DeviceConfiguration(profile: .ios, ramMiB: 4096).reaperLine
    #expect(try device.play("0,a,10,,\n60,front,,,").purges == "312,a,long-idle-exit")
    // Above the line they live on.
    device.apps[1].footprintMiB = .constant(2000)
    #expect(try device.play("0,a,10,,\n60,front,,,").purges.isEmpty)
  }

  /// 11. Band 0 holds hundreds of daemons and extensions, and apps share the queue with them
  /// [JetsamEvent reports].
  @Test func helpersShareTheQueue() throws {
    var helper = Self.app("helper", 300)
    helper.kind = .daemon
    let device = Self.phone([helper, Self.app("a", 300), Self.app("front", 2150)])
    let first = try device.play(events: [
      (0, .demand, "helper"), (10, .open, "a"), (20, .home, ""), (60, .open, "front"),
    ])
    #expect(first.purges == "60,helper,idle-exit")
    #expect(first.count("purges") == 1)
    #expect(first.count("app_purges") == 0)
    let second = try device.play(events: [
      (0, .open, "a"), (10, .home, ""), (20, .demand, "helper"), (60, .open, "front"),
      (100, .demand, "helper"),
    ])
    #expect(second.purges == "60,a,idle-exit")
  }

  /// 12. The memory of a victim comes back later; who decides again before that kills twice [Linux
  /// process_mrelease; zen-kernel issue 223].
  @Test func killsAreNotInstantaneous() throws {
    let device = Self.phone([Self.app("a", 300), Self.app("b", 300), Self.app("front", 2150)])
    let rows = "0,a,10,,\n20,b,10,,\n60,front,,,\n60.01,-,,,notify:time\n60.02,-,,,notify:time"
    #expect(try device.play(rows).purges == "60,a,idle-exit")
    let (during, after) = (
      try device.inspect(rows, at: 60.04) { $0.memory.dying },
      try device.inspect(rows, at: 60.05) { $0.memory.dying }
    )
    #expect(during == 300 * 1024)
    #expect(after == 0)
  }

  /// 13. Old articles state old limits; the numbers here are those of xnu-11417 and of device
  /// reports.
  @Test func theDefaultsAreTheCurrentOnes() {
    // Critical, idle, soft, reaper by RAM class, in % of RAM.
    let classes: [(ram: [Double], lines: [Double])] = [
      ([512, 2048, 3072], [5, 10, 15, 20]), ([3073, 4096, 6144], [4, 9, 15, 18]),
      ([6145, 8192, 12288], [4, 8, 12, 16]),
    ]
    for (sizes, lines) in classes {
      for ram in sizes {
        let device = DeviceConfiguration(profile: .ios, ramMiB: ram)
        let found = [
          device.criticalLine, device.idleLine, device.softLine, device.reaperLine,
        ]
        #expect(found.map { ($0 * 100).rounded() } == lines, "\(ram) MiB")
        #expect(device.freezerLine == 0.5)
      }
    }
    let device = DeviceConfiguration()
    let defaults: [(Double, Double)] = [
      (device.ramMiB, 4096), (device.usableFraction, 0.92), (device.wiredFraction, 0.19),
      (device.warningLine, 0.5), (device.warningClearLine, 0.6),
      (device.pressureCriticalLine, 0.3), (device.pressureCriticalClearLine, 0.35),
      (device.compressRatio, 2.7), (device.compressRatioCalm, 3.9),
      (device.compressFraction, 0.95), (device.compressLine, 0.3), (device.compressRate, 200),
      (device.compressorNear, 0.98), (device.appLimitFraction, 0.55),
      (device.reaperIdleSeconds, 300), (device.reaperIntervalSeconds, 300),
      (Double(device.freezerSlots), 20), (device.freezerMinimumMiB, 8),
      (device.freezerIntervalSeconds, 10), (device.freezerBudgetMiB, 2048),
      (Double(device.freezerReserve), 4), (Double(device.freezerDemotions), 2),
      (Double(device.freezerDemotionThaws), 5), (device.warningIntervalSeconds, 0.25),
      (device.warningRestSeconds, 25), (device.warningSmoothingSeconds, 5),
      (device.warningMinimumMiB, 6), (device.sustainedSeconds, 600),
      (device.sustainedIntervalSeconds, 0.5), (device.ageingSeconds, 2),
      (device.helperAgeingSeconds, 2), (device.mediumRelaunchAgeingSeconds, 5),
      (device.highRelaunchAgeingSeconds, 10), (device.launchWatchdogSeconds, 20),
      (device.refreshSeconds, 30), (Double(device.pushesPerHour), 3),
      (device.resumeSeconds, 0.1), (device.killLatencySeconds, 0.05), (device.growthFactor, 1.5),
      (device.growthSeconds, 60), (device.backgroundTrim, 0.8), (device.warningTrim, 0.9),
      (device.resumeTouchFraction, 0.3), (device.warmFraction, 0.5), (device.regretSeconds, 600),
    ]
    for (index, pair) in defaults.enumerated() { #expect(pair.0 == pair.1, "default \(index)") }
    #expect(device.grantSeconds == .constant(30))
    // 9 µs for 4 KiB.
    #expect(abs(device.decompressSecondsPerMiB - 256 * 9e-6) < 1e-12)
    #expect(DeviceConfiguration(profile: .plain, ramMiB: 4096).usableFraction == 1)
    #expect(Band.allCases.map(\.priority) == [0, 10, 20, 30, 75, 100, 120])
  }

  /// 14. After a force-quit no background event wakes an app until the user opens it; after a kill
  /// by the system it wakes as ever [Apple developer forums, thread 685525].
  @Test func aForceQuitIsNotAKill() throws {
    var device = Self.phone([Self.app("a", 300), Self.app("front", 2500)])
    device.apps[0].taskLengthSeconds = .constant(5)
    let killed = try device.play("0,a,10,,\n60,front,20,,\n100,a,,,push")
    #expect(killed.lines("a").contains("60,a,suspended,not_running,purge:idle-exit"))
    #expect(killed.lines("a").contains("100,a,not_running,background,push"))
    let quit = try device.play("0,a,10,,\n60,a,,,force_quit\n100,a,,,push\n200,a,,,\n300,a,,,push")
    #expect(!quit.lines("a").contains("100,a"))
    #expect(quit.count("pushes_refused") == 1)
  }
}
