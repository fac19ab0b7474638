/// A cap on the number of suspended apps, besides least recently used.
///
/// Android 12 kept 32 cached processes (AOSP ActivityManager, MAX_CACHED_PROCESSES; 1024 since):
/// the one beyond is purged though memory is not short, cause count-cap. With `helpers` extensions
/// and daemons count and fall too. O(log candidates) a purge.
struct CountCapPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "count-cap",
    summary: "least recently used; beyond 'cap' suspended apps without shortage, cause count-cap",
    source: "AOSP ActivityManager MAX_CACHED_PROCESSES (32 in Android 12); O(log n) a purge",
    parameters: [
      PolicyParameter(
        "cap", .number(0...10_000_000), default: .number(32), "most suspended apps"),
      PolicyParameter(
        "helpers", .flag, default: .flag(false), "whether extensions and daemons count as well"),
    ])
  static var order: CandidateOrder { .key }
  static var ownCause: PurgeCause? { .countCap }

  private let cap: Int
  private let isExempt: AppColumn<Bool>
  private let lastUse: AppColumn<Double>
  private var counted: CandidateHeap

  init(_ setup: PolicySetup) throws(RunFailure) {
    cap = Int(try setup.number("cap", in: Self.description))
    let countsHelpers = setup.flag("helpers", in: Self.description)
    isExempt =
      countsHelpers ? AppColumn(false, count: setup.appCount) : setup.helperColumn()
    lastUse = AppColumn(0, count: setup.appCount)
    counted = CandidateHeap(appCount: setup.appCount)
  }

  mutating func didUse(_ use: AppUse) { lastUse[use.app] = Double(use.time) }

  mutating func key(_ candidate: Candidate) -> Double { lastUse[candidate.app] }

  mutating func didEnter(_ candidate: Candidate) {
    let app = candidate.app
    guard !isExempt[app] else { return }
    counted.insert(.init(key: lastUse[app], bandChange: candidate.bandChange, app: app))
  }

  mutating func didLeave(_ app: AppID) {
    if !isExempt[app] { counted.remove(app) }
  }

  mutating func triggeredVictim(_ state: TriggerState) -> AppID? {
    counted.count > cap ? counted.first.app : nil
  }
}
