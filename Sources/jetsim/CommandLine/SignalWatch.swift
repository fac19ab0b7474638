import Experiment
import Glibc

/// Ends the process at SIGINT or SIGTERM after what was found is safe.
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
      Output.message("\(erase)jetsim: stopped\(advice)\n")
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
