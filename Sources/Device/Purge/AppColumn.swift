/// One trivial value for each app, in raw storage: what a policy remembers.
public struct AppColumn<Value: BitwiseCopyable>: ~Copyable {
  private let base: UnsafeMutablePointer<Value>

  /// Allocates a value for each app.
  ///
  /// Complexity: O(apps).
  public init(_ initial: Value, count: Int) {
    base = .allocate(capacity: max(1, count))
    base.initialize(repeating: initial, count: max(1, count))
  }

  deinit { base.deallocate() }

  /// The value of an app; the app must exist.
  @inline(__always)
  public subscript(app: AppID) -> Value {
    get { base[Int(app)] }
    nonmutating set { base[Int(app)] = newValue }
  }
}
