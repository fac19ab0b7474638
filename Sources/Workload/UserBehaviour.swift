public import RandomStreams

/// How the user picks the next app.
public struct NextAppModel: Sendable, Equatable {
  /// Probability of picking from the recency stack instead of by popularity.
  public var recencyMix: Double = 0.5
  /// Exponent b of the recency weight 1/(d−1)^b at stack distance d ≥ 2.
  public var recencyExponent: Double = 1.5
  /// Exponent of the user's own Zipf law over popularity ranks.
  public var zipfExponent: Double = 1.4

  /// The mixture fitted to six users of StudentLife (mix 0.5, exponents 1.5 and 1.4).
  public init() {}
}

/// What the user does, independent of what the device does: sessions, visits, interruptions.
///
/// Defaults: Lognormal fits of public phone-usage measurements (LSApp session lengths; gaps and
/// visit lengths of a month of one phone); the day shape is the share of launches per hour.
public struct UserBehaviour: Sendable, Equatable {
  /// Time from the end of a session to the start of the next, in seconds of average activity.
  public var sessionGapSeconds: Distribution = .lognormal(mu: 6.12, sigma: 1.98)
  /// Longest such gap in seconds; a longer draw is drawn again.
  ///
  /// The lognormal fit has a heavier tail than people: cut at two days its mean is 2,733 s, and
  /// 2,745 s were measured. Uncut, a seventh of the time would pass in gaps of more than two days.
  public var longestGapSeconds: Double = 172_800
  /// Length of an unlock session in seconds.
  public var sessionLengthSeconds: Distribution = .lognormal(mu: 4.66, sigma: 1.50)
  /// Length of one app visit in seconds; the last of a session ends with it.
  public var visitLengthSeconds: Distribution = .lognormal(mu: 2.03, sigma: 1.66)
  /// Relative activity in each hour of the day, 24 weights ≥ 0 with a positive sum.
  public var dayShape: [Double] = UserBehaviour.measuredDayShape
  /// How the next app is picked.
  public var nextApp = NextAppModel()
  /// Phone calls a day; one that arrives while an app is in front interrupts it.
  public var callsPerDay: Double = 5
  /// Share of calls that are accepted.
  public var callAcceptedFraction: Double = 0.6
  /// Length of an accepted call in seconds.
  public var callLengthSeconds: Distribution = .lognormal(mu: 4.1, sigma: 1.1)
  /// How long an unaccepted call rings, in seconds.
  public var callRingSeconds: Distribution = .constant(15)
  /// Message alerts a day that interrupt the app in front.
  public var alertsPerDay: Double = 0
  /// How long such an alert lasts, in seconds.
  public var alertSeconds: Distribution = .constant(3)
  /// Force-quits a day.
  public var forceQuitsPerDay: Double = 0
  /// Device notifications (battery level, orientation …) a day.
  public var notificationsPerDay: Double = 0

  /// The default user.
  public init() {}

  /// Share of app launches in each hour, six StudentLife phones (sums to 1 but for rounding).
  public static let measuredDayShape: [Double] = [
    0.021, 0.006, 0.003, 0.001, 0.001, 0.004, 0.017, 0.027, 0.041, 0.062, 0.064, 0.070,
    0.066, 0.062, 0.066, 0.065, 0.065, 0.074, 0.067, 0.054, 0.047, 0.043, 0.036, 0.037,
  ]

  /// The same activity at every hour.
  public static let flatDayShape = [Double](repeating: 1, count: 24)
}
