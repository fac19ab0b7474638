extension TraceAction {
  /// The actions without a detail, with their names in a trace.
  private static let named: [(name: String, action: TraceAction)] = [
    ("open", .open), ("home", .home), ("lock", .lock), ("call_declined", .callDeclined),
    ("call_accepted", .callAccepted), ("force_quit", .forceQuit), ("push", .push),
    ("refresh", .refresh), ("crash", .crash), ("memory_warning", .memoryWarning),
  ]

  private static let notifyPrefix = "notify:"

  /// All names a trace may use.
  public static let names: [String] =
    named.map(\.name) + NotificationKind.allCases.map { notifyPrefix + $0.traceName }

  /// The action of that name in a trace, nil when there is none.
  public init?(name: String) {
    if let match = Self.named.first(where: { $0.name.isExactly(name) }) {
      self = match.action
      return
    }
    guard name.hasPrefix(Self.notifyPrefix) else { return nil }
    let kind = String(name.dropFirst(Self.notifyPrefix.count))
    guard let match = NotificationKind.allCases.first(where: { $0.traceName.isExactly(kind) })
    else {
      return nil
    }
    self = .notify(match)
  }

  /// The name in a trace, such as `open`, `call_declined` or `notify:battery_level`.
  public var name: String {
    if case .notify(let kind) = self { return Self.notifyPrefix + kind.traceName }
    return Self.named.first { $0.action == self }?.name ?? ""
  }

  /// Whom an action is about.
  enum Subject {
    /// A named app.
    case app
    /// Whatever app is in front.
    case front
    /// The device as a whole.
    case device
  }

  /// Whom the action is about.
  var subject: Subject {
    switch self {
    case .open, .forceQuit, .push, .refresh, .crash: .app
    case .home, .lock, .callDeclined, .callAccepted: .front
    case .notify, .memoryWarning: .device
    }
  }

  /// Whether a length means something: of the visit, of the ring or of the call.
  var hasLength: Bool {
    switch self {
    case .open, .callDeclined, .callAccepted: true
    default: false
    }
  }
}
