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

/// Tells how far a batch is, and when it will be done.
public struct ProgressDisplay {
  private enum Form { case bar(width: Int), plain, json, none }

  private let form: Form
  private let total: Int
  private let earlier: Int
  private let started: UInt64
  private var lastShown: UInt64
  private var isBarShown = false

  /// Prepares a display.
  ///
  /// - Parameters:
  ///   - style: How it is told.
  ///   - total: The runs of the batch.
  ///   - earlier: The runs that an earlier process finished.
  public init(style: ProgressStyle, total: Int, earlier: Int) {
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

  /// Shows that this process has finished `done` runs, if it is time to.
  public mutating func update(done: Int) {
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
    let state = State(done: done, earlier: earlier, total: total, nanoseconds: now - started)
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
    let elapsed = Clock.monotonicNanoseconds() - started
    let state = State(done: done, earlier: earlier, total: total, nanoseconds: elapsed)
    switch form {
    case .json: Output.message(state.json(event: "finished"))
    case .bar, .plain: Output.message(state.closing)
    case .none: break
    }
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
    let done: Int
    let earlier: Int
    let total: Int
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

    /// `[=====>    ] 37/120 runs  30 %  ETA 0:35`, at most one column less than the width.
    func bar(width: Int) -> String {
      let words = " \(finished)/\(total) runs  \(percent) %  ETA \(timeLeft)"
      let room = min(40, width - 1 - words.count - 2)
      guard room >= 5 else { return String(words.dropFirst().prefix(max(0, width - 1))) }
      let filled = total > 0 ? room * finished / total : room
      let head = filled < room ? ">" : ""
      let rest = String(repeating: " ", count: room - filled - head.count)
      return "[" + String(repeating: "=", count: filled) + head + rest + "]" + words
    }

    /// A line for a log.
    var line: String {
      "\(finished) of \(total) runs, \(percent) %, "
        + "\(NumberText.duration(seconds: elapsed)) elapsed, about \(timeLeft) left\n"
    }

    /// The last line.
    var closing: String {
      var text = "\(NumberText.grouped(UInt64(done))) \(done == 1 ? "run" : "runs") in "
      text +=
        elapsed < 60
        ? NumberText.fixed(elapsed, decimals: 1) + " s" : NumberText.duration(seconds: elapsed)
      guard earlier > 0 else { return text + "\n" }
      return text + ", \(earlier) \(earlier == 1 ? "was" : "were") there before\n"
    }

    /// An object for a program.
    func json(event: String) -> String {
      let left = event == "finished" ? 0 : remaining
      return "{\"event\": \"\(event)\", \"done\": \(finished), \"total\": \(total), "
        + "\"elapsed_s\": \(NumberText.fixedPlain(elapsed)), "
        + "\"eta_s\": \(left.map(NumberText.fixedPlain) ?? "null")}\n"
    }
  }
}
