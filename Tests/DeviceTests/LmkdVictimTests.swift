import RandomStreams
import Testing
import Workload

@testable import Device

/// Whom lmkd kills: the highest score first, within one the process whose score was set longest
/// ago, at or below 200 the heaviest.
@Suite struct LmkdVictimTests {
  private typealias Event = (Double, PlanEventKind, String)

  private static func apps(_ sizes: (String, Double)...) -> [AppClass] {
    sizes.map { Scripted.app($0.0, mebibytes: $0.1) }
  }

  /// Every process is killed once, from the most to the least expendable.
  @Test func fromTheTopOfTheLadderToItsFoot() throws {
    var music = Scripted.app("music", mebibytes: 100)
    music.audioProbability = 1
    var device = Scripted.android(
      Self.apps(("cached", 100), ("previous", 100)) + [music]
        + [Scripted.daemon("work", mebibytes: 100, seconds: 0.65)] + Self.apps(("huge", 900)))
    // The previous app's time does not run out, and stalls beside work count as complete too late.
    device.device.android.previousSeconds = 1000
    device.end = 150
    let events: [Event] = [
      (0, .open, "music"), (20, .open, "cached"), (40, .open, "previous"),
      (60, .demand, "work"), (60, .open, "huge"),
    ]
    let played = try device.play(events: events)
    #expect(
      played.purges == """
        60.1,cached,lmkd-low-mem
        60.16,previous,lmkd-pressure-after-kill
        60.22,work,lmkd-pressure-after-kill
        60.28,music,lmkd-pressure-after-kill
        """)
    #expect(played.lines("huge").hasPrefix("60.33,huge,not_running,inactive,open"))
  }

  /// Size does not matter among cached apps; for other policies the cached range is one.
  @Test func amongCachedAppsSizeIsIgnored() throws {
    var device = Scripted.android(
      Self.apps(("old", 50), ("large", 500), ("previous", 300), ("new", 160)))
    let script = "0,old,,,\n100,large,,,\n200,previous,,,\n300,new,,,"
    #expect(try device.play(script).purges == "300.1,old,lmkd-low-mem")
    device.policy = PolicySpecification("largest")
    #expect(try device.play(script).purges == "300.1,large,lmkd-low-mem")
  }

  /// With more than ten cached apps some share a step: who prefers large ones takes the largest of
  /// the last step, not of all.
  @Test func theStepsBoundTheChoice() throws {
    var sizes: [AppClass] = []
    for number in 0..<12 {
      let size = number == 0 ? 30.0 : number == 1 ? 40 : number == 5 ? 300 : 20
      sizes.append(Scripted.app("app\(number)", mebibytes: size))
    }
    var device = Scripted.android(sizes + Self.apps(("last", 20), ("new", 450)))
    let script =
      (0..<12).map { "\($0 * 100),app\($0),,," }.joined(separator: "\n")
      + "\n1200,last,,,\n1300,new,,,"
    device.end = 2000
    // Twelve are cached, two a step: app0 and app1 are on the last one.
    #expect(try device.play(script).purges == "1300.1,app0,lmkd-low-mem")
    device.policy = PolicySpecification("kernel-lmk")
    #expect(try device.play(script).purges == "1300.1,app1,lmkd-low-mem")
    device.policy = PolicySpecification("lmkd", arguments: [.init("heaviest", .flag(true))])
    #expect(try device.play(script).purges == "1300.1,app1,lmkd-low-mem")
    device.policy = PolicySpecification("largest")
    #expect(try device.play(script).purges == "1300.1,app5,lmkd-low-mem")
  }

  /// With activities 900, 910, without 905: the empty process goes before the last app that was
  /// used, after the one before that.
  @Test func emptyProcessesAreBetween() throws {
    let daemon = Scripted.daemon("daemon", mebibytes: 200)
    var device = Scripted.android(
      [daemon] + Self.apps(("a", 200), ("b", 200), ("p", 200), ("new", 390)))
    let script: [Event] = [
      (0, .open, "a"), (100, .open, "b"), (150, .demand, "daemon"), (200, .open, "p"),
      (300, .open, "new"),
    ]
    #expect(try device.play(events: script).purges == "300.1,a,lmkd-low-mem")
    device.apps[4].footprintMiB = .constant(500)
    #expect(
      try device.play(events: script).purges
        == "300.1,a,lmkd-low-mem\n300.16,daemon,lmkd-pressure-after-kill")
  }

  /// Foreground services have score 200: the heaviest goes first, whatever the policy.
  @Test(arguments: ["lmkd", "lru", "smallest", "jetsam"])
  func perceptibleProcessesGoBySize(policy: String) throws {
    var (small, large) = (Scripted.app("small", mebibytes: 200), Scripted.app("large"))
    large.footprintMiB = .constant(500)
    small.audioProbability = 1
    large.locationProbability = 1
    var device = Scripted.android([small, large] + Self.apps(("new", 500)))
    device.policy = PolicySpecification(policy)
    let played = try device.play("0,small,,,\n50,large,,,\n100,new,,,")
    #expect(played.purges == "100.7,large,lmkd-not-responding")
  }

  /// The app in front is the last one: it dies when a process in background needs its memory.
  @Test func theAppInFrontIsLast() throws {
    var device = Scripted.android(
      [Scripted.daemon("daemon", mebibytes: 300)] + Self.apps(("front", 600), ("p", 100)))
    let script: [Event] = [(0, .open, "p"), (10, .open, "front"), (20, .demand, "daemon")]
    // 999 - 600 is enough once the previous app is dead.
    #expect(try device.play(events: script).purges == "20.7,p,lmkd-not-responding")
    device.apps[0].footprintMiB = .constant(500)
    // Not even that would be enough without the app in front: nobody dies in vain.
    #expect(try device.play(events: script).purges.isEmpty)
  }

  /// Any policy of the registry that needs no parameter runs on Android and kills when lmkd does.
  @Test func everyPolicyRuns() throws {
    for policy in PolicyRegistry.all where policy.name != "score" {
      var device = Scripted.android(
        Self.apps(("a", 300), ("b", 300), ("c", 300), ("d", 300), ("e", 300)))
      device.policy = PolicySpecification(policy.name)
      let played = try device.play("0,a,,,\n100,b,,,\n200,c,,,\n300,d,,,\n400,e,,,")
      #expect(played.count("purges_lmkd_low_mem") >= 1, "\(policy.name)")
      #expect(played.count("launches") == 5, "\(policy.name)")
    }
  }
}
