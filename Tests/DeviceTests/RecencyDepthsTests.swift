import RandomStreams
import Testing
import Workload

@testable import Device

/// Depths on the tape equal the places in a list that each use moves to the front.
@Suite struct RecencyDepthsTests {
  @Test(arguments: [3, 100, 512, 513, 3000])
  func equalAList(appCount: Int) {
    var draws = StreamFamily(seed: UInt64(appCount), replication: 0)
      .stream(.test, entity: 1, occurrence: 0)
    var depths = RecencyDepths(appCount: appCount)
    var list: [AppID] = []
    #expect(depths.first == noApp)
    for step in 0..<6000 {
      // Small numbers often, so that depths of all sizes occur.
      let share = draws.uniform()
      let app = AppID(share * share * Double(appCount))
      depths.touch(app)
      list.removeAll { $0 == app }
      list.insert(app, at: 0)
      if list.count > RecencyDepths.limit { list.removeLast() }
      #expect(depths.first == app)
      let probe = AppID(draws.below(UInt64(appCount)))
      #expect(depths[probe] == list.firstIndex(of: probe) ?? -1, "step \(step)")
      guard step % 500 == 0 else { continue }
      for app in 0..<AppID(appCount) { #expect(depths[app] == list.firstIndex(of: app) ?? -1) }
    }
  }
}
