public import CGSL
public import CShims

/// Calls `body` with the stream dressed as a GSL generator, for any `gsl_ran_*` function.
///
/// The generator lives on the stack and its state *is* the stream, so nothing is allocated and the
/// stream afterwards continues where GSL stopped.
///
/// ```swift
/// let seconds = withGSL(&stream) { gsl_ran_gamma($0, 2.5, 4) }
/// ```
///
/// The pointer must not escape the closure.
@inlinable @inline(__always)
public func withGSL<Result>(
  _ stream: inout RandomStream, _ body: (UnsafePointer<gsl_rng>) -> Result
) -> Result {
  withUnsafeMutablePointer(to: &stream) { state in
    var generator = gsl_rng(type: jetsim_gsl_stream(), state: UnsafeMutableRawPointer(state))
    return withUnsafePointer(to: &generator) { body($0) }
  }
}

/// Switches GSL's aborting error handler off for the whole process, once.
///
/// Everything in this module that can make GSL complain calls it first; a program that calls GSL by
/// itself does so at start.
public func prepareGSL() { _ = gslPrepared }

private let gslPrepared: Void = jetsim_gsl_errors_off()
