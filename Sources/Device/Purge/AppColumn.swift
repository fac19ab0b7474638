import CShims

/// One trivial value for each app, in raw storage: what a policy remembers.
public struct AppColumn<Value: BitwiseCopyable>: ~Copyable {
  private let base: UnsafeMutablePointer<Value>

  /// Allocates a value for each app.
  ///
  /// Complexity: O(apps).
  public init(_ initial: Value, count: Int) {
    base = LargeTable.allocate(of: Value.self, count: count)
    base.initialize(repeating: initial, count: max(1, count))
  }

  deinit { LargeTable.deallocate(base) }

  /// The value of an app; the app must exist.
  @inline(__always)
  public subscript(app: AppID) -> Value {
    get { base[Int(app)] }
    nonmutating set { base[Int(app)] = newValue }
  }

  /// Brings the value of an app closer; any number is allowed.
  @inline(__always)
  func prefetch(_ app: AppID) { jetsim_prefetch(base + Int(app)) }
}
