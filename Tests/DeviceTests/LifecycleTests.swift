import Device
import Testing

/// The state machine allows exactly the transitions that the model lists and tells the app exactly
/// what the model says.
@Suite struct LifecycleTests {
  private typealias Row = (
    from: LifecycleState, to: LifecycleState, triggers: [LifecycleTrigger], calls: [LifecycleCall]
  )

  /// The whole of what may happen; a pair of states stands twice when its calls differ by trigger.
  private static let table: [Row] = [
    (.notRunning, .inactive, [.open], [.willFinishLaunching, .didFinishLaunching]),
    (
      .notRunning, .background, [.push, .refresh, .location, .demand],
      [.willFinishLaunching, .didFinishLaunching]
    ),
    (.inactive, .active, [.launchDone, .callEnd], [.didBecomeActive]),
    (.active, .inactive, [.call, .leave, .home, .lock], [.willResignActive]),
    (.inactive, .background, [.call, .leave, .home, .lock], [.didEnterBackground]),
    (.background, .suspended, [.taskEnd, .taskExpired, .noTask], []),
    (
      .suspended, .background, [.open, .callEnd, .push, .refresh, .location, .demand], []
    ),
    (.background, .inactive, [.open, .callEnd], [.willEnterForeground]),
    (.suspended, .notRunning, [.purge, .forceQuit], []),
    (.background, .notRunning, [.exitsOnSuspend, .forceQuit], [.willTerminate]),
    (.background, .notRunning, [.purge, .taskExpired, .crash, .watchdog], []),
    (.inactive, .notRunning, [.forceQuit], [.willTerminate]),
    (.inactive, .notRunning, [.crash, .purge, .watchdog, .limit], []),
    (.active, .notRunning, [.crash, .purge, .limit], []),
  ]

  @Test func onlyWhatTheModelListsIsLegal() {
    for from in LifecycleState.allCases {
      for to in LifecycleState.allCases {
        for trigger in LifecycleTrigger.allCases {
          let isListed = Self.table.contains {
            $0.from == from && $0.to == to && $0.triggers.contains(trigger)
          }
          #expect(
            Lifecycle.isLegal(from: from, to: to, trigger: trigger) == isListed,
            "\(from.name) → \(to.name) for \(trigger.name)")
        }
      }
    }
  }

  @Test func theAppIsToldWhatTheModelSays() {
    for row in Self.table {
      for trigger in row.triggers {
        #expect(
          Lifecycle.calls(from: row.from, to: row.to, trigger: trigger) == row.calls,
          "\(row.from.name) → \(row.to.name) for \(trigger.name)")
      }
    }
  }

  @Test func aPurgeTellsNothing() {
    for from in LifecycleState.allCases where from != .notRunning {
      #expect(Lifecycle.isLegal(from: from, to: .notRunning, trigger: .purge))
      #expect(Lifecycle.calls(from: from, to: .notRunning, trigger: .purge).isEmpty)
    }
  }

  @Test func nobodyStaysWhereHeIs() {
    for state in LifecycleState.allCases {
      for trigger in LifecycleTrigger.allCases {
        #expect(!Lifecycle.isLegal(from: state, to: state, trigger: trigger))
      }
    }
  }

  /// The names are part of the interface.
  @Test func statesAndTriggersAreSpeltAsInEventFiles() {
    #expect(
      LifecycleState.allCases.map(\.name)
        == ["not_running", "inactive", "active", "background", "suspended"])
    #expect(
      LifecycleTrigger.allCases.map(\.name).sorted()
        == [
          "open", "launch_done", "leave", "home", "lock", "call", "call_end", "push", "refresh",
          "location", "demand", "task_end", "task_expired", "no_task", "exits_on_suspend",
          "force_quit", "crash", "watchdog", "limit", "purge",
        ].sorted())
  }
}
