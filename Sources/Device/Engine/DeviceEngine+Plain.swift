import RandomStreams
import Workload

/// Profile `plain`: a budget and nothing else.
///
/// A launch is a request to a cache of whole apps; the app in front is suspended before room is
/// made, so it may be the victim.
extension DeviceEngine where Policy: ~Copyable {
  mutating func openPlain(_ event: PlanEvent) {
    let app = event.app
    if front != app { leaveFront(.leave) }
    apps[app].flags.remove(.forceQuit)
    let isAlive = apps[app].state != .notRunning
    tellPolicy(event, isStart: !isAlive)
    if statistics.isMeasuring { statistics.launches += 1 }
    guard !isAlive else {
      hit(app)
      return
    }
    miss(event)
  }

  private mutating func hit(_ app: AppID) {
    appCounts.resumed(app)
    if statistics.isMeasuring {
      statistics.resumes += 1
      statistics.recordLatency(Ticks(constants.resumeTicks.rounded()))
    }
    guard front != app else { return }
    transition(app, to: .background, .open)
    transition(app, to: .inactive, .open)
    transition(app, to: .active, .launchDone)
    move(app, to: .foreground)
    front = app
  }

  private mutating func miss(_ event: PlanEvent) {
    let app = event.app
    let size = event.launchFootprint(apps[app].base)
    countRegret(app)
    if statistics.isMeasuring {
      statistics.coldLaunches += 1
      var draws = stream(.coldLaunch, app, event.occurrence)
      statistics.recordLatency(
        Ticks(rounding: constantsOfClass(app).pointee.coldLaunch.draw(&draws)))
    }
    guard Int64(size) <= memory.usable else {
      if statistics.isMeasuring { statistics.failedLaunches += 1 }
      return
    }
    transition(app, to: .inactive, .open)
    memory.resident += Int64(size)
    apps[app].footprint = size
    apps[app].flags.formIntersection([.forceQuit, .waiting])
    appCounts.launched(app)
    move(app, to: .foreground, isNew: true)
    while memory.resident > memory.usable {
      guard apps.size(.idle) > 0, !isNewcomerFirst(app) else {
        purge(app, .budget, key: policy.key(candidate(app)))
        return
      }
      purge(victim(in: .idle), .budget)
    }
    transition(app, to: .active, .launchDone)
    front = app
  }

  /// With a bypassing policy the newcomer is a candidate from the start.
  private mutating func isNewcomerFirst(_ app: AppID) -> Bool {
    guard policy.isBypassing, Policy.order == .key else { return false }
    // Of equals it comes last: the app it replaces in front became a candidate just before it.
    let node = CandidateHeap.Node(key: policy.key(candidate(app)), bandChange: now + 1, app: app)
    return node.precedes(candidates.first)
  }

  /// Suspends the app in front at once.
  mutating func suspendPlain(_ app: AppID, _ trigger: LifecycleTrigger) {
    transition(app, to: .inactive, trigger)
    transition(app, to: .background, trigger)
    transition(app, to: .suspended, .noTask)
    enterIdle(app)
  }
}
