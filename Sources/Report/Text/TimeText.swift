import Workload

/// Simulated times and sizes as people read them.
enum TimeText {
  /// A moment of a run: `2 d 03:04:05`, `0:12` never: hours, minutes and seconds are always there.
  static func moment(_ time: Ticks) -> String {
    let seconds = time / Ticks.perSecond
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let clock = [rest / 3600, rest / 60 % 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(days) d \(clock.joined(separator: ":"))"
  }

  /// A length of time with two units: `4 min 12 s`, `3 h 5 min`, `2 d 1 h`, `0.8 s`.
  static func length(_ time: Ticks) -> String {
    guard time >= 60 * Ticks.perSecond else {
      let tenths = (time + 50_000) / 100_000
      return tenths >= 100 || tenths % 10 == 0
        ? "\((tenths + 5) / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
    let seconds = (time + Ticks.perSecond / 2) / Ticks.perSecond
    let steps: [(name: String, seconds: UInt64)] = [
      ("d", 86_400), ("h", 3600), ("min", 60), ("s", 1),
    ]
    for (index, step) in steps.dropLast().enumerated() where seconds >= step.seconds {
      let below = steps[index + 1]
      let rest = seconds % step.seconds / below.seconds
      return "\(seconds / step.seconds) \(step.name)" + (rest > 0 ? " \(rest) \(below.name)" : "")
    }
    return "\(seconds) s"
  }

  /// A size: `312 MiB`, `4.5 MiB`.
  static func size(_ kibibytes: Int64) -> String {
    let mebibytes = Double(kibibytes) / 1024
    let isSmall = abs(mebibytes) < 10 && kibibytes % 1024 != 0
    return NumberText.fixed(mebibytes, decimals: isSmall ? 1 : 0) + " MiB"
  }
}
