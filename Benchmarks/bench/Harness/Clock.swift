import Glibc

/// The CPU time of the calling thread in nanoseconds.
///
/// On a shared machine wall time says little; this clock stops while others run.
func threadNanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Times `operations` performed by `body`, whose result is the digest so far.
///
/// - Parameters:
///   - operations: What the time is divided by.
///   - body: Performs the operations and returns a hash that depends on all of them, so that the
///     optimiser can drop none.
/// - Returns: The time per operation and the digest.
func timed(_ operations: Int, _ body: () throws -> UInt64?) rethrows -> Sample {
  let start = threadNanoseconds()
  let digest = try body()
  let end = threadNanoseconds()
  return Sample(nanoseconds: Double(end - start) / Double(operations), digest: digest)
}
