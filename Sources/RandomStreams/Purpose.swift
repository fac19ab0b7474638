/// What a random draw is for: one field of the key of a stream.
///
/// Each kind of decision has its own purpose, so that drawing one more session length never shifts
/// the draws of, say, the footprints. A new purpose takes the next free raw value; existing values
/// never change, because they are part of every recorded result.
@frozen
public struct Purpose: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The value that enters the key.
  public let rawValue: UInt8

  /// Makes a purpose of its raw value; values from 128 on are free for users of the library.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Time from the end of one session to the start of the next.
  @inlinable public static var sessionGap: Purpose { Purpose(rawValue: 1) }
  /// Length of an unlocked session.
  @inlinable public static var sessionLength: Purpose { Purpose(rawValue: 2) }
  /// Length of one visit to an app.
  @inlinable public static var visitLength: Purpose { Purpose(rawValue: 3) }
  /// Which app the user opens next.
  @inlinable public static var nextApp: Purpose { Purpose(rawValue: 4) }
  /// Memory an app takes at launch.
  @inlinable public static var footprint: Purpose { Purpose(rawValue: 5) }
  /// Memory an app adds while in front.
  @inlinable public static var growth: Purpose { Purpose(rawValue: 6) }
  /// Memory an app gives back on entering the background or on a warning.
  @inlinable public static var trim: Purpose { Purpose(rawValue: 7) }
  /// Whether an app starts a background task on leaving.
  @inlinable public static var taskPresence: Purpose { Purpose(rawValue: 8) }
  /// Length of a background task.
  @inlinable public static var taskLength: Purpose { Purpose(rawValue: 9) }
  /// Latency of a cold launch.
  @inlinable public static var coldLaunch: Purpose { Purpose(rawValue: 10) }
  /// Latency of a warm launch.
  @inlinable public static var warmLaunch: Purpose { Purpose(rawValue: 11) }
  /// Latency of a resume.
  @inlinable public static var resume: Purpose { Purpose(rawValue: 12) }
  /// Incoming calls: when, accepted or not, how long.
  @inlinable public static var call: Purpose { Purpose(rawValue: 13) }
  /// Device notifications.
  @inlinable public static var notification: Purpose { Purpose(rawValue: 14) }
  /// Remote pushes that wake an app.
  @inlinable public static var push: Purpose { Purpose(rawValue: 15) }
  /// Background refreshes.
  @inlinable public static var refresh: Purpose { Purpose(rawValue: 16) }
  /// Memory demand from outside the apps.
  @inlinable public static var demand: Purpose { Purpose(rawValue: 17) }
  /// Force-quits by the user.
  @inlinable public static var forceQuit: Purpose { Purpose(rawValue: 18) }
  /// Crashes.
  @inlinable public static var crash: Purpose { Purpose(rawValue: 19) }
  /// Draws of a purge policy, such as the random one.
  @inlinable public static var policy: Purpose { Purpose(rawValue: 20) }
  /// Location events.
  @inlinable public static var location: Purpose { Purpose(rawValue: 21) }
  /// Other interruptions of the app in front: alerts, lock, switcher.
  @inlinable public static var interruption: Purpose { Purpose(rawValue: 22) }
  /// Which of two models answers, such as recency or popularity for the next app.
  @inlinable public static var choice: Purpose { Purpose(rawValue: 23) }
  /// The time and the work of a VoIP push.
  @inlinable public static var voipPush: Purpose { Purpose(rawValue: 24) }
  /// A processing task's offer and length.
  @inlinable public static var processing: Purpose { Purpose(rawValue: 25) }
  /// Whether and how long an app goes on in a background mode.
  @inlinable public static var mode: Purpose { Purpose(rawValue: 26) }
  /// Whether an app holds a file lock when it is suspended.
  @inlinable public static var lock: Purpose { Purpose(rawValue: 27) }
  /// The storage's emergencies.
  @inlinable public static var storage: Purpose { Purpose(rawValue: 28) }
  /// The length of the grant of a background task.
  @inlinable public static var grant: Purpose { Purpose(rawValue: 29) }
  /// Benchmarks.
  @inlinable public static var bench: Purpose { Purpose(rawValue: 126) }
  /// Tests.
  @inlinable public static var test: Purpose { Purpose(rawValue: 127) }
}
