import RandomStreams
import Testing
import Workload

@testable import Device

/// Memory warnings and sustained pressure in the whole device.
@Suite struct PressureTests {
  /// The compressor takes everything at no gain, so that `hoard` (600 of 1000 MiB) means Warning
  /// three seconds after its ageing, and `hoard` and `more` mean Critical.
  private static func pressed() -> Scripted {
    var device = Scripted([
      Scripted.app("hoard", mebibytes: 600), Scripted.app("more", mebibytes: 150),
      Scripted.app("a", mebibytes: 50), Scripted.app("b", mebibytes: 60),
      Scripted.app("c", mebibytes: 70),
    ])
    device.device.compressLine = 1
    device.device.compressRatio = 1
    device.device.compressRatioCalm = 1
    device.device.compressFraction = 1
    device.device.resumeTouchFraction = 1
    device.device.warningTrim = 0.5
    device.device.grantSeconds = .constant(10_000)
    for index in 2...4 {
      device.apps[index].taskProbability = 1
      device.apps[index].taskLengthSeconds = .constant(9000)
    }
    return device
  }

  /// Footprints in MiB.
  private static func sizes(
    _ device: Scripted, _ rows: String, _ names: [String], at time: Double
  ) throws -> [Double] {
    let ids = names.map { device.id($0) }
    return try device.inspect(rows, at: time) { engine in
      ids.map { Double(engine.apps[$0].footprint) / 1024 }
    }
  }

  /// `a` and `b` work in background, `c` is in front, `more` is suspended; a warning at 100.
  private static let rows = "0,more,5,,\n10,a,5,,\n20,b,5,,\n30,c,,,\n100,-,,,memory_warning"

  @Test func theLowestBandIsWarnedFirstAndTheLargerAppInIt() throws {
    var device = Self.pressed()
    device.device.compressLine = 0
    let names = ["more", "a", "b", "c"]
    let steps: [(Double, [Double])] = [
      (99.9, [150, 50, 60, 70]), (100, [150, 50, 30, 70]), (100.249, [150, 50, 30, 70]),
      (100.25, [150, 25, 30, 70]), (100.5, [150, 25, 30, 35]), (1000, [150, 25, 30, 35]),
    ]
    for (time, sizes) in steps {
      #expect(try Self.sizes(device, Self.rows, names, at: time) == sizes, "\(time) s")
    }
    #expect(try device.play(Self.rows).count("memory_warnings") == 3)
  }

  @Test func mediaIsWarnedAfterTheFront() throws {
    var device = Self.pressed()
    device.device.compressLine = 0
    device.apps[2].audioProbability = 1
    device.apps[2].audioLengthSeconds = .constant(1e6)
    #expect(try Self.sizes(device, Self.rows, ["a", "b", "c"], at: 100.4) == [50, 30, 35])
    #expect(try Self.sizes(device, Self.rows, ["a", "b", "c"], at: 100.5) == [25, 30, 35])
  }

  @Test func smallAppsAreNotWarned() throws {
    var device = Self.pressed()
    device.device.compressLine = 0
    device.apps[2].footprintMiB = .constant(5.9)
    device.apps[3].footprintMiB = .constant(6)
    #expect(try device.play(Self.rows).count("memory_warnings") == 2)
  }

  @Test func withoutDelayWhenMemoryIsVeryShort() throws {
    var device = Self.pressed()
    device.device.compressLine = 0
    // 670 MiB are available: the midpoint of the soft and the critical line is 700, then 660.
    device.device.softLine = 0.8
    device.device.criticalLine = 0.6
    let names = ["a", "b", "c"]
    #expect(try Self.sizes(device, Self.rows, names, at: 100) == [25, 30, 70])
    device.device.criticalLine = 0.52
    #expect(try Self.sizes(device, Self.rows, names, at: 100) == [50, 30, 70])
  }

  @Test func suspendedAndFrozenAppsAreNeverWarned() throws {
    var device = Scripted("a", "b")
    device.device.freezerSlots = 1
    device.device.freezerLine = 1
    device.device.freezerReserve = 0
    device.device.warningTrim = 0.5
    let rows = "0,a,5,,\n20,b,5,,\n100,-,,,memory_warning"
    #expect(try device.play(rows).count("memory_warnings") == 0)
    #expect(try device.inspect(rows, at: 200) { $0.freezer.frozen } == 1)
    // In the two seconds of ageing an app is suspended already.
    #expect(try device.play("0,a,5,,\n6,-,,,memory_warning").count("memory_warnings") == 0)
  }

  @Test func twoDemandsAreTwoRounds() throws {
    var device = Self.pressed()
    device.device.compressLine = 0
    let rows = Self.rows + "\n100.1,-,,,memory_warning\n300,-,,,memory_warning"
    #expect(try device.play(rows).count("memory_warnings") == 9)
  }

  // MARK: Pressure

  @Test func theRisingGaugeWarnsAndRests() throws {
    let device = Self.pressed()
    let rows = "0,a,5,,\n10,hoard,10,,"
    // Idle at 22, compressed at 25: Warning. A round at once, then every 25 s.
    let times: [(Double, Double)] = [
      (24.99, 50), (25, 25), (49.99, 25), (50, 12.5), (75, 6.25), (100, 3.125), (900, 3.125),
    ]
    for (time, size) in times {
      #expect(try Self.sizes(device, rows, ["a"], at: time) == [size], "\(time) s")
    }
  }

  @Test func furtherRiseWarnsAnewAtOnce() throws {
    let device = Self.pressed()
    let rows = "0,a,5,,\n10,hoard,10,,\n26,more,4,,"
    // `more` is idle at 32 and compressed at 32.75: Critical, though the rest lasts until 50.
    #expect(try Self.sizes(device, rows, ["a"], at: 32.7) == [25])
    try device.inspect(rows, at: 32.75) { #expect($0.gauge.level == .critical) }
    // Critical pressure also cuts the task of `a`, which is suspended then and hears nothing.
    try device.inspect(rows, at: 33) {
      #expect($0.apps[$0.apps.head(.appAgeing)].state == .suspended)
    }
    var player = device
    player.apps[2].taskProbability = 0
    player.apps[2].audioProbability = 1
    player.apps[2].audioLengthSeconds = .constant(10_000)
    #expect(try Self.sizes(player, rows, ["a"], at: 32.75) == [12.5])
  }

  @Test func criticalPressureCutsAndRefusesTasks() throws {
    var device = Self.pressed()
    device.end = 500
    let rows = "0,a,5,,\n10,hoard,10,,\n26,more,4,,\n100,b,5,,"
    let played = try device.play(rows)
    #expect(played.lines("a").hasSuffix("32.75,a,background,suspended,task_expired,"))
    #expect(played.lines("b").hasSuffix("105,b,background,suspended,no_task,"))
    #expect(played.count("tasks_cut") == 1)
    #expect(played.count("tasks_refused") == 1)
  }

  @Test func timeInEachLevel() throws {
    var device = Self.pressed()
    device.end = 100
    // Warning from 15 on.
    let warning = try device.play("0,hoard,10,,")
    #expect(abs(warning.value("pressure_warning_frac") - 0.85) < 1e-9)
    #expect(warning.value("pressure_critical_frac") == 0)
    // Warning from 15, Critical from 27.75.
    let critical = try device.play("0,hoard,10,,\n20,more,5,,")
    #expect(abs(critical.value("pressure_warning_frac") - 0.1275) < 1e-9)
    #expect(abs(critical.value("pressure_critical_frac") - 0.7225) < 1e-9)
  }

  /// The gauge is read again when a process ends, and the fall counts five seconds later.
  @Test func anEndEasesThePressure() throws {
    var device = Self.pressed()
    device.end = 100
    let played = try device.play("0,hoard,10,,\n40,hoard,,,force_quit")
    #expect(abs(played.value("pressure_warning_frac") - 0.30) < 1e-9)
  }

  @Test func sustainedPressureKillsIdleProcessesOneByOne() throws {
    var device = Self.pressed()
    device.end = 3000
    for index in 2...4 { device.apps[index].taskProbability = 0 }
    let rows = "0,a,1,,\n4,b,1,,\n8,c,1,,\n12,hoard,10,,"
    let played = try device.play(rows)
    let first = try #require(played.transitions.first { $0.cause != nil })
    #expect(first.cause == .sustainedMemoryPressure)
    let start = first.time.inSeconds - 600
    try device.inspect(rows, at: start - 0.001) { #expect($0.gauge.level == .normal) }
    try device.inspect(rows, at: start) { #expect($0.gauge.level != .normal) }
    let kills = played.transitions.filter { $0.cause != nil }
    // Half a second apart; when `hoard` is gone the pressure is, too.
    #expect(kills.map(\.app) == ["a", "b", "c", "hoard"].map { device.id($0) })
    #expect(
      kills.map { $0.time - first.time } == [0, 500_000, 1_000_000, 1_500_000])
    #expect(played.count("purges_sustained_memory_pressure") == 4)
  }

  @Test func sustainedPressureSparesWhatRuns() throws {
    var device = Self.pressed()
    device.end = 3000
    let played = try device.play("0,a,5,,\n10,hoard,10,,")
    #expect(played.purges == "625,hoard,sustained-memory-pressure")
  }

  @Test func pressureThatEasesInTimeKillsNobody() throws {
    var device = Self.pressed()
    device.end = 3000
    // Warning from 15; over for more than five seconds at 500; Warning again from 525 + 3 on.
    let rows = "0,hoard,10,,\n500,hoard,20,,"
    let played = try device.play(rows)
    #expect(played.purges == "1125,hoard,sustained-memory-pressure")
  }
}
