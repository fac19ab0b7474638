/// What happens to the device from outside.
///
/// Detail of the kinds: `notify` carries the ``NotificationKind``, the others carry nothing.
public enum PlanEventKind: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// The user opens the app; whatever is in front is left.
  case open
  /// The user leaves the app in front for the home screen.
  case home
  /// The device is locked; the app in front is left and stays the one to unlock to.
  case lock
  /// The app in front is interrupted by a call that is not accepted.
  case callDeclined
  /// The app in front is interrupted by a call that is accepted: it goes to background.
  case callAccepted
  /// The interruption is over; the app in front becomes active again.
  case callEnd
  /// The user force-quits the app.
  case forceQuit
  /// A silent push is offered to the app.
  case push
  /// A background refresh is offered to the app.
  case refresh
  /// A helper is needed by the system.
  case demand
  /// The app crashes if it runs.
  case crash
  /// A device notification of the kind in `detail` is broadcast.
  case notify
  /// The system sends a memory warning.
  case memoryWarning
  /// A significant location change wakes the app.
  case location
  /// A VoIP push wakes the app.
  case voipPush
  /// A processing task is offered to the app.
  case processing
}

/// Kinds of device notification that are coalesced for a suspended app, one of each kind.
public enum NotificationKind: UInt8, Sendable, CaseIterable {
  case accessory, orientation, time, batteryLevel, batteryState, proximity, protectedData
  case screen, screenMode, defaults, locale, icloudIdentity

  /// The name in traces: `notify:battery_level`.
  public var traceName: String {
    switch self {
    case .batteryLevel: "battery_level"
    case .batteryState: "battery_state"
    case .protectedData: "protected_data"
    case .screenMode: "screen_mode"
    case .icloudIdentity: "icloud_identity"
    default: "\(self)"
    }
  }
}

/// One planned event: 24 bytes, trivially copyable.
///
/// The plan never shifts: times are absolute, whatever the device does with the events.
public struct PlanEvent: Sendable, BitwiseCopyable, Equatable {
  /// When it happens.
  public var time: Ticks
  /// Index of the app in the ``AppCatalog``, or ``noApp``.
  public var app: UInt32
  /// The number of the event among those of its kind in the plan (visit number for `open`):
  /// part of the key of every draw that belongs to it.
  public var occurrence: UInt32
  /// Footprint in KiB that a trace states for this visit, or ``noFootprint``.
  public var footprintKiB: UInt32
  /// What happens.
  public var kind: PlanEventKind
  /// Detail of the kind.
  public var detail: UInt8

  /// Stands for "no footprint stated"; a stated footprint may be 0.
  public static let noFootprint = UInt32.max
  /// Stands for "no app".
  public static let noApp = UInt32.max

  /// Describes an event.
  @inlinable
  public init(
    time: Ticks, kind: PlanEventKind, app: UInt32 = PlanEvent.noApp, occurrence: UInt32,
    footprintKiB: UInt32 = PlanEvent.noFootprint, detail: UInt8 = 0
  ) {
    self.time = time
    self.app = app
    self.occurrence = occurrence
    self.footprintKiB = footprintKiB
    self.kind = kind
    self.detail = detail
  }
}
