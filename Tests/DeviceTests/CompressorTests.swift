import RandomStreams
import Testing
import Workload

@testable import Device

/// The compressor: when it starts, whom it takes, at which ratio, and what a resume pays.
@Suite struct CompressorTests {
  /// Three apps of 200 MiB on 1000 MiB: below half of it the compressor works at 100 MiB/s, takes
  /// half of an app and halves it.
  private static func device() -> Scripted {
    var device = Scripted("a", "b", "c", mebibytes: 200)
    device.device.compressLine = 0.5
    device.device.compressRatio = 2
    device.device.compressRatioCalm = 2
    device.device.compressRate = 100
    device.device.compressFraction = 0.5
    return device
  }

  private static let rows = "0,a,10,,\n20,b,10,,\n40,c,,,"

  private static func compressed(
    _ device: Scripted, _ rows: String = rows, at time: Double
  ) throws -> [UInt32] {
    try device.inspect(rows, at: time) { engine in
      (0..<3).map { engine.apps[AppID($0)].compressed / 1024 }
    }
  }

  @Test func theLongestIdleIsTakenFirstUntilTheLineIsReached() throws {
    let device = Self.device()
    #expect(try Self.compressed(device, at: 39.9) == [0, 0, 0])
    #expect(try Self.compressed(device, at: 40.9) == [0, 0, 0])
    // One second for 100 MiB; then 450 MiB are available, and the next app is taken.
    #expect(try Self.compressed(device, at: 41) == [100, 0, 0])
    #expect(try Self.compressed(device, at: 41.9) == [100, 0, 0])
    #expect(try Self.compressed(device, at: 42) == [100, 100, 0])
    #expect(try Self.compressed(device, at: 500) == [100, 100, 0])
    try device.inspect(Self.rows, at: 50) { engine in
      #expect(engine.memory.available == 500 * 1024)
      #expect(engine.memory.compressed == 200 * 1024)
      // Each app's share of the pool is rounded up to a KiB.
      #expect((100 * 1024...100 * 1024 + 2).contains(engine.memory.pool))
      // The footprint is charged in full.
      #expect(engine.apps[0].footprint == 200 * 1024)
      #expect(engine.apps[0].returned == 150 * 1024)
    }
  }

  /// The longest idle is who changed its band the longest ago, not who was opened first.
  @Test func aBackgroundWakeUpRenewsThePlace() throws {
    let rows = "0,a,10,,\n20,b,10,,\n35,a,,,refresh\n40,c,,,"
    var device = Self.device()
    device.apps[0].taskLengthSeconds = .constant(1)
    #expect(try Self.compressed(device, rows, at: 41) == [0, 100, 0])
  }

  @Test func nothingIsCompressedAboveTheLineOrInFront() throws {
    var device = Self.device()
    device.device.compressLine = 0.4
    #expect(try Self.compressed(device, at: 500) == [0, 0, 0])
    device.device.compressLine = 1
    #expect(try Self.compressed(device, at: 500) == [100, 100, 0])
    device.device.compressFraction = 0
    #expect(try Self.compressed(device, at: 500) == [0, 0, 0])
  }

  /// An app that is opened while the compressor is at it keeps its pages.
  @Test func compressionOfAnAppThatIsOpenedIsInVain() throws {
    let rows = "0,a,10,,\n20,b,10,,\n40,c,0.5,,\n40.5,a,,,"
    #expect(try Self.compressed(Self.device(), rows, at: 41) == [0, 0, 0])
    // The next in line follows: b is taken from 41 on, c was left later.
    #expect(try Self.compressed(Self.device(), rows, at: 42) == [0, 100, 0])
  }

  @Test func thePoolHasALimit() throws {
    var device = Self.device()
    device.device.compressorLimit = 0.06
    device.device.compressorNear = 1
    #expect(try Self.compressed(device, at: 500) == [100, 0, 0])
    device.device.compressorLimit = 0
    let played = try device.play(Self.rows)
    #expect(try Self.compressed(device, at: 500) == [0, 0, 0])
    #expect(played.count("purges") == 0)
  }

  @Test func aPoolNearItsLimitKills() throws {
    var device = Self.device()
    device.device.compressorLimit = 0.101
    device.device.compressorNear = 0.98
    // 100 of 101 MiB are above 98 %: one victim brings it down to 50.
    let played = try device.play(Self.rows)
    #expect(played.purges == "42,a,compressor-space-shortage")
  }

  @Test func theRatioFallsFromCalmToPressed() throws {
    var device = Self.device()
    device.device.compressRatio = 2
    device.device.compressRatioCalm = 4
    device.device.idleLine = 0.1
    for (size, ratio) in [(400.0, 4.0), (500, 4), (600, 3.5), (700, 3), (899, 2.005), (900, 2)] {
      device.apps[0].footprintMiB = .constant(size)
      try device.inspect("0,a,,,", at: 5) { engine in
        #expect(abs(engine.compressRatio - ratio) < 1e-9, "\(size) MiB in use")
      }
    }
    // The share of the pool follows from it: 100 MiB at 300 and then 450 available of 100 … 500.
    device.apps[0].footprintMiB = .constant(200)
    device.apps[2].footprintMiB = .constant(300)
    try device.inspect(Self.rows, at: 41) { engine in
      // 300 MiB available: ratio 3, pool 33.3.
      #expect(abs(Double(engine.memory.pool) / 1024 - 100.0 / 3) < 0.01)
    }
  }

  @Test func aResumePaysForWhatItTouches() throws {
    var device = Self.device()
    device.device.decompressSecondsPerMiB = 0.01
    device.device.resumeTouchFraction = 0.3
    // 0.1 s and 30 of the 100 compressed MiB at 0.01 s each.
    let rows = Self.rows + "\n60,-,,,home\n100,a,,,"
    let played = try device.play(rows)
    #expect(played.transitions.last?.time == 100_400_000)
    #expect(try Self.compressed(device, rows, at: 100) == [70, 100, 0])
    try device.inspect(rows, at: 100) { engine in
      #expect(abs(engine.memory.pool - 85 * 1024) <= 2)
      #expect(engine.memory.compressed == 170 * 1024)
    }
    // Below the line again, the compressor goes on with the app that was left last.
    #expect(try Self.compressed(device, rows, at: 110) == [70, 100, 100])
  }

  @Test func aPurgeGivesBackWhatIsResidentAndTheShareOfThePool() throws {
    let rows = Self.rows + "\n60,-,,,home\n70,a,,,force_quit"
    try Self.device().inspect(rows, at: 70) { engine in
      // 500 available; 100 resident and 50 in the pool come back.
      #expect(abs(engine.memory.available - 650 * 1024) <= 2)
      #expect(engine.memory.compressed == 100 * 1024)
    }
  }

  /// What an app puts into the pool in several steps is exactly what it takes out.
  @Test func theShareOfAnAppIsExact() {
    for seed in 0..<50 as Range<UInt64> {
      var stream = StreamFamily(seed: seed, replication: 0)
        .stream(.test, entity: 0, occurrence: 0)
      var record = AppRecord()
      record.footprint = 4_000_000
      var ideal = 0.0
      for _ in 0..<10 {
        let amount = UInt32(stream.below(200_000))
        let ratio = 1 + 4 * stream.uniform()
        record.compress(amount, ratio: ratio)
        ideal += Double(amount) / ratio
        #expect(Double(record.pool) >= ideal - 1, "seed \(seed)")
        // Rounded up by one part in 65536 of the whole a step.
        #expect(Double(record.pool) < ideal + 11 * Double(record.compressed) / 65_536 + 11)
        #expect(record.returned <= Int64(record.footprint))
      }
      record.compressed = 0
      #expect(record.pool == 0)
    }
  }
}
