extension Metric {
  /// Every metric, in the order of the columns of `runs.csv`.
  public static let all: [Metric] =
    launchMetrics + latencyMetrics + purgeMetrics + memoryMetrics + backgroundMetrics
    + survivalMetrics

  private static func count(_ name: String, _ better: Direction, _ meaning: String) -> Metric {
    Metric(name: name, meaning: meaning, better: better, isCount: true)
  }

  private static func value(_ name: String, _ better: Direction, _ meaning: String) -> Metric {
    Metric(name: name, meaning: meaning, better: better, isCount: false)
  }

  private static let launchMetrics = [
    count("launches", .neither, "user visits that started or resumed an app"),
    count("cold_launches", .lower, "launches with nothing cached"),
    count("warm_launches", .neither, "launches with the file pages still cached"),
    count("resumes", .higher, "launches of an app that was still alive"),
    count("failed_launches", .lower, "launches that no legal purge could make room for"),
    count("abandoned_launches", .lower, "launches that took longer than their visit"),
    value("resume_frac", .higher, "resumes / launches"),
  ]

  private static let latencyMetrics = [
    value("launch_latency_mean_s", .lower, "mean time from the tap to ready"),
    value("launch_latency_p50_s", .lower, "median time from the tap to ready"),
    value("launch_latency_p90_s", .lower, "90th percentile of the time from the tap to ready"),
    value("launch_latency_p95_s", .lower, "95th percentile of the time from the tap to ready"),
    value("launch_latency_p99_s", .lower, "99th percentile of the time from the tap to ready"),
    value("wait_s_per_day", .lower, "time the user waits for launches, a day"),
  ]

  private static let purgeMetrics =
    [count("purges", .lower, "processes killed to take memory back")]
    + PurgeCause.allCases.map {
      count("purges_\($0.columnName)", .lower, "those of cause \($0.name)")
    }
    + Band.allCases.map { count("\($0.name)_band_purges", .lower, "those of \($0.meaning)") } + [
      count("app_purges", .lower, "purges of user apps"),
      value("app_purges_per_day", .lower, "purges of user apps a day"),
      count("regretted_purges", .lower, "purges of an app opened again within the window"),
      count("helper_launches", .lower, "extensions and daemons relaunched by the system"),
    ]

  private static let memoryMetrics = [
    value("available_mib_tavg", .higher, "time average of free + file-backed memory"),
    value("available_mib_min", .higher, "least available memory"),
    value("compressed_mib_tavg", .neither, "time average of memory held compressed, full size"),
    value("below_idle_frac", .lower, "share of time below the idle line"),
    value("below_critical_frac", .lower, "share of time below the critical line"),
    value("pressure_warning_frac", .lower, "share of time at pressure level Warning"),
    value("pressure_critical_frac", .lower, "share of time at pressure level Critical"),
    count("memory_warnings", .lower, "memory warnings delivered to apps"),
    count("limit_warnings", .lower, "apps told that they near their fatal limit"),
    count("kills_cancelled", .higher, "kills that purging purgeable memory made needless"),
    count("freezes", .neither, "apps frozen to storage"),
    count("compactions", .neither, "cached processes compacted; android only"),
    value("stall_s_per_day", .lower, "time some process stalls on memory, a day; android only"),
    value("refaulted_mib_per_day", .lower, "file pages read back, a day; android only"),
  ]

  private static let backgroundMetrics = [
    count("tasks_finished", .higher, "background tasks that finished"),
    count("tasks_cut", .lower, "background tasks cut by their limit or a purge"),
    count("pushes_delivered", .higher, "silent pushes that woke or reached an app"),
    count("pushes_refused", .lower, "silent pushes refused (budget, force-quit)"),
    count("refreshes_delivered", .higher, "background refreshes that ran"),
    count("background_launches", .neither, "launches into background for an event"),
    count("tasks_refused", .lower, "background tasks refused: too many, or critical pressure"),
    count("overrun_kills", .lower, "apps killed because a task overran its grant (0x8badf00d)"),
    count("lock_kills", .lower, "apps killed for a file lock at suspension (0xdead10cc)"),
    count("processing_refused", .lower, "processing tasks refused: device in use or app not there"),
    count("crashes", .lower, "crashes of running apps"),
    count("notifications_delivered", .higher, "queued device notifications delivered on waking"),
    count("notifications_coalesced", .neither, "broadcasts merged into one of their kind"),
    count("notifications_dropped", .lower, "queued device notifications dropped by a purge"),
  ]

  private static let survivalMetrics = SurvivalTable.minutes.map {
    value(
      "survival_\($0)min_frac", .higher,
      "share of left apps still alive after \($0) min without a visit (Kaplan-Meier)")
  }
}
