import Experiment

/// The line above what is said of one point of a sweep.
enum PointHeading {
  /// `device.ram = 4 GiB  (point 3f2a…)`; nothing where nothing is swept.
  static func text(_ keys: [String], _ point: PointIdentity) -> String {
    guard !keys.isEmpty else { return "" }
    let swept = zip(keys, point.swept).map { "\($0) = \($1)" }.joined(separator: ", ")
    let line = "\(swept)  (point \(point.id))\n"
    return line.count <= 101 ? line : Wrap.lines(line, width: 100)
  }
}
