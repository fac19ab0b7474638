import RandomStreams
import Testing
import Workload

@testable import Device

/// The freezer: slots, sizes, budget, pace, thaw, demotion, storage emergencies.
@Suite struct FreezerTests {
  /// Four apps of 100 MiB; a freezer of two slots that always wants to work and writes half of what
  /// it takes.
  private static func device() -> Scripted {
    var device = Scripted("a", "b", "c", "d")
    device.device.freezerSlots = 2
    device.device.freezerLine = 1
    device.device.freezerReserve = 0
    device.device.freezerDemotions = 0
    device.device.compressRatio = 2
    device.device.compressRatioCalm = 2
    device.device.decompressSecondsPerMiB = 0
    return device
  }

  private static let rows = "0,a,10,,\n20,b,10,,\n40,c,10,,\n60,d,10,,"

  /// The apps in the freezer's band in the order in which they came there.
  private static func frozen(
    _ device: Scripted, _ rows: String = rows, at time: Double
  ) throws -> [AppID] {
    try device.inspect(rows, at: time) { engine in
      var apps: [AppID] = []
      var app = engine.apps.head(.freezer)
      while app != AppID.max {
        apps.append(app)
        app = engine.apps[app].next
      }
      return apps
    }
  }

  @Test func theLongestIdleIsFrozenFirstOneARun() throws {
    let device = Self.device()
    // Left at 10, idle after 2 s of ageing, frozen at once.
    #expect(try Self.frozen(device, at: 11.9).isEmpty)
    #expect(try Self.frozen(device, at: 12) == [0])
    #expect(try Self.frozen(device, at: 32) == [0, 1])
    // No slot for the third.
    #expect(try Self.frozen(device, at: 1000) == [0, 1])
    try device.inspect(Self.rows, at: 1000) { engine in
      #expect(engine.freezer.frozen == 2)
      #expect(engine.apps[0].compressed == 95 * 1024)
      // Its dirty memory is on storage: it takes neither RAM nor pool.
      #expect(engine.apps[0].returned == 5 * 1024)
      #expect(engine.memory.pool == 0)
      #expect(engine.memory.resident == (2 * 5 + 2 * 100) * 1024)
    }
  }

  @Test func tenSecondsBetweenTwo() throws {
    let rows = "0,a,10,,\n10,b,3,,\n14,c,3,,"
    var device = Self.device()
    device.device.freezerSlots = 3
    #expect(try Self.frozen(device, rows, at: 21.9) == [0])
    #expect(try Self.frozen(device, rows, at: 22) == [0, 1])
    #expect(try Self.frozen(device, rows, at: 32) == [0, 1, 2])
  }

  @Test func itWorksOnlyWhenMemoryIsShortAndEnoughAppsAreSuspended() throws {
    var device = Self.device()
    device.device.freezerLine = 0.75
    // 800 and then 700 available: only the third app brings it below the line.
    #expect(try Self.frozen(device, at: 39) == [])
    #expect(try Self.frozen(device, at: 41) == [0])
    // More than two idle apps are needed: at 52 there are three, then two.
    device.device.freezerLine = 1
    device.device.freezerReserve = 2
    #expect(try Self.frozen(device, at: 51) == [])
    #expect(try Self.frozen(device, at: 52) == [0])
    #expect(try Self.frozen(device, at: 70) == [0])
    #expect(try Self.frozen(device, at: 72) == [0, 1])
  }

  @Test func smallAppsAndHelpersAreNotFrozen() throws {
    var device = Self.device()
    device.apps[0].footprintMiB = .constant(7.9)
    device.apps[1].footprintMiB = .constant(8)
    #expect(try Self.frozen(device, at: 100) == [1, 2])
    device.apps[1].kind = .extension
    let plan = device.plan(events: [
      (0, .open, "a"), (10, .demand, "b"), (20, .open, "c"), (30, .home, ""),
    ])
    let band = try device.inspect(plan, at: 100) { $0.apps[1].band }
    #expect(band == .idle)
  }

  @Test func aDayHasABudget() throws {
    var device = Self.device()
    device.device.freezerBudgetMiB = 60
    // Each app writes 95 / 2 MiB: one a day.
    #expect(try Self.frozen(device, at: 86_399) == [0])
    #expect(try Self.frozen(device, at: 86_400) == [0, 1])
    try device.inspect(Self.rows, at: 86_400) { engine in
      #expect(engine.freezer.writtenInAll == 95 * 1024)
    }
    // Whoever never fits is passed over.
    device.apps[0].footprintMiB = .constant(200)
    #expect(try Self.frozen(device, at: 1000) == [1])
  }

  @Test func aThawPaysForWhatItReads() throws {
    var device = Self.device()
    device.device.thawSecondsPerMiB = 0.02
    let rows = Self.rows + "\n100,a,,,"
    let played = try device.play(rows)
    // 0.1 s and 0.3 of 95 MiB at 0.02 s each.
    let touched = (0.3 * 95 * 1024).rounded(.down) / 1024
    #expect(abs((played.transitions.last?.time.inSeconds ?? 0) - 100.1 - touched * 0.02) < 1e-5)
    try device.inspect(rows, at: 101) { engine in
      #expect(engine.apps[0].state == .active)
      #expect(engine.freezer.thawCount(0) == 1)
      // It keeps its slot.
      #expect(engine.freezer.frozen == 2)
      #expect(abs(Double(engine.apps[0].compressed) / 1024 - (95 - touched)) < 0.01)
    }
    // Left again it waits in the idle band, and is not frozen anew until three wait.
    try device.inspect(rows + "\n200,-,,,home", at: 900) { engine in
      #expect(engine.apps[0].band == .idle)
      #expect(engine.freezer.waiting == 1)
      #expect(engine.freezer.frozen == 2)
    }
  }

  @Test func threeThatWaitAreFrozenAnew() throws {
    var device = Self.device()
    device.device.freezerSlots = 4
    let rows = Self.rows + "\n100,a,10,,\n120,b,10,,\n140,c,10,,"
    // The third is idle at 152; the first of them goes, then only two wait.
    #expect(try Self.frozen(device, rows, at: 151.9) == [3])
    #expect(try Self.frozen(device, rows, at: 152) == [3, 0])
    try device.inspect(rows, at: 900) { engine in
      #expect(engine.freezer.waiting == 2)
      #expect(engine.freezer.frozen == 4)
    }
  }

  @Test func hardlyUsedAppsAreDemotedOnceADay() throws {
    var device = Self.device()
    device.device.freezerSlots = 4
    device.device.freezerDemotions = 2
    device.device.freezerDemotionThaws = 1
    #expect(try Self.frozen(device, at: 86_399) == [0, 1, 2, 3])
    #expect(try Self.frozen(device, at: 86_400) == [2, 3])
    try device.inspect(Self.rows, at: 86_400) { engine in
      #expect(engine.apps[0].band == .idle)
      #expect(engine.apps[1].band == .idle)
      // Their pages stay on storage.
      #expect(engine.apps[0].returned == 5 * 1024)
      #expect(engine.freezer.frozen == 4)
    }
    // Whoever was thawed often enough stays.
    var often = device
    often.device.freezerDemotionThaws = 1
    let thawed = Self.rows + "\n100,a,10,,\n120,b,10,,\n140,c,10,,"
    #expect(try Self.frozen(often, thawed, at: 86_399) == [3, 0])
    // With a third one waiting, the longest idle of them is frozen anew.
    #expect(try Self.frozen(often, thawed, at: 86_401) == [0, 1])
  }

  @Test func aStorageEmergencyKillsEveryFrozenApp() throws {
    var device = Self.device()
    device.device.freezerSlots = 3
    device.device.storageEmergenciesPerDay = 2
    device.end = 400_000
    // `a` is thawed and suspended again; `d` was never frozen.
    let played = try device.play(Self.rows + "\n100,a,10,,")
    let all = played.transitions.filter { $0.cause == .diskSpaceShortage }
    let first = all.prefix { $0.time == all[0].time }
    #expect(Set(first.map(\.app)) == [0, 1, 2])
    #expect(played.count("purges_disk_space_shortage") == all.count)
  }

  @Test func noSlotsMeansNoFreezer() throws {
    var device = Self.device()
    device.device.freezerSlots = 0
    #expect(try Self.frozen(device, at: 86_401).isEmpty)
    #expect(try device.play(Self.rows).count("freezes") == 0)
  }

  /// An end gives the slot back.
  @Test func anEndFreesTheSlot() throws {
    let rows = Self.rows + "\n100,a,,,force_quit"
    #expect(try Self.frozen(Self.device(), rows, at: 200) == [1, 2])
    try Self.device().inspect(rows, at: 200) { engine in
      #expect(engine.freezer.frozen == 2)
      #expect(engine.apps[0].flags.contains(.frozen) == false)
    }
  }
}
