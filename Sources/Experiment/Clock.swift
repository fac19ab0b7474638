import Glibc

/// Clocks for timing and progress; nothing they say may reach a result.
public enum Clock {
  /// Nanoseconds since an arbitrary moment; never goes back.
  public static func monotonicNanoseconds() -> UInt64 { read(CLOCK_MONOTONIC) }

  /// Processor time of the calling thread, in nanoseconds.
  public static func threadNanoseconds() -> UInt64 { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
