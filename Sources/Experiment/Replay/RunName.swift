public import Scenario
import Workload

/// Which run of a scenario is meant by `POINT/POLICY/REPLICATION`.
///
/// The point may be shortened as long as only one begins so, and left out where there is only one;
/// the policy is named by its label, which may hold slashes of its own.
public struct RunName: Sendable, Equatable {
  /// The position of the point in the scenario.
  public let point: Int
  /// The position of the policy in the scenario.
  public let policy: Int
  /// The replication, from 0.
  public let replication: Int

  /// Why a name is refused; one line for the user.
  public struct Refusal: Error, Equatable {
    /// What is wrong, with the nearest name where there is one.
    public let message: String
    /// Whether a name stands for several.
    var isAmbiguous = false
  }

  /// Finds a run by its name.
  ///
  /// - Throws: ``Refusal`` for what names no run, or several.
  public init(_ text: String, in scenario: ScenarioFile) throws(Refusal) {
    try self.init(
      text, points: scenario.points.map(\.id), labels: scenario.policies.map(\.label))
  }

  init(_ text: String, points: [String], labels: [String]) throws(Refusal) {
    guard let last = text.lastIndex(of: "/") else {
      throw Refusal(message: "'\(text)' is no run: write POINT/POLICY/REPLICATION")
    }
    let number = text[text.index(after: last)...]
    guard let replication = Int(number), replication >= 0 else {
      throw Refusal(message: "'\(number)' at the end of '\(text)' is no replication")
    }
    self.replication = replication
    let rest = String(text[..<last])
    if points.count == 1, let policy = labels.firstIndex(ofExactly: rest) {
      (point, self.policy) = (0, policy)
      return
    }
    guard let first = rest.firstIndex(of: "/") else {
      guard points.count == 1 else {
        throw Refusal(
          message: "'\(text)' names no point: the scenario has \(points.count), write "
            + "POINT/POLICY/REPLICATION")
      }
      point = 0
      policy = try Self.policy(rest, in: labels)
      return
    }
    let id = try Self.pointID(String(rest[..<first]), in: points)
    point = points.firstIndex(ofExactly: id) ?? 0
    policy = try Self.policy(String(rest[rest.index(after: first)...]), in: labels)
  }

  /// The point that a name, which may be shortened, stands for.
  static func pointID(_ name: String, in points: [String]) throws(Refusal) -> String {
    if points.containsExactly(name) { return name }
    let found = points.filter { !name.isEmpty && $0.utf8.starts(with: name.utf8) }
    if found.count == 1 { return found[0] }
    if found.count > 1 {
      let some = found.prefix(4).joined(separator: ", ")
      throw Refusal(
        message: "'\(name)' is the beginning of \(found.count) points: \(some)", isAmbiguous: true)
    }
    let hint = NearestName.advice(name, in: points) ?? known(points)
    throw Refusal(message: "there is no point '\(name)'; \(hint)")
  }

  private static func policy(_ label: String, in labels: [String]) throws(Refusal) -> Int {
    if let found = labels.firstIndex(ofExactly: label) { return found }
    let hint = NearestName.advice(label, in: labels) ?? known(labels)
    throw Refusal(message: "no policy is labelled '\(label)'; \(hint)")
  }

  /// `there are a, b, c`: what can be named, at most so many.
  static func known(_ names: [String], most: Int = 8) -> String {
    guard names.count > 1 else {
      return names.first.map { "there is only \($0)" } ?? "there is none"
    }
    return "there are " + names.prefix(most).joined(separator: ", ")
      + (names.count > most ? " and more" : "")
  }
}
