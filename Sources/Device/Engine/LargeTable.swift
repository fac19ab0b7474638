import Glibc

/// Raw storage for a table with a row for each app.
///
/// A simulation jumps about in such tables. With pages of 4 KiB the processor spends more time on
/// translating addresses than on the data: at a million apps, half of all time. Tables of several
/// MiB therefore ask for pages of 2 MiB (Linux transparent huge pages; elsewhere the request fails
/// and nothing changes). Only whole large pages are asked for, so memory does not grow.
enum LargeTable {
  private static let pageBytes = 1 << 21

  /// Allocates uninitialised rows, aligned to cache lines at least; freed by `deallocate()`.
  ///
  /// Complexity: O(1).
  static func allocate<Row: BitwiseCopyable>(
    of type: Row.Type, count: Int
  ) -> UnsafeMutablePointer<Row> {
    let bytes = max(1, count) * MemoryLayout<Row>.stride
    let isLarge = bytes >= 2 * pageBytes
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: bytes, alignment: isLarge ? pageBytes : 64)
    if isLarge { madvise(raw, bytes & ~(pageBytes - 1), MADV_HUGEPAGE) }
    return raw.bindMemory(to: Row.self, capacity: max(1, count))
  }

  /// Frees rows of ``allocate(of:count:)``.
  static func deallocate<Row: BitwiseCopyable>(_ rows: UnsafeMutablePointer<Row>) {
    // Over-aligned memory must be freed as what it was allocated: raw.
    UnsafeMutableRawPointer(rows).deallocate()
  }
}
