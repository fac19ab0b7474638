/// Clean file pages in the file cache: the apps that have some, most recently used first.
///
/// The links live in the app records; reclaim takes from the least recently used end.
struct FileCache: BitwiseCopyable {
  private var first: AppID = noApp
  private var last: AppID = noApp

  /// Makes an app the most recently used one.
  ///
  /// Complexity: O(1).
  @inline(__always)
  mutating func touch(_ app: AppID, _ apps: borrowing AppTable) {
    if first == app { return }
    if apps[app].filePages > 0 { unlink(app, apps) }
    apps[app].filePrevious = noApp
    apps[app].fileNext = first
    if first == noApp { last = app } else { apps[first].filePrevious = app }
    first = app
  }

  /// Takes up to `amount` KiB from the least recently used apps; returns what was taken.
  ///
  /// Complexity: O(apps that lose their last page).
  mutating func reclaim(_ amount: Int64, _ apps: borrowing AppTable) -> Int64 {
    var left = amount
    while left > 0, last != noApp {
      let app = last
      let taken = min(left, Int64(apps[app].filePages))
      apps[app].filePages -= UInt32(taken)
      left -= taken
      guard apps[app].filePages == 0 else { break }
      unlink(app, apps)
      apps.prefetch(last)
    }
    return amount - left
  }

  /// Takes all pages of an app; returns how many KiB it had.
  ///
  /// Complexity: O(1).
  mutating func drop(_ app: AppID, _ apps: borrowing AppTable) -> Int64 {
    let pages = apps[app].filePages
    guard pages > 0 else { return 0 }
    apps[app].filePages = 0
    unlink(app, apps)
    return Int64(pages)
  }

  /// Takes an app out of the list.
  ///
  /// Complexity: O(1).
  @inline(__always)
  private mutating func unlink(_ app: AppID, _ apps: borrowing AppTable) {
    let previous = apps[app].filePrevious
    let next = apps[app].fileNext
    if previous == noApp { first = next } else { apps[previous].fileNext = next }
    if next == noApp { last = previous } else { apps[next].filePrevious = previous }
  }
}
