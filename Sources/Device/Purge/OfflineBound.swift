public import Workload
import RandomStreams

/// Lower bounds on the cold launches of any policy in profile `plain`, computed from the whole
/// plan.
///
/// Keeping an app from one opening to its next makes the next one a resume; it takes the app's size
/// at every opening in between. At each opening the app that is opened takes its size too, because
/// a launched app cannot be turned away, and the rest of the budget is left for those that are
/// kept. With unequal sizes the exact optimum is NP-hard; both bounds relax it. [Berger, Beckmann &
/// Harchol-Balter, SIGMETRICS 2018.]
public struct OfflineBound: Sendable {
  /// One opening.
  public struct Request: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// Its size in KiB.
    public var sizeKiB: UInt32

    /// Names an app and its size.
    public init(app: AppID, sizeKiB: UInt32) {
      self.app = app
      self.sizeKiB = sizeKiB
    }
  }

  /// From one opening of an app to its next.
  struct Interval {
    /// Position of the first opening that it has to be kept over.
    var start: Int
    /// Position of its own next one.
    var end: Int
    var size: Int64
  }

  /// How many openings count.
  public let requestCount: Int
  /// What is left at each opening that counts for apps that are kept over it.
  let room: [Int64]
  /// What may be kept over at least one opening of another app, in order of the next opening.
  let intervals: [Interval]
  /// Openings that can be resumes at no cost: of the app in front, of one that takes nothing, or of
  /// one that only has to be kept before the openings that count.
  let certainResumes: Int

  /// Reads the openings of one replication.
  ///
  /// - Parameters:
  ///   - requests: In order of time. An app of several sizes counts with its smallest.
  ///   - budgetKiB: The size of the store.
  ///   - first: The first opening that counts; those before it are a warm-up, in which the store
  ///     may be used without limit, so that the bound stays one.
  /// - Complexity: O(openings).
  public init(_ requests: [Request], budgetKiB: Int64, countedFrom first: Int = 0) {
    requestCount = requests.count - first
    let appCount = requests.reduce(0) { max($0, Int($1.app) + 1) }
    var sizes = [Int64](repeating: .max, count: appCount)
    for request in requests {
      sizes[Int(request.app)] = min(sizes[Int(request.app)], Int64(request.sizeKiB))
    }
    var lastOf = [Int](repeating: -1, count: appCount)
    var intervals: [Interval] = []
    var certain = 0
    var room: [Int64] = []
    for (position, request) in requests.enumerated() {
      let size = sizes[Int(request.app)]
      let counts = position >= first
      // What does not fit fails to start and takes nothing, unless the app is alive with the size
      // of an earlier opening: the bound allows both.
      let takesRoom = Int64(request.sizeKiB) <= budgetKiB
      if counts { room.append(takesRoom ? budgetKiB - size : budgetKiB) }
      guard size <= budgetKiB else { continue }
      let last = lastOf[Int(request.app)]
      lastOf[Int(request.app)] = position
      guard last >= 0, counts else { continue }
      let start = max(last + 1, first)
      guard position > start, size > 0 else {
        certain += 1
        continue
      }
      intervals.append(Interval(start: start - first, end: position - first, size: size))
    }
    self.room = room
    self.intervals = intervals
    certainResumes = certain
  }

  /// Reads the openings of a plan with the sizes that a run gives them.
  ///
  /// - Throws: ``RunFailure/setup(_:)`` when the plan is streamed or a footprint has no sampler.
  /// - Complexity: O(events + apps).
  public init(plan: UserPlan, run: DeviceRun) throws(RunFailure) {
    guard let events = plan.storedEvents else {
      throw .setup("the plan is too long for an offline bound")
    }
    let sizes = try Self.footprints(run)
    var requests: [Request] = []
    var first = 0
    for event in events where event.kind == .open && event.time <= run.end {
      if event.time < run.warmUp { first += 1 }
      requests.append(
        Request(app: event.app, sizeKiB: event.launchFootprint(sizes[Int(event.app)])))
    }
    let configuration = run.configuration
    let usable = (configuration.ramMiB * 1024 * configuration.usableFraction).rounded()
    self.init(requests, budgetKiB: Int64(usable), countedFrom: first)
  }

  private static func footprints(_ run: DeviceRun) throws(RunFailure) -> [UInt32] {
    let family = StreamFamily(seed: run.seed, replication: run.replication)
    let arena = SamplerArena(mode: run.samplerMode)
    var sizes: [UInt32] = []
    for (index, appClass) in run.catalog.classes.enumerated() {
      let sampler: Sampler
      do {
        sampler = try arena.compile(appClass.footprintMiB)
      } catch {
        throw .setup("class \(appClass.name): \(error)")
      }
      for member in run.catalog.firstMember[index]..<run.catalog.firstMember[index + 1] {
        var stream = family.stream(
          .footprint, entity: run.catalog.entity(of: member), occurrence: 0)
        sizes.append(ClassConstants.kibibytes(sampler.draw(&stream)))
      }
    }
    return sizes
  }

  /// PFOO-L: the fewest cold launches if only the total of size × time had to fit.
  ///
  /// The cheapest intervals are kept until the budget over all openings is spent. Loose where few
  /// apps fit.
  ///
  /// - Complexity: O(openings × log openings).
  public func coldLaunchesByTotal() -> Int {
    let costs = intervals.map { $0.size * Int64($0.end - $0.start) }.sorted()
    var left = room.reduce(0, +)
    var resumes = certainResumes
    for cost in costs {
      guard cost <= left else { break }
      left -= cost
      resumes += 1
    }
    return requestCount - resumes
  }

  /// The flow bound (FOO): the fewest cold launches if parts of apps could be kept.
  ///
  /// A linear programme over the intervals, solved as a flow of minimum cost. Exact for equal
  /// sizes, where it equals Belady's order.
  ///
  /// - Complexity: About O(openings²); seconds for 20 000 openings.
  public func coldLaunchesByFlow() -> Int {
    // Gain of a KiB kept, in units so small that rounding up cannot add a launch.
    let unit = Int64(1) << 40
    var network = IntervalFlow(room: room)
    for interval in intervals {
      let gain = (unit + interval.size - 1) / max(1, interval.size)
      network.add(from: interval.start, to: interval.end, capacity: interval.size, gain: gain)
    }
    let gained = network.solve()
    return requestCount - certainResumes - Int(gained / unit)
  }
}
