import Device
public import Experiment
import Scenario
import Workload

/// Why processes were purged, in words: what `jetsim explain` prints.
public struct PurgeReport {
  /// The forms it can be printed in.
  public enum Format: String, Sendable, CaseIterable {
    /// A block of lines for each purge.
    case text
    /// A row for each purge.
    case csv
    /// A list of objects with the columns of the rows.
    case json
  }

  let replay: Replay
  private let stories: PurgeStories
  private let format: Format
  private let subject: String

  /// A report about finished stories.
  ///
  /// - Parameters:
  ///   - replay: The run.
  ///   - stories: What happened; finished.
  ///   - format: The form.
  ///   - subject: Whose purges they are, in the plural: `apps`.
  public init(_ replay: Replay, _ stories: PurgeStories, format: Format, subject: String) {
    self.replay = replay
    self.stories = stories
    self.format = format
    self.subject = subject
  }

  /// The report.
  public var text: String {
    switch format {
    case .text: stories.told.map { block($0) + "\n" }.joined() + summary
    case .csv: csv
    case .json: json
    }
  }

  private var words: PurgeWords {
    PurgeWords(
      profile: replay.run.configuration.profile, policy: replay.saved.policy.label,
      policyName: replay.saved.policy.specification.name)
  }

  func name(_ app: AppID) -> String { replay.run.catalog.name(of: Int(app)) }

  /// One purge in six lines.
  private func block(_ story: PurgeStory) -> String {
    let purge = story.purge
    var text = "\(TimeText.moment(purge.time))  \(name(purge.app)) purged: \(purge.cause.name)"
    text += story.isMeasured ? "\n" : "  (in the warm-up, not counted)\n"
    func line(_ title: String, _ content: String) {
      let head = "  " + title + String(repeating: " ", count: 8 - title.count)
      text += Wrap.hanging(head, content, indent: 10, width: 100)
    }
    line("why", PurgeWords.reason(purge))
    line("where", words.place(purge))
    line("choice", words.choice(purge))
    if !purge.spared.isEmpty {
      let spared = purge.spared.map { other in
        "\(other.rank). \(name(other.app)) (\(TimeText.length(purge.time - other.bandChange)), "
          + "\(TimeText.size(other.returnedKiB)))"
      }
      line("spared", spared.joined(separator: ", "))
    }
    line("after", after(story))
    return text
  }

  private func after(_ story: PurgeStory) -> String {
    let purge = story.purge
    let index = replay.run.catalog.classIndex(of: Int(purge.app))
    let isHelper = replay.run.catalog.classes[index].kind.isHelper
    let verb = isHelper ? "needed" : "opened"
    var parts: [String] = []
    if let behind = story.startedBehind, !isHelper {
      parts.append("started in background \(TimeText.length(behind - purge.time)) later")
    }
    if let wanted = story.wantedAgain {
      parts.append(
        "\(verb) again \(TimeText.length(wanted - purge.time)) later"
          + (story.isRegretted ? " (regretted)" : ""))
    } else {
      parts.append("not \(verb) again in this run")
    }
    return parts.joined(separator: ", ")
  }

  /// The last lines: purges by cause, how many were regretted; or why there was none.
  private var summary: String {
    let total = stories.measured.reduce(0, +)
    var text = ""
    if stories.told.count < stories.matching {
      let left = NumberText.grouped(UInt64(stories.matching - stories.told.count))
      text += "… \(left) more; --limit 0 tells all of them\n\n"
    }
    if let time = stories.failedChoice {
      text += "at \(TimeText.moment(time)) the policy failed to choose: that purge is not told\n\n"
    }
    guard stories.matching > 0 else { return text + noPurge }
    let found = PurgeCause.allCases.filter { stories.measured[Int($0.rawValue)] > 0 }
    let causes = found.map { cause in
      "\(cause.name) \(NumberText.grouped(UInt64(stories.measured[Int(cause.rawValue)])))"
    }
    var line = "\(replay.saved.text): \(count(total, "purge")) of \(subject) in the measured time"
    if !causes.isEmpty { line += " (\(causes.joined(separator: ", ")))" }
    line += share(of: total)
    line += "; \(NumberText.grouped(UInt64(stories.regretted))) regretted: opened again within "
    line += TimeText.length(Ticks(rounding: replay.run.configuration.regretSeconds))
    if stories.unmeasured > 0 { line += "; \(count(stories.unmeasured, "more")) in the warm-up" }
    return text + Wrap.lines(line, width: 100)
  }

  /// How many of all purges were counted, and where the number of all stands.
  private func share(of count: Int) -> String {
    let all = NumberText.grouped(UInt64(stories.allMeasured))
    let hasFailed = replay.saved.fingerprint == nil
    if count == stories.allMeasured {
      return hasFailed ? ", all until the run failed" : ", all that runs.csv counts"
    }
    let helpers = subject == "apps" ? ", extensions and daemons among them (--helpers)" : ""
    return ", of the \(all) " + (hasFailed ? "until the run failed" : "in runs.csv") + helpers
  }

  private func count(_ number: Int, _ word: String) -> String {
    let text = NumberText.grouped(UInt64(number))
    return word == "more" ? "\(text) more" : "\(text) \(word)\(number == 1 ? "" : "s")"
  }

  private var noPurge: String {
    let configuration = replay.run.configuration
    guard subject == "apps" || subject == "processes", stories.failedChoice == nil else {
      return "\(replay.saved.text): no purge of \(subject).\n"
    }
    var text = "\(replay.saved.text): no purge of \(subject): "
    let ram = configuration.ramMiB * 1024
    switch configuration.profile {
    case .plain:
      let size = TimeText.size(Int64(ram * configuration.usableFraction))
      text += "no launch needed room that the store of \(size) did not have."
    case .ios:
      let line = TimeText.size(Int64(ram * configuration.usableFraction * configuration.idleLine))
      text += "memory was never short. Available memory never called for it; apps go when it is "
      text += "below \(line) (idle line)."
    case .android:
      let watermark = TimeText.size(Int64(ram * configuration.android.lowWatermark))
      text += "memory was never short. lmkd never had to kill one: it does when processes stall on "
      text += "memory and free memory is below the low watermark (\(watermark)), or swap runs out, "
      text += "or file pages are read again and again."
    }
    return Wrap.lines(text, width: 100)
  }
}

extension PurgeReport {
  private static let columns = [
    "time_s", "app", "cause", "measured", "state", "band", "priority", "in_band_s",
    "available_mib", "line_mib", "needed_mib", "uncompressed_frac", "pool_mib", "footprint_mib",
    "returned_mib", "candidates", "rank", "size_rank", "score", "spared", "wanted_again_s",
    "regretted",
  ]

  /// The values of a row as JSON has them; nil does not exist.
  private func values(_ story: PurgeStory) -> [String?] {
    let purge = story.purge
    func mebibytes(_ kibibytes: Int64) -> String { JSONText.number(Double(kibibytes) / 1024) }
    let spared = purge.spared.map { name($0.app) }.joined(separator: ";")
    return [
      NativeTrace.seconds(purge.time), JSONText.string(name(purge.app)),
      JSONText.string(purge.cause.name), "\(story.isMeasured)", JSONText.string(purge.state.name),
      JSONText.string(words.name(of: purge.band)), "\(words.priority(of: purge.band))",
      NativeTrace.seconds(purge.time - purge.bandChange), mebibytes(purge.availableKiB),
      purge.lineKiB.map(mebibytes),
      purge.neededKiB > 0 ? mebibytes(Int64(purge.neededKiB)) : nil,
      JSONText.number(purge.uncompressedShare), mebibytes(purge.poolKiB),
      mebibytes(Int64(purge.footprintKiB)), mebibytes(purge.returnedKiB), "\(purge.candidates)",
      "\(purge.rank)", "\(purge.sizeRank)", purge.score.map { JSONText.number($0) },
      JSONText.string(spared), story.wantedAgain.map(NativeTrace.seconds), "\(story.isRegretted)",
    ]
  }

  private var csv: String {
    var csv = CSVText(header: Self.columns)
    for story in stories.told {
      csv.row(
        values(story).map { value in
          guard let value, value != "null" else { return "" }
          return value.first == "\"" ? String(value.dropFirst().dropLast()) : value
        })
    }
    return csv.text
  }

  private var json: String {
    let objects = stories.told.map { story in
      let fields = zip(Self.columns, values(story)).map { column, value in
        "\(JSONText.string(column)): \(value ?? "null")"
      }
      return "  {" + fields.joined(separator: ", ") + "}"
    }
    return objects.isEmpty ? "[]\n" : "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }
}
