/// Turns a recorded trace into the plan of a run.
///
/// A visit with a stated length ends in a `home` at its time plus length, unless another action
/// ends it by then: the next `open`, `home`, `lock` or `call_accepted`, or a `force_quit` or
/// `crash` of this app. At equal times the row of the trace goes first.
///
/// A call interrupts the app in front. `visit_s` of its row is how long it rings or lasts: a
/// declined call rings ``defaultRing`` when nothing is stated, and then the app goes on; an
/// accepted call takes the app from the front, and the app comes back after the stated length, or
/// not at all when none is stated. Any `open`, `home`, `lock` or further call, and a `force_quit`
/// or `crash` of the app, ends the call at once: no end of the call is planned then. An accepted
/// call ends the visit, so the stated length of the visit says nothing about the time after the
/// call.
///
/// Events about the app in front name no app, as in a drawn plan. Occurrences count from 0 within
/// each kind.
public enum TracePlan {
  /// How long a declined call rings when the trace does not say.
  public static let defaultRing: Ticks = 15 * .perSecond

  /// Compiles a trace to events in time order.
  ///
  /// - Parameters:
  ///   - trace: Rows in time order.
  ///   - catalog: The apps of the device; every app of the trace must be among them.
  ///   - file: The name of the trace in errors.
  /// - Returns: The events, ends of visits and calls included.
  /// - Throws: ``TraceError`` when an app is not in the catalog or is a helper the user cannot
  ///   open,
  ///   when a row about the front names another app, and when times decrease or are out of bounds.
  /// - Complexity: O(rows + distinct apps × log classes).
  public static func events(
    of trace: Trace, catalog: AppCatalog, file: String = "trace"
  ) throws(TraceError) -> [PlanEvent] {
    guard trace.rows.count < NativeTrace.rowLimit else {
      throw TraceError(file: file, message: "more than \(NativeTrace.rowLimit) rows")
    }
    var compiler = TracePlanCompiler(members: TracePlanMembers(catalog), file: file)
    compiler.reserve(trace.rows.count)
    for row in trace.rows { try compiler.add(row) }
    return compiler.finish()
  }

  /// The distinct apps of a trace in the order of their first use.
  ///
  /// - Complexity: O(rows).
  public static func appNames(in trace: Trace) -> [TraceApp] {
    var table = CSVNameTable()
    var largest: [Int64?] = []
    for row in trace.rows where !row.app.isEmpty {
      let index = table.index(of: row.app)
      if index == largest.count { largest.append(nil) }
      if let size = row.footprintKiB { largest[index] = max(size, largest[index] ?? 0) }
    }
    return zip(table.names, largest).map { TraceApp(name: $0, largestFootprintKiB: $1) }
  }
}

/// An app that a trace names.
public struct TraceApp: Sendable, Equatable {
  /// The name, compared byte for byte.
  public var name: String
  /// The largest footprint in KiB that a row states for it, nil when none does.
  public var largestFootprintKiB: Int64?
}

/// Compiles rows one by one and keeps what is pending: the end of the visit and of the call.
private struct TracePlanCompiler {
  private var members: TracePlanMembers
  private let file: String
  private var events: [PlanEvent] = []
  private var occurrences = [UInt32](repeating: 0, count: PlanEventKind.allCases.count)
  private var rowNumber = 0
  private var now: Ticks = 0
  /// The app in front as far as the trace says.
  private var front: UInt32?
  /// The app that an accepted call took from the front.
  private var behindCall: UInt32?
  private var visitEnd: Ticks?
  private var callEnd: Ticks?

  init(members: TracePlanMembers, file: String) {
    self.members = members
    self.file = file
  }

  mutating func reserve(_ rows: Int) { events.reserveCapacity(rows + rows / 2) }

  mutating func add(_ row: TraceRow) throws(TraceError) {
    rowNumber += 1
    guard row.time >= now, row.time <= .limit else {
      throw error(
        row.time > .limit ? "its time is beyond 10,000 years" : "its time is before the last row's")
    }
    passEnds(before: row.time)
    now = row.time
    let app = row.app.isEmpty ? nil : try member(row)
    switch row.action {
    case .open:
      leaveFront()
      try emit(.open, app, footprint: row.footprintKiB)
      front = app
      visitEnd = row.visit.map { row.time + min($0, .limit) }
    case .home: try leave(.home, app)
    case .lock: try leave(.lock, app)
    case .callDeclined: try call(.callDeclined, app, length: row.visit ?? TracePlan.defaultRing)
    case .callAccepted: try call(.callAccepted, app, length: row.visit)
    case .forceQuit:
      end(app)
      try emit(.forceQuit, app)
    case .crash:
      end(app)
      try emit(.crash, app)
    case .push: try emit(.push, app, footprint: row.footprintKiB)
    case .refresh: try emit(.refresh, app, footprint: row.footprintKiB)
    case .notify(let kind): try emit(.notify, nil, detail: kind.rawValue)
    case .memoryWarning: try emit(.memoryWarning, nil)
    }
  }

  /// Returns the events, those still pending included.
  consuming func finish() -> [PlanEvent] {
    passEnds(before: .max)
    return events
  }

  // MARK: Actions

  private mutating func leave(_ kind: PlanEventKind, _ app: UInt32?) throws(TraceError) {
    try checkFront(app)
    leaveFront()
    append(kind)
  }

  private mutating func call(
    _ kind: PlanEventKind, _ app: UInt32?, length: Ticks?
  ) throws(TraceError) {
    try checkFront(app)
    if kind == .callAccepted {
      behindCall = front ?? behindCall
      front = nil
      visitEnd = nil
    }
    callEnd = length.map { now + min($0, .limit) }
    append(kind)
  }

  /// The app in front, if any, is left, and a call is over.
  private mutating func leaveFront() {
    front = nil
    behindCall = nil
    visitEnd = nil
    callEnd = nil
  }

  /// An app ends: if it was in front or behind a call, so do its visit and the call.
  private mutating func end(_ app: UInt32?) {
    guard let app, app == front || app == behindCall else { return }
    leaveFront()
  }

  /// Plans the ends of the visit and the call that come before a time, in their order.
  private mutating func passEnds(before time: Ticks) {
    while true {
      let next = min(visitEnd ?? .max, callEnd ?? .max)
      guard next < time, next <= .limit else { return }
      now = next
      if callEnd == next {
        append(.callEnd)
        front = front ?? behindCall
        behindCall = nil
        callEnd = nil
      } else {
        append(.home)
        leaveFront()
      }
    }
  }

  // MARK: Events

  private mutating func emit(
    _ kind: PlanEventKind, _ app: UInt32?, footprint: Int64? = nil, detail: UInt8 = 0
  ) throws(TraceError) {
    if let footprint, footprint < 0 || footprint > CSVScale.footprintLimitKiB {
      throw error("its footprint of \(footprint) KiB is not within 0 and 4 TiB")
    }
    append(kind, app, footprintKiB: footprint.map { UInt32($0) }, detail: detail)
  }

  private mutating func append(
    _ kind: PlanEventKind, _ app: UInt32? = nil, footprintKiB: UInt32? = nil, detail: UInt8 = 0
  ) {
    let number = occurrences[Int(kind.rawValue)]
    occurrences[Int(kind.rawValue)] = number &+ 1
    events.append(
      PlanEvent(
        time: now, kind: kind, app: app ?? PlanEvent.noApp, occurrence: number,
        footprintKiB: footprintKiB ?? PlanEvent.noFootprint, detail: detail))
  }

  // MARK: Checks

  private func checkFront(_ app: UInt32?) throws(TraceError) {
    guard let app, let front, app != front else { return }
    throw error(
      "it is about \(quote(app)), but \(quote(front)) is in front",
      suggestion: "write - for the app in front")
  }

  private func quote(_ member: UInt32) -> String {
    TraceError.quote(members.catalog.name(of: Int(member)))
  }

  private mutating func member(_ row: TraceRow) throws(TraceError) -> UInt32 {
    switch members.find(row.app) {
    case .member(let index, let kind):
      let isByUser = row.action == .open || row.action == .forceQuit
      guard isByUser, kind.isHelper else { return index }
      throw error(
        "\(TraceError.quote(row.app)) is a helper (\(kind.rawValue)), not an app of the user")
    case .unknown(let advice):
      throw error("no app is called \(TraceError.quote(row.app))", suggestion: advice)
    }
  }

  private func error(_ message: String, suggestion: String? = nil) -> TraceError {
    var error = TraceError(file: file, message: message, suggestion: suggestion)
    error.row = rowNumber
    return error
  }
}
