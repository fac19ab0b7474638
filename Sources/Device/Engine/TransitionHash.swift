import Workload

/// The hash of the transitions of a run, in their order: time, app, from, to.
///
/// Each step depends on the last, so a chain of them costs what its multiplications take one after
/// the other, about six cycles each; everything else of a step is done beside that.
struct TransitionHash: BitwiseCopyable {
  private(set) var value: UInt64 = 0x4a65_7473_696d_0002

  /// Adds one transition.
  @inline(__always)
  mutating func add(_ app: AppID, from: LifecycleState, to: LifecycleState, at time: Ticks) {
    let what = UInt64(app) << 16 | UInt64(from.rawValue) << 8 | UInt64(to.rawValue)
    value = (value ^ time ^ (what &* 0x9e37_79b9_7f4a_7c15)) &* 0xd134_2543_de82_ef95
    value ^= value >> 32
  }
}
