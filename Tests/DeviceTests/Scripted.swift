import RandomStreams
import Workload

@testable import Device

/// A device with a script: rows of a native trace in, transitions and metrics out.
///
/// Nothing is random unless a test makes it so. The device is calm: nothing grows, is trimmed,
/// compressed, frozen or reaped; a test switches on what it is about.
struct Scripted {
  /// The device.
  var device = Scripted.calm
  /// The processes.
  var apps: [AppClass]
  /// The policy.
  var policy = PolicySpecification("jetsam")
  /// The end of the run in seconds.
  var end = 1000.0
  /// The start of the measured time in seconds.
  var warmUp = 0.0
  /// The seed.
  var seed: UInt64 = 1

  /// A device of 1000 MiB of which nothing is wired and that takes nothing back.
  static let calm: DeviceConfiguration = {
    var device = DeviceConfiguration(profile: .ios, ramMiB: 1000)
    device.usableFraction = 1
    device.wiredFraction = 0
    device.criticalLine = 0
    device.idleLine = 0
    device.softLine = 0
    device.reaperLine = 0
    device.compressLine = 0
    device.freezerSlots = 0
    device.growthFactor = 1
    device.backgroundTrim = 1
    device.warningTrim = 1
    device.appLimitFraction = 1
    return device
  }()

  /// An app of 100 MiB without tasks and file pages; a launch takes 2 s.
  static func app(_ name: String, mebibytes: Double = 100) -> AppClass {
    var app = AppClass(name: name)
    app.footprintMiB = .constant(mebibytes)
    app.filePagesMiB = 0
    app.taskProbability = 0
    return app
  }

  /// A device with some plain apps.
  init(_ names: String..., mebibytes: Double = 100) {
    apps = names.map { Self.app($0, mebibytes: mebibytes) }
  }

  /// A device with the given processes.
  init(_ apps: [AppClass]) { self.apps = apps }

  /// The processes by index.
  var catalog: AppCatalog { AppCatalog(classes: apps) }

  /// The index of a process.
  func id(_ name: String) -> AppID {
    let catalog = catalog
    return AppID((0..<catalog.count).first { catalog.name(of: $0) == name } ?? catalog.count)
  }

  /// What is run.
  var run: DeviceRun {
    var run = DeviceRun(
      configuration: device, catalog: catalog, seed: seed, replication: 0,
      end: Ticks(rounding: end), warmUp: Ticks(rounding: warmUp))
    run.checksInvariants = true
    run.keepsAppCounts = true
    return run
  }

  /// The plan of rows `time_s,app,visit_s,footprint_mib,action` without the header.
  func plan(_ rows: String) throws -> UserPlan {
    guard !rows.isEmpty else { return UserPlan(events: []) }
    let text = NativeTrace.columns.joined(separator: ",") + "\n" + rows
    let trace = try NativeTrace.read(CSVInput(bytes: Array(text.utf8), name: "script"))
    return UserPlan(events: try TracePlan.events(of: trace, catalog: catalog))
  }

  /// A plan of events of any kind: times in seconds, names of processes, "" = none.
  func plan(events: [(Double, PlanEventKind, String)]) -> UserPlan {
    UserPlan(
      events: events.enumerated().map { number, event in
        PlanEvent(
          time: Ticks(rounding: event.0), kind: event.1,
          app: event.2.isEmpty ? PlanEvent.noApp : id(event.2), occurrence: UInt32(number))
      })
  }

  /// Plays rows `time_s,app,visit_s,footprint_mib,action`.
  func play(_ rows: String) throws -> Played { try play(plan(rows)) }

  /// Plays events of any kind.
  func play(events: [(Double, PlanEventKind, String)]) throws -> Played {
    try play(plan(events: events))
  }

  /// Plays a plan.
  func play(_ plan: UserPlan) throws -> Played {
    let (report, transitions) = try PolicyRegistry.replay(policy, run, plan: plan)
    return Played(report: report, transitions: transitions, catalog: catalog)
  }
}

extension Scripted {
  /// Looks into the device after everything up to a time has happened.
  func inspect<Result>(
    _ rows: String, at seconds: Double,
    _ body: (borrowing DeviceEngine<JetsamPolicy>) throws -> Result
  ) throws -> Result {
    try inspect(plan(rows), at: seconds, body)
  }

  /// Looks into the device after everything up to a time has happened.
  func inspect<Result>(
    _ plan: UserPlan, at seconds: Double,
    _ body: (borrowing DeviceEngine<JetsamPolicy>) throws -> Result
  ) throws -> Result {
    var device = self
    device.end = seconds
    var engine = try DeviceEngine<JetsamPolicy>(
      device.run, plan: plan, specification: PolicySpecification("jetsam"))
    _ = try engine.run()
    return try body(engine)
  }
}

/// What came of a script.
struct Played {
  /// The metrics.
  let report: RunReport
  /// Every transition.
  let transitions: [TransitionRecord]
  /// The processes by index.
  let catalog: AppCatalog

  /// The transitions of some or all processes, one line each, as `replay --events` writes them:
  /// `time_s,app,from,to,trigger,calls`.
  ///
  /// Queued notifications follow the calls.
  func lines(_ names: String...) -> String {
    transitions.filter { names.isEmpty || names.contains(catalog.name(of: Int($0.app))) }
      .map(line).joined(separator: "\n")
  }

  /// The purges, one a line: `time_s,app,cause`.
  var purges: String {
    transitions.filter { $0.cause != nil && $0.to == .notRunning }.map {
      "\(NativeTrace.seconds($0.time)),\(catalog.name(of: Int($0.app))),\($0.cause?.name ?? "")"
    }.joined(separator: "\n")
  }

  private func line(_ record: TransitionRecord) -> String {
    let trigger =
      record.trigger == .purge
      ? "purge:\(record.cause?.name ?? "")" : record.trigger.name
    var calls = Lifecycle.calls(from: record.from, to: record.to, trigger: record.trigger)
      .map(\.rawValue)
    for kind in NotificationKind.allCases
    where record.notifications & 1 << UInt16(kind.rawValue) != 0 {
      calls.append("notify:\(kind.traceName)")
    }
    return [
      NativeTrace.seconds(record.time), catalog.name(of: Int(record.app)), record.from.name,
      record.to.name, trigger, calls.joined(separator: ";"),
    ].joined(separator: ",")
  }

  /// A metric as a whole number; -1 when it does not exist.
  func count(_ name: String) -> Int { report.value(name).map { Int($0) } ?? -1 }

  /// A metric; nan when it does not exist.
  func value(_ name: String) -> Double { report.value(name) ?? .nan }
}
