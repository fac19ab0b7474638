import Experiment
import Glibc

/// Ends the process at SIGINT or SIGTERM after the journal is safe on the disk.
///
/// A thread waits for the signals, because hardly anything may be called from a handler. Call it
/// before any other thread starts: threads inherit that the signals are blocked.
enum SignalWatch {
  private final class Box: Sendable {
    let store: ResultStore
    let hasJournal: Bool
    let resume: String

    init(store: ResultStore, hasJournal: Bool, resume: String) {
      self.store = store
      self.hasJournal = hasJournal
      self.resume = resume
    }

    func wait() -> Never {
      var signals = SignalWatch.watched()
      var received: Int32 = 0
      sigwait(&signals, &received)
      store.seal()
      let erase = isatty(STDERR_FILENO) == 1 ? "\r\u{1b}[K" : ""
      let kept = "\(store.finishedCount) of \(store.itemCount) work items are kept"
      let advice = hasJournal ? "; \(kept), continue with: \(resume)" : ""
      Output.message("\(erase)jetsim: stopped\(advice)\n")
      _exit((received == SIGINT ? ExitStatus.controlC : .interrupted).rawValue)
    }
  }

  /// Starts to wait.
  ///
  /// - Parameters:
  ///   - store: What is made safe; its journal is flushed.
  ///   - resume: The command that continues; nil when nothing is kept.
  static func start(store: ResultStore, resume: String?) {
    var signals = watched()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var thread = pthread_t()
    let box = Box(store: store, hasJournal: resume != nil, resume: resume ?? "")
    let passed = Unmanaged.passRetained(box)
    let code = pthread_create(
      &thread, nil,
      { raw in
        guard let raw else { return nil }
        Unmanaged<Box>.fromOpaque(raw).takeRetainedValue().wait()
      }, passed.toOpaque())
    if code == 0 {
      pthread_detach(thread)
    } else {
      // Without a thread to wait, the signals end the process as they always do.
      passed.release()
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
  }

  /// SIGTERM, and SIGINT unless the parent process has it ignored (`nohup`, a job in background).
  private static func watched() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    var action = sigaction()
    sigaction(SIGINT, nil, &action)
    let isIgnored = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    if !isIgnored { sigaddset(&signals, SIGINT) }
    return signals
  }
}
