import Workload

/// SIEVE: a hand passes over the apps in order of arrival and takes the first that was not used
/// since it last came by.
///
/// [Zhang et al., NSDI 2024.] An app arrives when it first becomes idle after its start. The hand
/// moves from the oldest arrival to the newest and clears the mark of a use as it passes; after the
/// newest it begins again. Apps that may not be purged now are passed by untouched. O(1) a purge on
/// average, plus the apps passed by.
struct SievePolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "sieve", summary: "first under the hand not used since it last passed",
    source: "Zhang et al. 2024 (SIEVE); O(1) a purge on average")
  static var order: CandidateOrder { .own }

  /// The marks of an app and its neighbours in order of arrival.
  private struct Link: BitwiseCopyable {
    var older = noApp
    var newer = noApp
    var isUsed = false
    var isCandidate = false
    var isListed = false
  }

  private let links: AppColumn<Link>
  private var oldest = noApp
  private var newest = noApp
  private var hand = noApp

  init(_ setup: PolicySetup) { links = AppColumn(Link(), count: setup.appCount) }

  func prefetchUse(_ app: AppID) { links.prefetch(app) }

  mutating func didUse(_ use: AppUse) {
    if !use.isStart { mark(use.app, used: true) }
  }

  mutating func didStart(_ app: AppID, at time: Ticks) { links[app] = Link() }

  mutating func didEnd(_ app: AppID) {
    let link = links[app]
    guard link.isListed else { return }
    if hand == app { hand = link.newer }
    if link.older == noApp { oldest = link.newer } else { setNewer(of: link.older, link.newer) }
    if link.newer == noApp { newest = link.older } else { setOlder(of: link.newer, link.older) }
  }

  mutating func didEnter(_ candidate: Candidate) {
    let app = candidate.app
    if !links[app].isListed { append(app) }
    mark(app, candidate: true)
  }

  mutating func pick() -> AppID {
    while true {
      let app = hand == noApp ? oldest : hand
      let link = links[app]
      if link.isCandidate, !link.isUsed {
        hand = app
        return app
      }
      if link.isCandidate { mark(app, used: false) }
      hand = link.newer
    }
  }

  mutating func didLeave(_ app: AppID) { mark(app, candidate: false) }

  private mutating func append(_ app: AppID) {
    var link = links[app]
    link.older = newest
    link.isListed = true
    links[app] = link
    if newest == noApp { oldest = app } else { setNewer(of: newest, app) }
    newest = app
  }

  private func mark(_ app: AppID, used: Bool? = nil, candidate: Bool? = nil) {
    var link = links[app]
    link.isUsed = used ?? link.isUsed
    link.isCandidate = candidate ?? link.isCandidate
    links[app] = link
  }

  private func setNewer(of app: AppID, _ newer: AppID) {
    var link = links[app]
    link.newer = newer
    links[app] = link
  }

  private func setOlder(of app: AppID, _ older: AppID) {
    var link = links[app]
    link.older = older
    links[app] = link
  }
}
