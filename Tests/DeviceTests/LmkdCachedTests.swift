import RandomStreams
import Testing
import Workload

@testable import Device

/// What the activity manager does with processes that were left: previous app, services, the cap on
/// cached processes, freezing, compaction, trims.
@Suite struct LmkdCachedTests {
  private typealias Event = (Double, PlanEventKind, String)

  private static func apps(_ names: String..., mebibytes: Double = 100) -> [AppClass] {
    names.map { Scripted.app($0, mebibytes: mebibytes) }
  }

  private func bands(
    _ device: Scripted, _ rows: String, at seconds: Double
  ) throws -> [Band] {
    try device.inspect(rows, at: seconds) { engine in
      (0..<engine.apps.count).map { engine.apps.records[$0].band }
    }
  }

  @Test func theAppThatWasLeftLastIsPreviousForAMinute() throws {
    let device = Scripted.android(Self.apps("a", "b", "c"))
    let script = "0,a,,,\n10,b,,,"
    #expect(try bands(device, script, at: 69)[0] == .appAgeing)
    #expect(try bands(device, script, at: 71)[0] == .idle)
    // There is one previous app only.
    #expect(try bands(device, script + "\n20,c,,,", at: 21) == [.idle, .appAgeing, .foreground])
  }

  /// Work in background does not make an app the previous one, nor does it take that away.
  @Test func workInBackgroundDoesNotChangeIt() throws {
    let device = Scripted.android(Self.apps("a", "b", "c"))
    let events: [Event] = [
      (0, .open, "a"), (100, .open, "b"), (200, .open, "c"), (220, .push, "a"), (230, .push, "b"),
    ]
    let plan = device.plan(events: events)
    let bands = try device.inspect(plan, at: 261) { engine in
      (0..<3).map { engine.apps.records[$0].band }
    }
    #expect(bands == [.idle, .idle, .foreground])
    let before = try device.inspect(plan, at: 225) { engine in engine.apps.records[1].band }
    #expect(before == .appAgeing)
  }

  /// Of five processes that work two are on the A list, those that began last.
  @Test func mostServicesAreOnTheBList() throws {
    let daemons = (0..<5).map { Scripted.daemon("d\($0)", mebibytes: 50, seconds: 30) }
    let device = Scripted.android(daemons)
    let events = (0..<5).map { (Double($0), PlanEventKind.demand, "d\($0)") }
    let plan = device.plan(events: events)
    let bands = try device.inspect(plan, at: 10) { engine in
      (0..<5).map { engine.apps.records[$0].band }
    }
    #expect(bands == [.helperAgeing, .helperAgeing, .helperAgeing, .background, .background])
    // Their work done, they are cached.
    let after = try device.inspect(plan, at: 40) { engine in engine.apps.size(.idle) }
    #expect(after == 5)
  }

  @Test func cachedProcessesBeyondTheCapDie() throws {
    var device = Scripted.android(Self.apps("a", "b", "c", "d", "e", "f", mebibytes: 50))
    device.end = 700
    let script = "0,a,,,\n100,b,,,\n200,c,,,\n300,d,,,\n400,e,,,\n500,f,,,"
    #expect(try device.play(script).purges.isEmpty, "1024 are kept today")
    device.device.android.cachedProcesses = 6
    // Half of them may have activities. The one that was cached first goes.
    #expect(try device.play(script).purges == "460,a,too-many-cached\n560,b,too-many-cached")
  }

  @Test func theOldCapOf32KeepsSixteenOfEachKind() throws {
    let apps = (0..<20).map { Scripted.app("a\($0)", mebibytes: 5) }
    let daemons = (0..<20).map { Scripted.daemon("d\($0)", mebibytes: 5) }
    var device = Scripted.android(apps + daemons)
    device.end = 3000
    var events: [Event] = []
    for number in 0..<20 {
      events.append((Double(number) * 100, .open, "a\(number)"))
      events.append((Double(number) * 100 + 50, .demand, "d\(number)"))
    }
    #expect(try device.play(events: events).purges.isEmpty)
    device.device.android.cachedProcesses = 32
    let played = try device.play(events: events)
    // The last app is in front; of 19 that were left three are too many, of 20 daemons four.
    #expect(played.count("purges_too_many_cached") == 3)
    #expect(played.count("purges_too_many_empty") == 4)
    let dead = played.transitions.filter { $0.cause != nil }
      .map { played.catalog.name(of: Int($0.app)) }
    #expect(Set(dead) == ["a0", "a1", "a2", "d0", "d1", "d2", "d3"])
  }

  // MARK: Freezing and compaction

  private func compressed(
    _ device: Scripted, _ rows: String, at seconds: Double
  ) throws -> UInt32 {
    try device.inspect(rows, at: seconds) { engine in engine.apps.records[0].compressed }
  }

  private static var compacting: Scripted {
    var device = Scripted.android(apps("a", "b", "c"))
    device.device.android.swapSize = 0.5
    device.device.android.compacts = true
    return device
  }

  /// a is left at 10 s, cached at 70 s, frozen and then compacted at 80 s.
  private static let leaving = "0,a,,,\n10,b,,,"

  @Test func aCachedAppIsFrozenAfterTenSecondsAndCompacted() throws {
    let device = Self.compacting
    #expect(try compressed(device, Self.leaving, at: 79.9) == 0)
    #expect(try compressed(device, Self.leaving, at: 81) == 97_280, "95 % of 100 MiB")
    let used = try device.inspect(Self.leaving, at: 81) { engine in
      (engine.memory.compressed, engine.memory.resident, engine.memory.pool)
    }
    #expect(used.0 == 97_280)
    #expect(used.1 == 2 * 102_400 - 97_280)
    #expect(abs(Double(used.2) - 97_280 / 2.6) < 3)
  }

  /// Freezing itself frees nothing.
  @Test func freezingFreesNothing() throws {
    var device = Self.compacting
    device.device.android.compacts = false
    let free = try [79.0, 81.0].map { time in
      try device.inspect(Self.leaving, at: time) { engine in engine.memory.free }
    }
    #expect(free[0] == free[1])
    let phases = try [79.0, 81.0].map { time in
      try device.inspect(Self.leaving, at: time) { engine in engine.apps.records[0].phase }
    }
    #expect(phases == [.debouncing, .settled])
  }

  @Test func theDebounceStartsAnewWhenAnAppIsUsed() throws {
    let device = Self.compacting
    let events: [Event] = [(0, .open, "a"), (10, .open, "b"), (75, .push, "a")]
    let plan = device.plan(events: events)
    func isCompacted(_ time: Double) throws -> Bool {
      try device.inspect(plan, at: time) { engine in engine.apps.records[0].compressed > 0 }
    }
    #expect(try !isCompacted(85))
    // The push lasts 8 s at the median; whatever it lasted, 10 s after 30 s at most it is frozen.
    #expect(try isCompacted(120))
  }

  @Test func smallAppsAreNotCompacted() throws {
    var device = Self.compacting
    device.apps[0].footprintMiB = .constant(11.7)
    #expect(try compressed(device, Self.leaving, at: 100) == 0)
    device.apps[0].footprintMiB = .constant(11.8)
    #expect(try compressed(device, Self.leaving, at: 100) > 0)
  }

  /// Used again but hardly changed, an app is not compacted again; a large change is enough.
  @Test(arguments: [(0.05, 1), (0.3, 2)])
  func aSecondCompactionNeedsAChange(touched: Double, count: Int) throws {
    var device = Self.compacting
    device.device.resumeTouchFraction = touched
    device.device.android.compactMinimumMiB = 0
    // 97,280 KiB are swapped; a resume brings back 4.8 or 28.5 MiB, each counts twice.
    device.device.android.compactChangeMiB = 20
    let played = try device.play("0,a,,,\n10,b,,,\n100,a,,,\n110,b,,,")
    // b is compacted once, too.
    #expect(played.count("compactions") == count)
  }

  @Test func betweenTwoCompactionsSomeTimeMustPass() throws {
    var device = Self.compacting
    device.device.android.compactMinimumMiB = 0
    device.device.android.compactChangeMiB = 0
    let script = "0,a,,,\n10,b,,,\n100,a,,,\n110,b,,,"
    #expect(try device.play(script).count("compactions") == 2)
    device.device.android.compactGapFullSeconds = 1000
    #expect(try device.play(script).count("compactions") == 1)
  }

  @Test func lowSwapLeavesOnlyFilePages() throws {
    var device = Self.compacting
    device.apps[0].filePagesMiB = 60
    device.device.android.compactSwapLine = 1
    // A first app takes some of the swap; after that less than all of it is free.
    device.device.android.compactMinimumMiB = 50
    let script = "0,c,,,\n10,a,,,\n100,b,,,"
    let left = try device.inspect(script, at: 200) { engine in
      (engine.apps.records[0].compressed, engine.apps.records[0].filePages)
    }
    #expect(left.0 == 0)
    #expect(left.1 == 0)
    device.device.android.compactsFilePagesInstead = false
    let kept = try device.inspect(script, at: 200) { engine in engine.apps.records[0].filePages }
    #expect(kept == 61_440)
  }

  /// A compaction that is under way or waits does not happen when the app becomes important or the
  /// screen is switched on.
  @Test func compactionIsCancelled() throws {
    var device = Self.compacting
    // Ten seconds for 100 MiB.
    device.device.compressRate = 9.5
    let leaving = "0,a,,,\n10,b,,,\n20,-,,,lock"
    // a is cached when b is left, frozen at 30 s and compacted at 40 s; b a minute later.
    #expect(try compressed(device, leaving, at: 41) == 97_280)
    #expect(try device.play(leaving).count("compactions") == 2)
    #expect(try device.play(leaving + "\n35,a,,,").count("compactions") == 1)
    #expect(try device.play(leaving + "\n35,-,,,home").count("compactions") == 1)
    let events: [Event] = [(0, .open, "a"), (10, .open, "b"), (20, .lock, ""), (35, .push, "a")]
    let woken = try device.inspect(device.plan(events: events), at: 41) { engine in
      engine.apps.records[0].compressed
    }
    #expect(woken == 0)
  }

  // MARK: onTrimMemory

  @Test func fewCachedProcessesMeanShortMemory() throws {
    var device = Scripted.android(Self.apps("a", "b", "c", "d", "e", "f", "g", mebibytes: 50))
    device.device.android.tellsToTrim = true
    device.device.android.trimsByPressure = false
    let script = (0..<7).map { "\($0 * 100),\("abcdefg".map { String($0) }[$0]),,," }
      .joined(separator: "\n")
    let levels = try [1.0, 450, 560, 650].map { time in
      try device.inspect(script, at: time) { engine in engine.android.trimLevel }
    }
    // None, three, four or five, five cached processes.
    #expect(levels == [.critical, .critical, .low, .low])
    let more = try device.inspect(script + "\n680,-,,,home", at: 750) { engine in
      (engine.apps.size(.idle), engine.android.trimLevel)
    }
    #expect(more.0 == 7)
    #expect(more.1 == .moderate)
  }

  @Test func stallsTellEverybodyOnceAStay() throws {
    var device = Scripted.android(
      Self.apps("a", "b", "p", mebibytes: 250) + Self.apps("c", mebibytes: 450))
    device.device.android.tellsToTrim = true
    device.device.warningTrim = 0.9
    let played = try device.play("0,a,,,\n100,b,,,\n200,p,,,\n300,c,,,")
    // A launch that waits stalls everything: a, b and p are told; that is not enough.
    #expect(played.count("memory_warnings") >= 3)
    let sizes = try device.inspect("0,a,,,\n100,b,,,\n200,p,,,\n300,c,,,", at: 300.1) { engine in
      engine.apps.records[1].footprint
    }
    #expect(sizes == UInt32((256_000.0 * 0.9).rounded(.up)))
  }

  @Test func aDemandedTrimReachesEverybody() throws {
    var device = Scripted.android(Self.apps("a", "b"))
    device.device.warningTrim = 0.5
    let played = try device.play("0,a,,,\n10,b,,,\n100,-,,,memory_warning")
    #expect(played.count("memory_warnings") == 2)
  }
}
