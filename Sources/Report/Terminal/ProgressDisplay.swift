import Experiment
import Glibc

/// How the progress of a batch is told on standard error.
public enum ProgressStyle: String, Sendable, CaseIterable {
  /// A bar on a terminal of known width, else plain lines.
  case auto
  /// A line at most every ten seconds.
  case plain
  /// One JSON object a line, at most one a second.
  case json
  /// Nothing.
  case none
}

/// Tells how far a batch or a search is, and when it will be done.
public struct ProgressDisplay {
  /// What is counted.
  public enum Unit: Sendable {
    /// The runs of a batch.
    case runs
    /// The candidates of a search, of which there may be fewer than the total.
    case candidates

    func text(_ count: Int) -> String {
      switch self {
      case .runs: count == 1 ? "run" : "runs"
      case .candidates: count == 1 ? "candidate" : "candidates"
      }
    }
  }

  private enum Form { case bar(width: Int), plain, json, none }

  private let form: Form
  private let unit: Unit
  private let total: Int
  private let earlier: Int
  private var best: Double?
  private let started: UInt64
  private var lastShown: UInt64
  private var isBarShown = false

  /// Prepares a display.
  ///
  /// - Parameters:
  ///   - style: How it is told.
  ///   - unit: What is counted.
  ///   - total: How many there are, or at most.
  ///   - earlier: The runs that an earlier process finished.
  public init(style: ProgressStyle, unit: Unit = .runs, total: Int, earlier: Int = 0) {
    self.unit = unit
    form =
      switch style {
      case .auto: Self.barWidth().map { .bar(width: $0) } ?? .plain
      case .plain: .plain
      case .json: .json
      case .none: .none
      }
    self.total = total
    self.earlier = earlier
    started = Clock.monotonicNanoseconds()
    lastShown = started
  }

  /// Shows that this process has finished `done`, if it is time to.
  ///
  /// - Parameters:
  ///   - done: How many.
  ///   - best: The best value that a search has found; nil = none.
  public mutating func update(done: Int, best: Double? = nil) {
    self.best = best ?? self.best
    let now = Clock.monotonicNanoseconds()
    let pause: UInt64 =
      switch form {
      case .bar: isBarShown ? 200_000_000 : 500_000_000
      case .plain: 10_000_000_000
      case .json: 1_000_000_000
      case .none: .max
      }
    guard now - lastShown >= pause else { return }
    lastShown = now
    let state = state(done, now)
    switch form {
    case .bar(let width):
      Output.message("\r" + state.bar(width: width) + "\u{1b}[K")
      isBarShown = true
    case .plain: Output.message(state.line)
    case .json: Output.message(state.json(event: "progress"))
    case .none: break
    }
  }

  /// Takes the bar away and says how long it took.
  public mutating func finish(done: Int) {
    clear()
    let state = state(done, Clock.monotonicNanoseconds())
    switch form {
    case .json: Output.message(state.json(event: "finished"))
    case .bar, .plain: Output.message(state.closing)
    case .none: break
    }
  }

  private func state(_ done: Int, _ now: UInt64) -> State {
    State(
      unit: unit, done: done, earlier: earlier, total: total, best: best,
      nanoseconds: now - started)
  }

  /// Takes the bar away, so that a message can follow.
  public mutating func clear() {
    if isBarShown { Output.message("\r\u{1b}[K") }
    isBarShown = false
  }

  /// The width of a terminal on which a bar makes sense; nil elsewhere.
  private static func barWidth() -> Int? {
    func environment(_ name: String) -> String? {
      guard let value = getenv(name) else { return nil }
      let text = String(cString: value)
      return text.isEmpty ? nil : text
    }
    guard isatty(STDERR_FILENO) == 1, environment("TERM") != "dumb", environment("CI") == nil
    else { return nil }
    var size = winsize()
    if ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}

extension ProgressDisplay {
  /// How far a batch is at one moment.
  struct State {
    var unit = Unit.runs
    let done: Int
    let earlier: Int
    let total: Int
    var best: Double?
    let nanoseconds: UInt64

    private var elapsed: Double { Double(nanoseconds) / 1e9 }
    private var finished: Int { done + earlier }

    /// Seconds to go at the rate so far; nil before the first run is finished.
    private var remaining: Double? {
      done > 0 ? elapsed / Double(done) * Double(total - finished) : nil
    }

    private var percent: Int { total > 0 ? finished * 100 / total : 100 }

    private var timeLeft: String {
      remaining.map { NumberText.duration(seconds: $0) } ?? "?"
    }

    private func grouped(_ count: Int) -> String { NumberText.grouped(UInt64(count)) }

    private var bestText: String { best.map { "best \(NumberText.significant($0))" } ?? "" }

    /// `[=====>    ] 37/120 runs  30 %  ETA 0:35`, at most one column less than the width.
    func bar(width: Int) -> String {
      let found = best == nil ? "" : "  " + bestText
      let words =
        " \(grouped(finished))/\(grouped(total)) \(unit.text(2))  \(percent) %  ETA \(timeLeft)"
        + found
      let room = min(40, width - 1 - words.count - 2)
      guard room >= 5 else { return String(words.dropFirst().prefix(max(0, width - 1))) }
      let filled = total > 0 ? room * finished / total : room
      let head = filled < room ? ">" : ""
      let rest = String(repeating: " ", count: room - filled - head.count)
      return "[" + String(repeating: "=", count: filled) + head + rest + "]" + words
    }

    /// A line for a log.
    var line: String {
      "\(grouped(finished)) of \(unit == .runs ? "" : "at most ")\(grouped(total)) "
        + "\(unit.text(2)), \(percent) %, "
        + "\(NumberText.duration(seconds: elapsed)) elapsed, about \(timeLeft) left"
        + (best == nil ? "" : ", " + bestText) + "\n"
    }

    /// The last line.
    var closing: String {
      var text = "\(grouped(done)) \(unit.text(done)) in "
      text +=
        elapsed < 60
        ? NumberText.fixed(elapsed, decimals: 1) + " s" : NumberText.duration(seconds: elapsed)
      guard earlier > 0 else { return text + "\n" }
      return text + ", \(grouped(earlier)) \(earlier == 1 ? "was" : "were") there before\n"
    }

    /// An object for a program.
    func json(event: String) -> String {
      let left = event == "finished" ? 0 : remaining
      return "{\"event\": \"\(event)\", \"done\": \(finished), \"total\": \(total), "
        + "\"elapsed_s\": \(NumberText.fixedPlain(elapsed)), "
        + "\"eta_s\": \(left.map(NumberText.fixedPlain) ?? "null")"
        + (unit == .runs ? "" : ", \"best\": \(JSONText.number(best))") + "}\n"
    }
  }
}
