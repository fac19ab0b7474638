public import Device
public import Workload

/// The rows of `jetsim replay --events`: every transition, what caused it and what the app is told.
public struct EventRows {
  /// The columns.
  public static let columns = ["time_s", "app", "from", "to", "trigger", "calls"]

  private let catalog: AppCatalog

  /// Rows about the apps of a catalogue.
  public init(_ catalog: AppCatalog) { self.catalog = catalog }

  /// The first line.
  public static var header: String { CSVText(header: columns).text }

  /// The rows of transitions, in their order.
  public func rows(_ transitions: [TransitionRecord]) -> String {
    var csv = CSVText()
    for record in transitions {
      csv.field(NativeTrace.seconds(record.time))
      csv.field(catalog.name(of: Int(record.app)))
      csv.field(record.from.name)
      csv.field(record.to.name)
      csv.field(Self.trigger(of: record))
      csv.field(Self.calls(of: record).joined(separator: ";"))
      csv.endRow()
    }
    return csv.text
  }

  /// The trigger as it is written; a purge has its cause.
  static func trigger(of record: TransitionRecord) -> String {
    guard record.trigger == .purge, let cause = record.cause else { return record.trigger.name }
    return "purge:\(cause.name)"
  }

  /// What the app is told: queued notifications in the order of their kinds, then the calls.
  static func calls(of record: TransitionRecord) -> [String] {
    let kinds = NotificationKind.allCases.filter { kind in
      record.notifications & (1 << UInt16(kind.rawValue)) != 0
    }
    let calls = Lifecycle.calls(from: record.from, to: record.to, trigger: record.trigger)
    return kinds.map { "notify:\($0.traceName)" } + calls.map(\.rawValue)
  }
}
