import RandomStreams
import Testing
import Workload

@testable import Device

/// Where memory goes: conserved, charged in full, reclaimed from clean pages first.
@Suite struct MemoryTests {
  private static let mebibyte: Int64 = 1024

  /// RAM = wired + resident + pool + file + dying + free at any time, every term ≥ 0.
  @Test func memoryIsConserved() throws {
    var device = Scripted([])
    device.device = DeviceConfiguration(profile: .ios, ramMiB: 500)
    device.device.freezerSlots = 2
    device.device.freezerReserve = 0
    device.apps = (0..<6).map { number in
      var app = AppClass(name: "app\(number)")
      app.footprintMiB = .constant(150)
      app.taskProbability = 0
      return app
    }
    let rows = (0..<40).map { "\(30 * $0),app\($0 * 5 % 6),20,," }.joined(separator: "\n")
    var sawPool = false
    var sawDying = false
    for time in stride(from: 0.0, through: 1200, by: 29.99) {
      try device.inspect(rows, at: time) { engine in
        let memory = engine.memory
        var resident: Int64 = 0
        var pool: Int64 = 0
        for app in 0..<AppID(6) {
          resident += Int64(engine.apps[app].footprint - engine.apps[app].compressed)
          pool += engine.apps[app].pool
        }
        #expect(memory.resident == resident)
        #expect(memory.pool == pool)
        let parts = [
          memory.wired, memory.resident, memory.pool, memory.file, memory.dying, memory.free,
        ]
        #expect(parts.allSatisfy { $0 >= 0 })
        #expect(parts.reduce(0, +) == memory.usable)
        #expect(memory.available == memory.free + memory.file)
        sawPool = sawPool || pool > 0
        sawDying = sawDying || memory.dying > 0
      }
    }
    #expect(sawPool)
    // The memory of the killed is on its way for 50 ms only.
    let played = try device.play(rows)
    let purge = try #require(played.transitions.first { $0.cause != nil })
    try device.inspect(rows, at: purge.time.inSeconds + 0.01) { engine in
      sawDying = sawDying || engine.memory.dying > 0
    }
    #expect(sawDying)
  }

  @Test func usableAndWiredAreSharesOfRAM() throws {
    var device = Scripted("a")
    device.device.usableFraction = 0.92
    device.device.wiredFraction = 0.19
    try device.inspect("", at: 1) { engine in
      #expect(engine.memory.usable == 920 * 1024)
      #expect(engine.memory.wired == Int64((0.19 * 920 * 1024).rounded()))
      #expect(engine.memory.available == engine.memory.usable - engine.memory.wired)
    }
    device.device = DeviceConfiguration(profile: .plain, ramMiB: 1000)
    try device.inspect("", at: 1) { engine in
      #expect(engine.memory.usable == 1000 * 1024)
      #expect(engine.memory.wired == 0)
    }
  }

  @Test func growthStepsWhileInFrontUpToAPeak() throws {
    var device = Scripted("a")
    device.device.growthFactor = 1.5
    device.device.growthSeconds = 60
    device.device.growthSteps = 5
    let expected = [(2.0, 100.0), (13.9, 100), (14, 110), (26, 120), (62, 150), (500, 150)]
    for (time, size) in expected {
      try device.inspect("0,a,,,", at: time) { engine in
        #expect(Double(engine.apps[0].footprint) / 1024 == size, "\(time) s")
      }
    }
  }

  @Test func trimOnEnteringBackground() throws {
    var device = Scripted("a")
    device.device.backgroundTrim = 0.8
    try device.inspect("0,a,10,,", at: 20) { engine in
      #expect(engine.apps[0].footprint == 80 * 1024)
      #expect(engine.memory.resident == 80 * 1024)
    }
    // Each visit trims anew what is there.
    try device.inspect("0,a,10,,\n20,a,10,,", at: 40) { engine in
      #expect(engine.apps[0].footprint == 64 * 1024)
    }
  }

  @Test func growthStopsWhereMemoryEnds() throws {
    var device = Scripted([Scripted.app("a", mebibytes: 900)])
    device.device.growthFactor = 2
    device.device.growthSteps = 1
    try device.inspect("0,a,,,", at: 500) { engine in
      #expect(engine.apps[0].footprint == 1000 * 1024)
      #expect(engine.memory.available == 0)
      #expect(engine.apps[0].state == .active)
    }
  }

  @Test func theFootprintIsDrawnOncePerReplicationAndApp() throws {
    var device = Scripted("a")
    device.apps[0].footprintMiB = .uniform(min: 50, max: 150)
    let rows = "0,a,10,,\n20,a,,,force_quit\n30,a,10,,"
    let first = try device.inspect(rows, at: 15) { $0.apps[0].footprint }
    let second = try device.inspect(rows, at: 35) { $0.apps[0].footprint }
    #expect(first == second)
    device.seed = 2
    #expect(try device.inspect(rows, at: 15) { $0.apps[0].footprint } != first)
  }

  @Test func aTraceMayStateTheFootprint() throws {
    try Scripted("a").inspect("0,a,10,70,", at: 5) { engine in
      #expect(engine.apps[0].footprint == 70 * 1024)
    }
    try Scripted("a").inspect("0,a,10,0,", at: 5) { engine in
      #expect(engine.apps[0].footprint == 0)
      #expect(engine.apps[0].state == .active)
    }
  }

  // MARK: File pages

  @Test func aRelaunchIsWarmWhileHalfOfThePagesAreCached() throws {
    var device = Scripted([Scripted.app("a"), Scripted.app("big")])
    device.apps[0].filePagesMiB = 60
    // After `a` is gone 60 MiB of its pages are cached; `big` takes what is free and then those.
    for (size, isWarm) in [(900.0, true), (940, true), (970, true), (970.01, false), (1000, false)]
    {
      device.apps[1].footprintMiB = .constant(size)
      let played = try device.play("0,a,10,,\n20,a,,,force_quit\n30,big,10,,\n50,a,,,")
      #expect(played.count("warm_launches") == (isWarm ? 1 : 0), "big takes \(size) MiB")
      #expect(played.count("cold_launches") == (isWarm ? 2 : 3))
      // The victim's memory takes 50 ms to come back.
      let wait: Ticks = size > 900 ? 50_000 : 0
      let ready = 50_000_000 + wait + (isWarm ? 800_000 : 2_000_000)
      #expect(played.transitions.last?.time == ready)
    }
    device.device.warmFraction = 1
    device.apps[1].footprintMiB = .constant(941)
    #expect(
      try device.play("0,a,10,,\n20,a,,,force_quit\n30,big,10,,\n50,a,,,").count("warm_launches")
        == 0)
  }

  @Test func theFirstLaunchAndOneWithoutPagesAreCold() throws {
    var device = Scripted("a")
    device.apps[0].filePagesMiB = 60
    #expect(try device.play("0,a,,,").count("cold_launches") == 1)
    device.apps[0].filePagesMiB = 0
    let played = try device.play("0,a,10,,\n20,a,,,force_quit\n30,a,,,")
    #expect(played.count("cold_launches") == 2)
  }

  /// A reboot empties the cache, a purge does not.
  @Test func aPurgeLeavesTheFilePages() throws {
    var device = Scripted([Scripted.app("a"), Scripted.app("b", mebibytes: 950)])
    device.apps[0].filePagesMiB = 60
    let played = try device.play("0,a,10,,\n20,b,10,,\n40,a,,,")
    #expect(played.purges == "20,a,vm-pageshortage\n40,b,vm-pageshortage")
    #expect(played.count("warm_launches") == 1)
  }

  @Test func theLeastRecentlyUsedPagesGoFirst() throws {
    var device = Scripted("a", "b", "big", mebibytes: 10)
    device.apps[0].filePagesMiB = 60
    device.apps[1].filePagesMiB = 60
    let start = "0,a,10,,\n20,b,10,,\n"
    // 20 dirty and 120 clean; `big` of 900 leaves 80 for clean pages.
    device.apps[2].footprintMiB = .constant(900)
    try device.inspect(start + "40,big,10,,", at: 45) { engine in
      #expect(engine.apps[0].filePages == 20 * 1024)
      #expect(engine.apps[1].filePages == 60 * 1024)
      #expect(engine.memory.file == 80 * 1024)
    }
    try device.inspect(start + "30,a,5,,\n40,big,10,,", at: 45) { engine in
      #expect(engine.apps[0].filePages == 60 * 1024)
      #expect(engine.apps[1].filePages == 20 * 1024)
    }
  }

  @Test func nobodyIsKilledForFilePages() throws {
    var device = Scripted([Scripted.app("a", mebibytes: 500), Scripted.app("b", mebibytes: 480)])
    device.apps[1].filePagesMiB = 60
    let played = try device.play("0,a,10,,\n20,b,10,,")
    #expect(played.purges.isEmpty)
    try device.inspect("0,a,10,,\n20,b,10,,", at: 40) { engine in
      #expect(engine.apps[1].filePages == 20 * 1024)
    }
  }

  /// The list of the file cache does what an array does.
  @Test func theFileCacheMatchesAnArray() {
    for seed in 0..<20 as Range<UInt64> {
      let count = 12
      let apps = AppTable(count: count)
      var cache = FileCache()
      var order: [AppID] = []
      var stream = StreamFamily(seed: seed, replication: 0)
        .stream(.test, entity: 0, occurrence: 0)
      for _ in 0..<400 {
        if stream.uniform() < 0.6 {
          let app = AppID(stream.below(UInt64(count)))
          cache.touch(app, apps)
          apps[app].filePages += UInt32(1 + stream.below(50))
          order.removeAll { $0 == app }
          order.insert(app, at: 0)
        } else {
          let amount = Int64(stream.below(120))
          var left = amount
          var pages = (0..<AppID(count)).map { Int64(apps[$0].filePages) }
          while left > 0, let last = order.last {
            let taken = min(left, pages[Int(last)])
            pages[Int(last)] -= taken
            left -= taken
            if pages[Int(last)] == 0 { order.removeLast() }
          }
          #expect(cache.reclaim(amount, apps) == amount - left, "seed \(seed)")
          #expect((0..<AppID(count)).map { Int64(apps[$0].filePages) } == pages, "seed \(seed)")
        }
      }
    }
  }
}
