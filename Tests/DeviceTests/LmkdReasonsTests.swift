import RandomStreams
import Testing
import Workload

@testable import Device

extension Scripted {
  /// An Android device of 1000 MiB of which nothing is wired, on which nothing grows.
  ///
  /// It has no swap, compaction and trims; a test switches on what it is about.
  static func android(_ apps: [AppClass]) -> Scripted {
    var scripted = Scripted(apps)
    var device = DeviceConfiguration(profile: .android, ramMiB: 1000)
    device.usableFraction = 1
    device.wiredFraction = 0
    device.growthFactor = 1
    device.backgroundTrim = 1
    device.warningTrim = 1
    device.android.swapSize = 0
    device.android.compacts = false
    device.android.tellsToTrim = false
    scripted.device = device
    scripted.policy = PolicySpecification("lmkd")
    return scripted
  }

  /// A daemon of a size in MiB that runs for a time when it is needed.
  static func daemon(_ name: String, mebibytes: Double, seconds: Double = 1) -> AppClass {
    var daemon = app(name, mebibytes: mebibytes)
    daemon.kind = .daemon
    daemon.demandLengthSeconds = .constant(seconds)
    return daemon
  }
}

/// Each of lmkd's reasons comes about on a device: stalls, swap and thrashing as they arise.
@Suite struct LmkdReasonsTests {
  private static func apps(_ sizes: (String, Double)...) -> [AppClass] {
    sizes.map { Scripted.app($0.0, mebibytes: $0.1) }
  }

  /// An app in front whose file pages do not fit beside a cached app.
  private static func thrashing(_ cached: [AppClass]) -> Scripted {
    var front = Scripted.app("front", mebibytes: 450)
    front.filePagesMiB = 300
    var device = Scripted.android(cached + [Scripted.app("p", mebibytes: 10), front])
    device.end = 310
    // Watermarks are out of the way, and so is Android 14's rule about them.
    device.device.android.minWatermark = 0
    device.device.android.lowWatermark = 0
    device.device.android.highWatermark = 0
    device.device.android.lowMemoryScore = 1001
    return device
  }

  @Test func aLaunchThatWaitsStallsUntilACachedProcessDies() throws {
    let device = Scripted.android(Self.apps(("a", 400), ("b", 400), ("c", 400)))
    let played = try device.play("0,a,,,\n100,b,,,\n200,c,,,")
    // 70 ms of stall are noticed at the next tenth of a window; the memory is back 50 ms later.
    #expect(played.purges == "200.1,a,lmkd-low-mem")
    #expect(
      played.lines("c").hasPrefix(
        "200.15,c,not_running,inactive,open,willFinishLaunching;didFinishLaunching"))
    #expect(played.value("launch_latency_p99_s") >= 2.15)
  }

  /// Only the previous app is left, which a low watermark may not kill; after 0.7 s without anybody
  /// getting on it dies all the same.
  @Test func nobodyResponds() throws {
    let device = Scripted.android(Self.apps(("a", 700), ("b", 700)))
    let played = try device.play("0,a,,,\n10,b,,,")
    #expect(played.purges == "10.7,a,lmkd-not-responding")
  }

  @Test func aKillWasNotEnough() throws {
    let device = Scripted.android(Self.apps(("a", 250), ("b", 250), ("p", 250), ("c", 700)))
    let played = try device.play("0,a,,,\n100,b,,,\n200,p,,,\n300,c,,,")
    // The next look comes 10 ms after the death of the first victim.
    #expect(played.purges == "300.1,a,lmkd-low-mem\n300.16,b,lmkd-pressure-after-kill")
  }

  @Test func memoryAndSwapAreLow() throws {
    var device = Scripted.android(Self.apps(("a", 400), ("b", 400), ("c", 400)))
    device.device.android.swapSize = 0.1
    let played = try device.play("0,a,,,\n100,b,,,\n200,c,,,")
    #expect(played.purges == "200.1,a,lmkd-low-mem-and-swap")
  }

  @Test func tooMuchIsSwapped() throws {
    var device = Scripted.android(Self.apps(("a", 400), ("b", 400), ("c", 400)))
    device.device.android.swapSize = 0.5
    device.device.android.swapUtilizationLimit = 0.05
    let played = try device.play("0,a,,,\n100,b,,,\n200,c,,,")
    #expect(played.purges == "200.1,a,lmkd-low-mem-and-swap-util")
    // Swapping made room at once: the launch did not wait, but it stalled.
    #expect(played.lines("c").hasPrefix("200,c,not_running,inactive,open"))
    #expect(played.value("launch_latency_p99_s") > 2.1)
  }

  @Test func filePagesAreReadAgainAndAgain() throws {
    var device = Self.thrashing(Self.apps(("a", 440)))
    device.device.android.lowWatermark = 0.01
    let played = try device.play("0,a,,,\n100,p,,,\n200,front,,,")
    #expect(played.purges.hasSuffix(",a,lmkd-low-mem-and-thrashing"))
    #expect(played.count("purges") == 1)
    #expect(played.value("refaulted_mib_per_day") > 0)
  }

  /// Products of sizes of terabytes do not fit in 64 bits.
  @Test func terabytesOfFilePagesAreReadAgain() throws {
    let tebibyte = 1024.0 * 1024
    var apps = Self.apps(("a", 1024), ("b", 1024), ("c", 1024))
    for index in apps.indices { apps[index].filePagesMiB = 3 * tebibyte }
    var device = Scripted.android(apps)
    device.device.ramMiB = 8 * tebibyte
    device.end = 200
    let played = try device.play("0,a,10,,\n20,b,10,,\n40,c,10,,\n60,a,10,,\n80,b,10,,\n100,c,10,,")
    #expect(played.value("refaulted_mib_per_day") > tebibyte)
  }

  @Test func theSameWhileSwapIsLow() throws {
    var device = Self.thrashing(Self.apps(("a", 440)))
    device.device.android.swapSize = 0.02
    let played = try device.play("0,a,,,\n100,p,,,\n200,front,,,")
    #expect(played.purges.hasSuffix(",a,lmkd-low-swap-and-thrashing"))
  }

  @Test func theSameWhileProcessesReclaimThemselves() throws {
    let played = try Self.thrashing(Self.apps(("a", 440))).play("0,a,,,\n100,p,,,\n200,front,,,")
    #expect(played.purges.hasSuffix(",a,lmkd-direct-recl-and-thrashing"))
  }

  @Test func afterThrashingFilePagesAreStillFew() throws {
    var device = Self.thrashing(Self.apps(("a", 220), ("b", 220)))
    device.device.android.fileCacheMinimumMiB = 2000
    let played = try device.play("0,a,,,\n50,b,,,\n120,p,,,\n200,front,,,")
    let causes = played.transitions.compactMap(\.cause)
    #expect(causes.first == .lmkdDirectReclAndThrashing)
    #expect(causes.contains(.lmkdLowFilecacheAfterThrashing))
  }

  /// A victim that takes a second to die is not waited for longer than 100 ms: lmkd kills again
  /// though the first death would have been enough.
  @Test func slowDeathsAreKilledTwice() throws {
    var device = Scripted.android(
      Self.apps(("a", 250), ("b", 250), ("p", 250), ("c", 450)))
    device.device.killLatencySeconds = 1
    let script = "0,a,,,\n100,b,,,\n200,p,,,\n300,c,,,"
    #expect(
      try device.play(script).purges
        == "300.1,a,lmkd-low-mem\n300.21,b,lmkd-pressure-after-kill\n300.32,p,"
        + "lmkd-pressure-after-kill")
    device.device.android.killTimeoutSeconds = 10
    #expect(try device.play(script).purges == "300.1,a,lmkd-low-mem")
  }

  /// A launch that cannot fit even when everybody is dead fails, and nobody dies for it.
  @Test func nobodyDiesInVain() throws {
    let device = Scripted.android(Self.apps(("a", 400), ("huge", 999)))
    let played = try device.play("0,a,,,\n100,huge,,,")
    #expect(played.purges.isEmpty)
    #expect(played.count("failed_launches") == 1)
  }

  @Test func runsAreReproducible() throws {
    let device = Self.thrashing(Self.apps(("a", 220), ("b", 220)))
    let script = "0,a,,,\n50,b,,,\n120,p,,,\n200,front,,,"
    #expect(try device.play(script).report == device.play(script).report)
  }
}
