import Experiment
import Glibc
import Workload

/// Ends the process at SIGINT, SIGTERM or SIGQUIT (Ctrl-\) after what was found is safe.
///
/// A thread waits for the signals, because hardly anything may be called from a handler. Call it
/// before any other thread starts: threads inherit that the signals are blocked.
enum SignalWatch {
  private final class Box: Sendable {
    let stop: @Sendable () -> String

    init(_ stop: @escaping @Sendable () -> String) { self.stop = stop }

    func wait() -> Never {
      var signals = SignalWatch.watched()
      var received: Int32 = 0
      sigwait(&signals, &received)
      let advice = stop()
      let erase = isatty(STDERR_FILENO) == 1 ? "\r\u{1b}[K" : ""
      Output.message("\(erase)jetsim: stopped\(TraceError.escape(advice))\n")
      _exit((received == SIGINT ? ExitStatus.controlC : .interrupted).rawValue)
    }
  }

  /// Starts to wait.
  ///
  /// - Parameter stop: Called on a thread of its own when the process is about to end; makes safe
  ///   what there is, and tells what to say behind `stopped`.
  static func start(_ stop: @escaping @Sendable () -> String) {
    var signals = watched()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var thread = pthread_t()
    let box = Box(stop)
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

  /// SIGTERM, and SIGINT and SIGQUIT unless the parent process has them ignored (a job in
  /// background).
  private static func watched() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    for signal in [SIGINT, SIGQUIT] where !isIgnored(signal) { sigaddset(&signals, signal) }
    return signals
  }

  /// Leaves SIGQUIT to the system outside of runs.
  ///
  /// The Swift runtime takes it for a crash: it would print a trace of the stack and go on.
  static func restoreQuit() {
    if !isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
