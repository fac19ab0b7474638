import CShims
import Workload

/// Who is purged next in profile `plain`, as a policy says.
///
/// The policy is told what ``DeviceEngine`` tells it in this profile, in the same order, so it
/// cannot know which of the two event loops it serves. A policy that takes the oldest band change
/// has all keys equal.
struct PlainPolicyStore<Policy: PurgePolicy & ~Copyable>: PlainOrdering, ~Copyable {
  private let records: UnsafeMutablePointer<PlainRecord>
  private let classes: UnsafeMutablePointer<ClassConstants>
  /// For each position of the plan the next use of its app; only for clairvoyant policies.
  private let futureUses: [UInt32]
  private let looksAhead: Bool
  private var policy: Policy
  private var candidates: CandidateHeap
  private var table: CandidateTable
  private var choices: PlainChoices
  private(set) var failure: RunFailure?

  /// Builds the policy.
  ///
  /// - Parameters:
  ///   - records: The records of the apps; must live as long.
  ///   - classes: The classes of the apps; must live as long.
  ///   - futureUses: For each position of the plan the next use of its app, if the policy knows it.
  ///   - setup: What the policy is built from.
  /// - Throws: ``RunFailure/setup(_:)``.
  init(
    _ records: UnsafeMutablePointer<PlainRecord>, _ classes: UnsafeMutablePointer<ClassConstants>,
    futureUses: [UInt32], _ setup: PolicySetup
  ) throws(RunFailure) {
    policy = try Policy(setup)
    let count = setup.appCount
    candidates = CandidateHeap(appCount: Self.usesHeap ? count : 0)
    table = CandidateTable(appCount: Policy.order == .score ? count : 0)
    choices = PlainChoices(records, appCount: Policy.order == .choice ? count : 0)
    self.records = records
    self.classes = classes
    self.futureUses = futureUses
    // Below this everything stays in the second-level cache.
    looksAhead = count > 8192
  }

  private static var usesHeap: Bool { Policy.order == .key || Policy.order == .bandChange }

  @inline(__always)
  var isSlow: Bool { false }

  @inline(__always)
  func prefetch(_ app: AppID) {
    guard looksAhead else { return }
    policy.prefetchUse(app)
    if Self.usesHeap { candidates.prefetch(app) }
  }

  @inline(__always)
  mutating func use(_ app: AppID, isFront: Bool, at moment: PlainMoment) {
    tellPolicy(app, footprint: records[Int(app)].footprint, isStart: false, at: moment)
    if !isFront { removeCandidate(app) }
  }

  @inline(__always)
  mutating func request(_ app: AppID, footprint: UInt32, at moment: PlainMoment) {
    tellPolicy(app, footprint: footprint, isStart: true, at: moment)
  }

  @inline(__always)
  private mutating func tellPolicy(
    _ app: AppID, footprint: UInt32, isStart: Bool, at moment: PlainMoment
  ) {
    policy.didUse(
      AppUse(
        app: app, time: moment.time, isStart: isStart, footprintKiB: footprint,
        launchCostSeconds: classes[Int(records[Int(app)].classIndex)].meanColdLaunch,
        nextUse: futureUses.isEmpty ? 0 : futureUses[moment.position], position: moment.place))
  }

  @inline(__always)
  mutating func start(_ app: AppID, footprint: UInt32, at moment: PlainMoment) {
    policy.didStart(app, at: moment.time)
    prefetchVictims()
    records[Int(app)].footprint = footprint
    records[Int(app)].flags = .alive
  }

  @inline(__always)
  mutating func leave(_ app: AppID, at moment: PlainMoment) {
    records[Int(app)].left = moment.place
    let candidate = candidate(app, .idle, at: moment)
    switch Policy.order {
    case .own: break
    case .key:
      candidates.insert(
        .init(key: policy.key(candidate), bandChange: moment.time, app: app))
    case .bandChange: candidates.insert(.init(key: 0, bandChange: moment.time, app: app))
    case .score: table.insert(app, bandChange: moment.time, policy.parts(candidate))
    case .choice: choices.insert(app)
    }
    policy.didEnter(candidate)
  }

  /// What a policy sees of an app that changes its band now.
  @inline(__always)
  private func candidate(_ app: AppID, _ band: Band, at moment: PlainMoment) -> Candidate {
    let footprint = records[Int(app)].footprint
    return Candidate(
      app: app, band: band, bandChange: moment.time, footprintKiB: footprint, compressedKiB: 0,
      returnedKiB: footprint)
  }

  @inline(__always)
  private mutating func removeCandidate(_ app: AppID) {
    switch Policy.order {
    case .own: break
    case .key, .bandChange:
      candidates.remove(app)
    case .score: table.remove(app)
    case .choice: choices.remove(app)
    }
    policy.didLeave(app)
  }

  /// Asks for what is kept of those who are probably purged soon.
  @inline(__always)
  private func prefetchVictims() {
    guard Self.usesHeap, looksAhead, candidates.isLarge else { return }
    let records = records
    candidates.prefetchNext { app in
      jetsim_prefetch(records + Int(app))
      policy.prefetchUse(app)
    }
  }

  @inline(__always)
  mutating func end(_ app: AppID, isFront: Bool, flags: PlainFlags, at moment: PlainMoment) {
    let isPurged = flags.contains(.purged)
    var key = 0.0
    if isPurged, Policy.order == .key {
      key = isFront ? policy.key(candidate(app, .foreground, at: moment)) : candidates.key(of: app)
    }
    if !isFront { removeCandidate(app) }
    policy.didEnd(app)
    records[Int(app)].left = moment.place
    records[Int(app)].footprint = 0
    records[Int(app)].flags = flags
    guard isPurged else { return }
    policy.didPurge(app, key: key)
    prefetchVictims()
  }

  /// With a bypassing policy the newcomer is a candidate from the start.
  @inline(__always)
  mutating func isFirst(_ newcomer: AppID, at moment: PlainMoment) -> Bool {
    guard policy.isBypassing, Policy.order == .key else { return false }
    // Of equals it comes last: the app it replaces in front became a candidate just before it.
    return policy.key(candidate(newcomer, .foreground, at: moment)) < candidates.first.key
  }

  @inline(__always)
  mutating func victim(
    _ plan: UnsafeBufferPointer<PlanEvent>, at moment: PlainMoment
  ) -> AppID {
    let app = first(at: moment)
    if let text = policy.failure { failure = failure ?? text }
    return app
  }

  @inline(__always)
  private mutating func first(at moment: PlainMoment) -> AppID {
    switch Policy.order {
    case .key, .bandChange: candidates.first.app
    case .score: table.app(policy.largestScore(table.columns, now: Double(moment.time)))
    case .choice: choices.app(policy.choose(count: choices.count))
    case .own: policy.pick()
    }
  }

  func checkCount(_ suspended: Int) {
    let known = candidates.count + table.count + choices.count
    precondition(Policy.order == .own || known == suspended, "candidates are the suspended")
  }
}
