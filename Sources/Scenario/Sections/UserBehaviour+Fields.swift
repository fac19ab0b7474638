public import Workload

extension UserBehaviour {
  /// The fields of `user: {sessions: {…}}` besides `day_shape`.
  public static let sessionFields: [ParameterField<UserBehaviour>] = [
    .init(
      "gap", .seconds, .distribution(\.sessionGapSeconds),
      "end of a session to start of the next, at average activity [one phone, a month]"),
    .init(
      "longest_gap", .seconds, .number(\.longestGapSeconds, 0.001...1e9),
      "a longer gap is drawn again [two days: gives the measured mean of 2,745 s]"),
    .init(
      "length", .seconds, .distribution(\.sessionLengthSeconds),
      "length of an unlock session [LSApp: median 106 s, mean 326 s]"),
    .init(
      "visit", .seconds, .distribution(\.visitLengthSeconds),
      "length of one app visit [2,258 visits: median 6 s, mean 45 s]"),
  ]

  /// The fields of `user: {next_app: {…}}`.
  public static let nextAppFields: [ParameterField<UserBehaviour>] = [
    .init(
      "recency_mix", .fraction, .number(\.nextApp.recencyMix, 0...1),
      "probability of picking by recency instead of popularity [fit to six phones]"),
    .init(
      "recency_exponent", .number, .number(\.nextApp.recencyExponent, 0...20),
      "exponent of the recency weight 1/(d-1)^b [fit to six phones]"),
    .init(
      "zipf", .number, .number(\.nextApp.zipfExponent, 0...20),
      "exponent of the user's own Zipf law over popularity ranks [fit to six phones]"),
  ]

  /// The other fields of `user:`.
  public static let parameterFields: [ParameterField<UserBehaviour>] = [
    .init(
      "calls_per_day", .perDay, .number(\.callsPerDay, 0...100_000),
      "phone calls [about 5 in the US]"),
    .init(
      "call_accepted", .fraction, .number(\.callAcceptedFraction, 0...1),
      "share of calls that are accepted [assumed]"),
    .init(
      "call_length", .seconds, .distribution(\.callLengthSeconds),
      "length of an accepted call [assumed: lognormal]"),
    .init(
      "call_ring", .seconds, .distribution(\.callRingSeconds),
      "how long an unaccepted call rings [assumed]"),
    .init(
      "alerts_per_day", .perDay, .number(\.alertsPerDay, 0...100_000),
      "message alerts that interrupt the app in front [assumed: none]"),
    .init(
      "alert_length", .seconds, .distribution(\.alertSeconds),
      "how long such an alert lasts [assumed]"),
    .init(
      "force_quits_per_day", .perDay, .number(\.forceQuitsPerDay, 0...100_000),
      "force-quits from the switcher [assumed: none]"),
    .init(
      "notifications_per_day", .perDay, .number(\.notificationsPerDay, 0...1_000_000),
      "device notifications such as battery level [assumed: none]"),
  ]
}
